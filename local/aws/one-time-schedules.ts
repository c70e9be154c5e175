import * as z from 'zod';
import type { DataDir } from '../processes/data-dir.ts';

/** The request of EventBridge Scheduler's CreateSchedule, limited to one-time schedules in UTC. */
export const OneTime = z.object({
  Name: z.string().regex(/^[\w.-]{1,64}$/),
  GroupName: z.string().default('default'),
  ScheduleExpression: z.string().regex(/^at\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\)$/, 'must be at(yyyy-mm-ddThh:mm:ss)'),
  ScheduleExpressionTimezone: z.literal('UTC').default('UTC'),
  FlexibleTimeWindow: z.object({ Mode: z.literal('OFF') }),
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
  State: z.literal('ENABLED').default('ENABLED'),
  Target: z.object({
    Arn: z.string().startsWith('arn:'),
    RoleArn: z.string().startsWith('arn:'),
    Input: z.string().optional(),
  }),
  done: z.boolean().default(false),
});
export type OneTime = z.output<typeof OneTime>;

const FILE = 'schedules.json';

/** The pause before the retry of a failed send. AWS retries for a day. */
const RETRY_MS = 5000;

/** setTimeout's longest delay. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export type Send = (target: OneTime['Target']) => Promise<void>;

/**
 * One-time schedules, which the data folder keeps. A schedule whose time passes while the stack is down runs at the
 * next start.
 */
export class OneTimeSchedules {
  readonly #dataDir: DataDir;
  readonly #send: Send;
  readonly #failed: (error: unknown) => void;
  readonly #schedules = new Map<string, OneTime>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(dataDir: DataDir, send: Send, failed: (error: unknown) => void) {
    this.#dataDir = dataDir;
    this.#send = send;
    this.#failed = failed;
    for (const schedule of dataDir.read(FILE, z.array(OneTime)) ?? []) this.#schedules.set(keyOf(schedule), schedule);
  }

  /** Runs schedules when they are due, from now on. */
  start(): void {
    for (const schedule of this.#schedules.values()) this.#arm(schedule, dueIn(schedule));
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Returns false when the name is taken. */
  create(schedule: OneTime): boolean {
    if (this.#schedules.has(keyOf(schedule))) return false;
    this.#schedules.set(keyOf(schedule), schedule);
    this.#save();
    this.#arm(schedule, dueIn(schedule));
    return true;
  }

  get(group: string, name: string): OneTime | undefined {
    return this.#schedules.get(`${group}/${name}`);
  }

  /** Returns false when there is no such schedule. */
  delete(group: string, name: string): boolean {
    const key = `${group}/${name}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    const existed = this.#schedules.delete(key);
    if (existed) this.#save();
    return existed;
  }

  #arm(schedule: OneTime, delay: number): void {
    if (schedule.done) return;
    const run = () => (dueIn(schedule) > 0 ? this.#arm(schedule, dueIn(schedule)) : void this.#run(schedule));
    this.#timers.set(keyOf(schedule), setTimeout(run, Math.min(Math.max(delay, 0), MAX_DELAY_MS)));
  }

  async #run(schedule: OneTime): Promise<void> {
    try {
      await this.#send(schedule.Target);
    } catch (error) {
      this.#failed(error);
      if (this.#timers.has(keyOf(schedule))) this.#arm(schedule, RETRY_MS);
      return;
    }
    if (schedule.ActionAfterCompletion === 'DELETE') {
      this.delete(schedule.GroupName, schedule.Name);
      return;
    }
    this.#schedules.set(keyOf(schedule), { ...schedule, done: true });
    this.#save();
  }

  #save(): void {
    this.#dataDir.write(FILE, [...this.#schedules.values()]);
  }
}

const keyOf = ({ GroupName, Name }: OneTime): string => `${GroupName}/${Name}`;

/** The milliseconds until a schedule is due; negative afterwards. */
const dueIn = ({ ScheduleExpression }: OneTime): number =>
  Date.parse(`${ScheduleExpression.slice('at('.length, -1)}Z`) - Date.now();
