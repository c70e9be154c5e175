import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { backlogRepo, FORGOTTEN_SECONDS } from '../../lib/deliveries/backlog.ts';
import type { Queue, RetryTimer } from '../../lib/deliveries/delivery-queue.ts';
import { receiverRepo } from '../../lib/deliveries/receivers.ts';
import { type DeliveryRepo, deliveryRepo } from '../../lib/deliveries/repo.ts';
import type { AttemptMessage, StoredDelivery } from '../../lib/deliveries/schema.ts';
import { type ServeDeps, serve } from '../../lib/deliveries/serve.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { reconcile } from '../../lib/reconcile/run-reconcile.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { aDelivery, uuid } from '../support/records.ts';
import { answered } from '../support/results.ts';
import { attemptDeps } from '../support/stage.ts';
import type { Choose } from './orders.ts';
import { inTurn, Process, type Trouble, Troubles, tableOfProcesses } from './processes.ts';

/** Of both queues in infra/sqs-queues.ts: six times the function's timeout. */
const VISIBILITY_SECONDS = 180;
/** After it reconcile finds all that is unfinished, what waits included: with its grace. */
const ALL_FORGOTTEN = FORGOTTEN_SECONDS.most + 121;
const MOST_RECONCILES = 10;

type QueueName = 'first' | 'retries';

export interface ServingOptions {
  /** Attempts at a time at each receiver, and at all of the organisation by one queue. */
  readonly cap: number;
  readonly organisationCap?: number;
  readonly choose: Choose;
  readonly trouble?: Trouble | null;
  /** Whether the receiver takes the nth POST of all. */
  takes?(n: number): boolean;
  /** Messages of one invocation, and invocations at a time. */
  readonly batch?: number;
  readonly invocations?: number;
  /** The calls whose order is chosen; others are made at once. */
  readonly turnsAt?: RegExp;
  /** Whether an invocation has run out of time. */
  late?(): boolean;
  /** Messages come twice, in another order, and invocations run out of time, as `choose` has it. */
  readonly unruly?: boolean;
}

const DEFAULTS = {
  trouble: null,
  takes: () => true,
  late: () => false,
  batch: 1,
  invocations: 10,
  organisationCap: 20,
  unruly: false,
  turnsAt: /./,
};

/**
 * Deliveries to one receiver, and the function that serves it: many invocations at a time, over the real table. Each stands
 * before every call it makes until it is chosen, so that what happens in which order is for `choose` to say.
 */
export class Serving {
  readonly organisation: OrganisationId;
  readonly posts: string[] = [];
  readonly queues: Record<QueueName, AttemptMessage[]> = { first: [], retries: [] };
  /** Attempts under way at one time. */
  most = 0;
  /** How many deliveries were left for reconcile to find, each time that nothing else went on. */
  readonly forgotten: number[] = [];
  /** Messages that came again as they, or their process, failed. */
  redelivered = 0;
  /** These go on when nothing else does. */
  readonly last = new Set<Process>();
  readonly troubles: Troubles;
  readonly deliveries: DeliveryRepo;
  #waits: { due: Date; message: AttemptMessage; to: QueueName }[] = [];
  #processes: Process[] = [];
  readonly #ids: string[] = [];
  readonly #table: Table;
  readonly #options: Required<ServingOptions>;
  readonly clock: TestDeps;
  readonly #deps: ServeDeps;

  constructor(table: Table, options: ServingOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.troubles = new Troubles(this.#options.trouble);
    this.#table = table;
    this.clock = testDeps(table);
    this.deliveries = deliveryRepo(this.clock);
    this.organisation = OrganisationId.parse(this.clock.newId());
    this.#deps = this.#serving();
  }

  /** A delivery that waits for its first attempt, a second younger than the one before. */
  async make(receiver: number): Promise<AttemptMessage> {
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
    const delivery = aDelivery({ ...made, url: `https://receiver.example/${receiver}` });
    await write(this.#table, this.deliveries.creation(delivery));
    return nextAttemptOf(delivery);
  }

  /** So many deliveries, whose messages are in the queue. Receivers are told from each other by a number. */
  async queue(count: number, receiver = 0): Promise<AttemptMessage[]> {
    const messages = [];
    for (let n = 0; n < count; n++) messages.push(await this.make(receiver));
    this.queues.first.push(...messages);
    return messages;
  }

  /** Lets all go on with what they do but for the POSTs, which take their time; begins nothing. Answers who posts. */
  async toPosts(): Promise<Process[]> {
    for (const process of this.#processes) {
      while (!process.ended && process.at !== 'POST') await process.step();
    }
    return this.#processes.filter(({ ended }) => !ended);
  }

  /** Lets things happen until nothing is left to be done. */
  async run(): Promise<void> {
    do {
      for (let next = this.#next(); next !== null; next = this.#next()) await next();
    } while (await this.#later());
  }

  #next(): (() => Promise<unknown>) | null {
    this.#processes = this.#processes.filter(({ ended }) => !ended);
    const posting = this.#processes.filter(({ at, dead }) => at === 'POST' && !dead);
    this.most = Math.max(this.most, posting.length);
    const going = this.#processes.filter((process) => !this.last.has(process));
    const full = this.#processes.length >= this.#options.invocations;
    const beginning = (['first', 'retries'] as const).filter((name) => !full && this.queues[name].length > 0);
    const possible: (() => Promise<unknown>)[] = [
      ...(going.length + beginning.length > 0 ? going : this.#processes).map((process) => () => this.step(process)),
      ...beginning.map((name) => () => this.begin(name)),
    ];
    return possible.length === 0 ? null : (possible[this.#options.choose(possible.length)] ?? null);
  }

  /** Waits for what comes at its time, else for reconcile: false when all is done. */
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
    if (this.forgotten.length > MOST_RECONCILES) throw new Error('reconcile does not help');
    this.clock.advance(ALL_FORGOTTEN);
    const queue = this.#queue('retries');
    const admin = { startReplay: () => Promise.reject(new Error('no replay in this test')) };
    await reconcile({ ...evaluationDeps(this.clock, queue), retryQueue: queue, admin });
    return true;
  }

  #queue(name: QueueName): Queue {
    const { unruly, choose } = this.#options;
    const put = async (messages: readonly AttemptMessage[]) => {
      for (const message of messages) {
        // Reconcile finds what others left in this table as well.
        if (message.organisationId !== this.organisation) continue;
        this.queues[name].push(message);
        if (unruly && choose(6) === 0) this.queues[name].push(message);
      }
    };
    return { send: (messages) => inTurn(`queue ${name}`, () => put(messages)) };
  }

  async step(process: Process): Promise<void> {
    await process.step();
    await this.#toTurn(process);
  }

  async #toTurn(process: Process): Promise<void> {
    while (!process.ended && !this.#options.turnsAt.test(process.at ?? '')) await process.step();
  }

  /** Begins an invocation with what is in a queue. */
  async begin(name: QueueName = 'first'): Promise<Process> {
    const process = new Process(this.troubles);
    this.#processes.push(process);
    const messages = this.#batch(this.queues[name]);
    await process.start(async () => {
      const again = new Set<AttemptMessage>();
      const late = () => this.#options.late() || (this.#options.unruly && this.#options.choose(8) === 0);
      const fail = (message: AttemptMessage) => void (messages.includes(message) && again.add(message));
      await serve(this.#deps, messages, { fromRetries: name === 'retries', late, fail }).catch((error) => {
        // A fault is thrown as it is, or what it led to.
        if (this.troubles.hit === null) throw error;
        for (const message of messages) again.add(message);
      });
      const due = plusSeconds(this.clock.now(), VISIBILITY_SECONDS);
      for (const message of process.dead ? messages : again) this.#waits.push({ due, message, to: name });
      this.redelivered += process.dead ? messages.length : again.size;
    });
    await this.#toTurn(process);
    return process;
  }

  /** Of one receiver: others of a batch are served side by side. */
  #batch(queue: AttemptMessage[]): AttemptMessage[] {
    const { batch, unruly, choose } = this.#options;
    const first = queue[unruly ? choose(queue.length) : 0];
    const those = queue.filter(({ receiver }) => receiver === first?.receiver);
    const count = Math.min(those.length, unruly ? 1 + choose(batch) : batch);
    const messages: AttemptMessage[] = [];
    for (let n = 0; n < count; n++) messages.push(...those.splice(unruly ? choose(those.length) : 0, 1));
    for (const message of messages) queue.splice(queue.indexOf(message), 1);
    return messages;
  }

  #serving(): ServeDeps {
    const inner = { ...this.clock, table: tableOfProcesses(this.#table), now: () => this.#now() };
    const timer: RetryTimer = {
      wait: (message, from, seconds) =>
        inTurn('timer', async () => {
          this.#waits.push({ due: plusSeconds(from, seconds), message, to: 'retries' });
        }),
    };
    const send = ({ id }: StoredDelivery) =>
      inTurn('POST', async () => {
        return answered(this.#options.takes(this.posts.push(id)) ? 200 : 500);
      });
    return {
      ...attemptDeps(inner, timer),
      send,
      receivers: receiverRepo(inner, this.#options.cap),
      organisations: receiverRepo(inner, this.#options.organisationCap),
      backlog: backlogRepo(inner),
      queues: { first: this.#queue('first'), retries: this.#queue('retries') },
    };
  }

  /** No two calls are made at the same time. */
  #now(): Date {
    this.clock.advance(0.001);
    return this.clock.now();
  }

  states(): Promise<StoredDelivery[]> {
    return this.deliveries.byIds(this.organisation, this.#ids);
  }
}
