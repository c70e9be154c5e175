import * as z from 'zod';
import type { ResolvedTemplate } from './template.ts';
import { functionNameIn } from './template-functions.ts';

const State = z.literal('ENABLED').default('ENABLED');
const Rule = z.object({
  /** Absent in a rule for events (event-rules.ts). */
  ScheduleExpression: z.string().optional(),
  State,
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })),
});
const Schedule = z.object({
  ScheduleExpression: z.string(),
  State,
  Target: z.object({ Arn: z.string(), Input: z.string() }),
});

const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** A function that is invoked at a fixed rate. */
export interface Recurring {
  readonly functionName: string;
  readonly everyMs: number;
  readonly event: unknown;
}

/** The EventBridge rules and the recurring schedules of the template. */
export const recurringOf = (template: ResolvedTemplate): Recurring[] => [
  ...rulesOf(template),
  ...schedulesOf(template),
];

const rulesOf = (template: ResolvedTemplate): Recurring[] =>
  template.resources('AWS::Events::Rule', Rule).flatMap(({ id, properties }) => {
    if (properties.ScheduleExpression === undefined) return [];
    const everyMs = intervalMs(properties.ScheduleExpression);
    const resources = [`arn:aws:events:local:rule/${template.name(id)}`];
    const scheduled = { source: 'aws.events', 'detail-type': 'Scheduled Event', resources, detail: {} };
    return properties.Targets.map(({ Arn, Input }) => ({
      functionName: functionNameIn(Arn),
      everyMs,
      event: Input === undefined ? scheduled : JSON.parse(Input),
    }));
  });

const schedulesOf = (template: ResolvedTemplate): Recurring[] =>
  template.resources('AWS::Scheduler::Schedule', Schedule).map(({ properties: { ScheduleExpression, Target } }) => ({
    functionName: functionNameIn(Target.Arn),
    everyMs: intervalMs(ScheduleExpression),
    event: JSON.parse(Target.Input),
  }));

/**
 * Converts `rate(5 minutes)` to milliseconds.
 * @throws Error for a cron expression: the local stack supports rates only.
 */
export function intervalMs(expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (\w+?)s?\)$/.exec(expression) ?? [];
  const ms = unitMs[unit];
  if (count === undefined || ms === undefined)
    throw new Error(`The local stack does not support the schedule ${expression}`);
  return Number(count) * ms;
}

/**
 * Invokes each function now, to finish work that the last stop interrupted, and then at the rate of the function.
 * Returns a function that ends the invocations.
 */
export function startRecurring(all: readonly Recurring[], invoke: (name: string, event: unknown) => void): () => void {
  const timers = all.map(({ functionName, everyMs, event }) => {
    invoke(functionName, event);
    return setInterval(() => invoke(functionName, event), everyMs);
  });
  return () => timers.forEach(clearInterval);
}
