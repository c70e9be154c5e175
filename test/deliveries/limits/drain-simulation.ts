import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import type { Queue } from '../../../lib/deliveries/delivery-queue.ts';
import { type DrainDeps, drain } from '../../../lib/deliveries/limits/drain.ts';
import type { QueueName } from '../../../lib/deliveries/limits/limit-key.ts';
import { permitPool } from '../../../lib/deliveries/limits/permit-pool.ts';
import { FORGOTTEN_SECONDS, waitingList } from '../../../lib/deliveries/limits/waiting-list.ts';
import { type DeliveryRepo, deliveryRepo } from '../../../lib/deliveries/repo.ts';
import type { RetryTimer } from '../../../lib/deliveries/retry-timer.ts';
import type { AttemptMessage, StoredDelivery } from '../../../lib/deliveries/schema.ts';
import { handover } from '../../../lib/operation/handover/run-handover.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { transact } from '../../../lib/platform/table/write.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { emptied, recordingEvaluations, recordingMatches, type TestDeps, testDeps } from '../../support/deps.ts';
import { withoutEmptyPartitions } from '../../support/due.ts';
import { letLagPass } from '../../support/index-lag.ts';
import { attemptDeps } from '../../support/pipeline-simulation.ts';
import { aDelivery, uuid } from '../../support/records.ts';
import { answered } from '../../support/results.ts';
import type { Choose } from './orders.ts';
import { atPause, FaultInjector, type ProcessFault, SimulatedProcess, tableOfProcesses } from './processes.ts';

/** Of both queues in infra/sqs-queues.ts: six times the function's time-out. */
const VISIBILITY_SECONDS = 180;
/** After so long handover finds everything unfinished, parked messages included. The rest is its grace. */
const ALL_FORGOTTEN_SECONDS = FORGOTTEN_SECONDS.most + 121;
const MOST_RECONCILES = 10;

export interface SimulationOptions {
  /** Permits of each destination. */
  readonly cap: number;
  /** Permits of the organisation, for each queue. */
  readonly organisationCap?: number;
  readonly choose: Choose;
  readonly fault?: ProcessFault | null;
  /** Whether the receiver accepts the nth POST of all. */
  takes?(n: number): boolean;
  /** Messages of one invocation, and invocations at a time. */
  readonly batch?: number;
  readonly invocations?: number;
  /** The calls whose order is chosen. All other calls are made at once. */
  readonly pausesAt?: RegExp;
  /** Whether an invocation has run out of time. */
  late?(): boolean;
  /** Messages come twice and out of order, and invocations run out of time, as `choose` decides. */
  readonly disorderly?: boolean;
}

const DEFAULTS = {
  fault: null,
  takes: () => true,
  late: () => false,
  batch: 1,
  invocations: 10,
  organisationCap: 20,
  disorderly: false,
  pausesAt: /./,
};

/**
 * Deliveries of one organisation and many invocations of `drain` over the real table. Each invocation pauses before
 * every call until the simulation lets it continue, so that `choose` decides the order of all calls.
 */
export class DrainSimulation {
  readonly organisation: OrganisationId;
  readonly posts: string[] = [];
  readonly queues: Record<QueueName, AttemptMessage[]> = { first: [], retries: [] };
  /** The most attempts that were under way at one time. */
  most = 0;
  /** How many deliveries were left for handover, each time that nothing else was left to do. */
  readonly forgotten: number[] = [];
  /** Messages that came again because they, or their process, failed. */
  redelivered = 0;
  /** These processes continue when nothing else can. */
  readonly last = new Set<SimulatedProcess>();
  readonly faults: FaultInjector;
  readonly deliveries: DeliveryRepo;
  #waits: { due: Date; message: AttemptMessage; to: QueueName }[] = [];
  #processes: SimulatedProcess[] = [];
  readonly #ids: string[] = [];
  readonly #table: Table;
  readonly #options: Required<SimulationOptions>;
  readonly clock: TestDeps;
  readonly #deps: DrainDeps;

  constructor(table: Table, options: SimulationOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.faults = new FaultInjector(this.#options.fault);
    this.#table = table;
    this.clock = testDeps(table);
    this.deliveries = deliveryRepo(this.clock);
    this.organisation = OrganisationId.parse(this.clock.newId());
    this.#deps = this.#drainDeps();
  }

  /** Stores a delivery that waits for its first attempt, a second younger than the delivery before. */
  async make(destination: number): Promise<AttemptMessage> {
    const id = this.clock.newId();
    const createdAt = plusSeconds(this.clock.now(), this.#ids.push(id) - 1000).toISOString();
    const channel = { kind: 'custom', ruleId: uuid(1) } as const;
    const made = {
      id,
      organisationId: this.organisation,
      channel,
      leaseUntil: null,
      createdAt,
      nextAttemptAt: createdAt,
    };
    const delivery = aDelivery({ ...made, url: `https://receiver.example/${destination}` });
    await transact(this.#table, { writes: this.deliveries.creations(delivery.organisationId, [delivery]) });
    return nextAttemptOf(delivery);
  }

  /** Makes so many deliveries and queues their messages. A number names the destination. */
  async queue(count: number, destination = 0): Promise<AttemptMessage[]> {
    const messages = [];
    for (let n = 0; n < count; n++) messages.push(await this.make(destination));
    this.queues.first.push(...messages);
    return messages;
  }

  /** Lets all processes continue up to their POSTs, and begins none. Answers the processes that post. */
  async toPosts(): Promise<SimulatedProcess[]> {
    for (const process of this.#processes) {
      while (!process.ended && process.at !== 'POST') await process.step();
    }
    return this.#processes.filter(({ ended }) => !ended);
  }

  /** Lets things happen until nothing is left to do. */
  async run(): Promise<void> {
    do {
      for (let next = this.#next(); next !== null; next = this.#next()) await next();
    } while (await this.#later());
  }

  #next(): (() => Promise<unknown>) | null {
    this.#processes = this.#processes.filter(({ ended }) => !ended);
    const posting = this.#processes.filter(({ at, dead }) => at === 'POST' && !dead);
    this.most = Math.max(this.most, posting.length);
    const running = this.#processes.filter((process) => !this.last.has(process));
    const full = this.#processes.length >= this.#options.invocations;
    const beginning = (['first', 'retries'] as const).filter((name) => !full && this.queues[name].length > 0);
    const possible: (() => Promise<unknown>)[] = [
      ...(running.length + beginning.length > 0 ? running : this.#processes).map((process) => () => this.step(process)),
      ...beginning.map((name) => () => this.begin(name)),
    ];
    return possible.length === 0 ? null : (possible[this.#options.choose(possible.length)] ?? null);
  }

  /** Moves the clock to the next message, or to the next useful run of handover. False when all is done. */
  async #later(): Promise<boolean> {
    const [first] = this.#waits.sort((a, b) => a.due.getTime() - b.due.getTime());
    if (first !== undefined) {
      if (first.due > this.clock.now()) this.clock.setNow(first.due);
      const due = this.#waits.filter((wait) => wait.due <= this.clock.now());
      this.#waits = this.#waits.filter((wait) => !due.includes(wait));
      for (const { to, message } of due) this.queues[to].push(message);
      return true;
    }
    const unfinished = (await this.states()).filter(({ nextAttemptAt }) => nextAttemptAt !== null);
    if (unfinished.length === 0) return false;
    this.forgotten.push(unfinished.length);
    if (this.forgotten.length > MOST_RECONCILES) throw new Error('handover does not help');
    this.clock.advance(ALL_FORGOTTEN_SECONDS);
    await letLagPass(this.clock.table);
    const queue = this.#queue('retries');
    const admin = {
      startDeletion: async () => {},
    };
    const jobs = { start: () => Promise.reject(new Error('no job in this test')) };
    const reconciling = {
      ...this.clock,
      ...evaluationDeps(this.clock, queue),
      retryQueue: emptied(queue),
      evaluationQueue: recordingEvaluations(),
      matchQueue: recordingMatches(),
      admin,
      jobs,
      sweepSilence: async () => {},
    };
    await withoutEmptyPartitions(reconciling.table, () => handover(reconciling));
    return true;
  }

  #queue(name: QueueName): Queue {
    const { disorderly, choose } = this.#options;
    const put = async (messages: readonly AttemptMessage[]) => {
      for (const message of messages) {
        // Handover also finds the deliveries of other simulations in this table.
        if (message.organisationId !== this.organisation) continue;
        this.queues[name].push(message);
        if (disorderly && choose(6) === 0) this.queues[name].push(message);
      }
    };
    return { send: (messages) => atPause(`queue ${name}`, () => put(messages)) };
  }

  async step(process: SimulatedProcess): Promise<void> {
    await process.step();
    await this.#toPause(process);
  }

  async #toPause(process: SimulatedProcess): Promise<void> {
    while (!process.ended && !this.#options.pausesAt.test(process.at ?? '')) await process.step();
  }

  /** Begins an invocation with messages of a queue. */
  async begin(from: QueueName = 'first'): Promise<SimulatedProcess> {
    const process = new SimulatedProcess(this.faults);
    this.#processes.push(process);
    const messages = this.#batch(this.queues[from]);
    await process.start(async () => {
      const again = new Set<AttemptMessage>();
      const late = () => this.#options.late() || (this.#options.disorderly && this.#options.choose(8) === 0);
      const fail = (message: AttemptMessage) => void (messages.includes(message) && again.add(message));
      await drain(this.#deps, messages, { from, late, fail }).catch((error) => {
        // Only the injected fault, or what it led to, may be thrown.
        if (this.faults.hit === null) throw error;
        for (const message of messages) again.add(message);
      });
      const due = plusSeconds(this.clock.now(), VISIBILITY_SECONDS);
      for (const message of process.dead ? messages : again) this.#waits.push({ due, message, to: from });
      this.redelivered += process.dead ? messages.length : again.size;
    });
    await this.#toPause(process);
    return process;
  }

  /** Messages for one destination: `deliver` drains the destinations of a batch side by side. */
  #batch(queue: AttemptMessage[]): AttemptMessage[] {
    const { batch, disorderly, choose } = this.#options;
    const first = queue[disorderly ? choose(queue.length) : 0];
    const those = queue.filter(({ receiver }) => receiver === first?.receiver);
    const count = Math.min(those.length, disorderly ? 1 + choose(batch) : batch);
    const messages: AttemptMessage[] = [];
    for (let n = 0; n < count; n++) messages.push(...those.splice(disorderly ? choose(those.length) : 0, 1));
    for (const message of messages) queue.splice(queue.indexOf(message), 1);
    return messages;
  }

  #drainDeps(): DrainDeps {
    const inner = { ...this.clock, table: tableOfProcesses(this.#table), now: () => this.#now() };
    const timer: RetryTimer = {
      wait: (message, from, seconds) =>
        atPause('timer', async () => {
          this.#waits.push({ due: plusSeconds(from, seconds), message, to: 'retries' });
        }),
    };
    const send = ({ id }: StoredDelivery) =>
      atPause('POST', async () => answered(this.#options.takes(this.posts.push(id)) ? 200 : 500));
    return {
      ...attemptDeps(inner, timer),
      unserved: async () => false,
      sending: () => send,
      pools: {
        destination: permitPool(inner, this.#options.cap),
        organisation: permitPool(inner, this.#options.organisationCap),
      },
      waiting: waitingList(inner),
      queues: { first: this.#queue('first'), retries: this.#queue('retries') },
    };
  }

  /** No two calls happen at the same time. */
  #now(): Date {
    this.clock.advance(0.001);
    return this.clock.now();
  }

  states(): Promise<StoredDelivery[]> {
    return this.deliveries.byIds(this.organisation, this.#ids);
  }
}
