import { bookLabels } from '../../lib/address-book/book-labels.ts';
import type { EvaluationDeps, Seen } from '../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluateWithinBudget } from '../../lib/alerts/evaluation/evaluate-within-budget.ts';
import { type EvaluationBudget, UNLIMITED } from '../../lib/alerts/evaluation/evaluation-budget.ts';
import type { EvaluationMessage } from '../../lib/alerts/evaluation/evaluation-queue.ts';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { alertOf } from '../../lib/alerts/evaluation/notices.ts';
import { alertsOfPayment, firedNoticeOf } from '../../lib/alerts/evaluation/payment-alerts.ts';
import { eventRepo } from '../../lib/alerts/events/repo.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { ruleSchemas } from '../../lib/alerts/rules/schema.ts';
import { gathering } from '../../lib/channels/bursts/gather.ts';
import { type Channels, sendingAhead } from '../../lib/channels/channel-registry.ts';
import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { mailReservations, rateLimitedMail } from '../../lib/channels/email/mail-rate.ts';
import { vendorPace } from '../../lib/channels/http/vendor-pace.ts';
import { channels } from '../../lib/channels/index.ts';
import { consequencesOf } from '../../lib/channels/plan-deliveries.ts';
import type { SendDeps } from '../../lib/channels/port/send-deps.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { settingsSchemas } from '../../lib/channels/settings/schema.ts';
import type { AttemptDeps } from '../../lib/deliveries/attempt.ts';
import type { Queue } from '../../lib/deliveries/delivery-queue.ts';
import { type DrainDeps, drain } from '../../lib/deliveries/limits/drain.ts';
import { permitPool } from '../../lib/deliveries/limits/permit-pool.ts';
import { waitingList } from '../../lib/deliveries/limits/waiting-list.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { retryPolicy } from '../../lib/deliveries/retry-policy.ts';
import type { RetryTimer } from '../../lib/deliveries/retry-timer.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import { handover } from '../../lib/operation/handover/run-handover.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { suspended } from '../../lib/organisations/suspension/suspended.ts';
import type { Deps } from '../../lib/platform/deps.ts';
import { outboundWith } from '../../lib/platform/outbound/outbound.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';
import type { TestDeps } from './deps.ts';
import { emptied, recordingMatches } from './deps.ts';
import { countEntries, withoutEmptyPartitions } from './due.ts';
import { Faults } from './faults.ts';
import { letLagPass } from './index-lag.ts';
import { testSealer } from './scenario.ts';

/** The visibility timeout of the retry queue in infra/sqs-queues.ts: six times the function's time-out. */
const VISIBILITY_SECONDS = 180;
const STREAM_RETRY_SECONDS = 1;
const DAY_SECONDS = 24 * 60 * 60;
const MOST_MINUTES = 16;

/** Tests with this simulation start no job and no deletion. */
const noJobs = { start: () => Promise.reject(new Error('This test starts no job')) };

interface Task {
  readonly due: Date;
  readonly again: number;
  run(): Promise<unknown>;
}

export interface PipelineOptions {
  readonly deps: TestDeps;
  /** The table of the processes. Its calls may fail. */
  readonly table: Table;
  readonly faults?: Faults;
  /** Whether the stream and the queues redeliver failed work. Otherwise only handover finds it. */
  readonly redelivers?: boolean;
  /** How often each record and message is delivered. Default: once. */
  readonly copies?: number;
  /** By default 1: an invocation that dies while it holds the permit keeps all others waiting. */
  readonly attemptsPerDestination?: number;
  /** Without it every e-mail is sent at once. */
  readonly mail?: { readonly perMinute: number; readonly service: Parameters<typeof rateLimitedMail>[1] };
  /** The channels of the service unless said otherwise. */
  readonly channels?: Channels;
  /** URLs that stand in for the hosts of vendors, by kind of channel. */
  readonly vendors?: Readonly<Record<string, string>>;
  /** The budget of each evaluation. By default no budget is used up. */
  readonly budget?: () => EvaluationBudget;
}

/** The public URL of the API in these tests. */
const SERVICE_URL = 'https://chainwatch.example';

const everyMailIsSent: SendDeps['sendMail'] = async () => ({
  kind: 'delivered',
  exchange: { response: null, durationMs: 0 },
});

/** The dependencies of an attempt: the real senders, which may post to this machine. */
export function attemptDeps(
  deps: Deps,
  timer: RetryTimer,
  sendMail = everyMailIsSent,
  registry: Channels = channels,
  outbound = outboundWith('loopback'),
  pace: SendDeps['pace'] = vendorPace(deps),
): AttemptDeps {
  const { now } = deps;
  const webhooks = webhookRepo(deps);
  const destinations = destinationRepo(deps);
  const rules = ruleRepo(deps, ruleSchemas(registry));
  const settings = settingsRepo(deps, settingsSchemas(registry));
  const events = eventRepo(deps);
  const deliveries = deliveryRepo(deps);
  const sending = {
    now,
    version: '1.2.3',
    serviceUrl: SERVICE_URL,
    webhooks,
    destinations,
    deliveries,
    rules,
    settings,
    emailAddresses: emailAddressRepo(deps),
    sealer: testSealer,
    outbound,
    pace,
    isOpen: events.isOpen,
    sendMail,
  } as const;
  return {
    now,
    deliveries,
    gather: gathering({
      ...deps,
      channels: registry,
      deliveries,
      alertOf: alertOf(events),
      alertsOfPayment: alertsOfPayment(deps),
      firedNoticeOf: firedNoticeOf({ events, wallets: walletRepo(deps), labelsOf: bookLabels(deps) }),
    }),
    timer,
    retryPolicy: retryPolicy([5, 30, 120, 600, 3600]),
    destinationOf: registry.destinationOf,
    consequencesOf: consequencesOf(registry, { webhooks, destinations, settings }),
    sending: sendingAhead(registry, sending),
  };
}

/** The dependencies of draining a queue, beside an attempt. Both queues are this queue. */
export const drainDeps = (
  deps: Deps,
  attempting: AttemptDeps,
  queue: Queue,
  attemptsPerDestination: number,
): DrainDeps => ({
  ...attempting,
  unserved: suspended(deps),
  pools: {
    destination: permitPool(deps, attemptsPerDestination),
    organisation: permitPool(deps, 2 * attemptsPerDestination),
  },
  waiting: waitingList(deps),
  queues: { first: queue, retries: queue },
});

/**
 * Simulates the pipeline in memory, on the clock of a test: a stream, queues that redeliver a failed message after its
 * visibility timeout, a timer, and handover. Handover runs each minute; while all work waits for timers, it runs less
 * often, because each run reads all partitions of the due index. All work runs sequentially.
 */
export class PipelineSimulation {
  readonly #deps: TestDeps;
  readonly #faults: Faults;
  readonly #redelivers: boolean;
  readonly #copies: number;
  readonly #draining: DrainDeps;
  readonly #evaluating: EvaluationDeps;
  readonly #budget: () => EvaluationBudget;
  /** The queue of first attempts and of retries. */
  readonly queue: Queue;
  #tasks: Task[] = [];

  constructor(options: PipelineOptions) {
    const { deps, table, faults = new Faults(), redelivers = true, copies = 1, attemptsPerDestination = 1 } = options;
    const { mail, channels: registry = channels, budget = () => UNLIMITED } = options;
    const inner = { ...deps, table };
    this.#deps = deps;
    this.#faults = faults;
    this.#redelivers = redelivers;
    this.#copies = copies;
    this.#budget = budget;
    this.queue = {
      send: (messages) =>
        faults.around('queue', async () => messages.forEach((each) => void this.deliver(each, deps.now()))),
    };
    const timer: RetryTimer = {
      wait: (message, from, seconds) =>
        faults.around('timer', async () => this.deliver(message, plusSeconds(from, seconds))),
    };
    this.#evaluating = evaluationDeps(inner, this.queue, registry);
    const reservations = mail && mailReservations(inner, mail.perMinute);
    const sendMail =
      reservations &&
      rateLimitedMail({ now: deps.now, reservations }, (...given) =>
        faults.around('mail', () => mail.service(...given)),
      );
    const attempting = attemptDeps(inner, timer, sendMail, registry, outboundWith('loopback', options.vendors));
    const sending: AttemptDeps['sending'] = (message) => {
      const send = attempting.sending(message);
      return (delivery, n) => faults.around('POST', () => send(delivery, n));
    };
    this.#draining = drainDeps(inner, { ...attempting, sending }, this.queue, attemptsPerDestination);
  }

  /** Adds the stream record of the outbox entry of a transaction. */
  insert(organisation: OrganisationId, { id, inclusion, createdAt }: StoredTransaction): void {
    // The stream brings the entry of the first inclusion as the record states it.
    const seen = inclusion === 0 ? { entry: { inclusion, recordedAt: createdAt } } : undefined;
    const run = () => this.#evaluate(organisation, id, seen, this.#budget());
    this.#add({ due: this.#deps.now(), again: STREAM_RETRY_SECONDS, run });
  }

  /** Evaluates as the functions do. @throws the errors of the evaluation, which is repeated then. */
  async #evaluate(
    organisationId: OrganisationId,
    transactionId: string,
    seen: Seen | undefined,
    budget: EvaluationBudget,
  ): Promise<void> {
    const errors: unknown[] = [];
    await evaluateWithinBudget(
      { evaluations: { send: this.#evaluateLater }, budget },
      [transactionId],
      () => ({ deps: this.#evaluating, organisationId, transactionId, ...(seen && { seen }) }),
      (_, error) => void errors.push(error),
    );
    if (errors.length > 0) throw new AggregateError(errors);
  }

  /** The queue of evaluations that handover found pending, or that were handed over. */
  readonly #evaluateLater = (messages: readonly EvaluationMessage[]): Promise<void> =>
    this.#faults.around('queue', async () => {
      for (const { organisationId, transactionId } of messages) {
        const run = () =>
          this.#evaluate(organisationId, transactionId, undefined, { ...this.#budget(), repeats: true });
        this.#add({ due: this.#deps.now(), again: VISIBILITY_SECONDS, run });
      }
    });

  /** Adds a message to the queue. */
  deliver(message: AttemptMessage, due: Date): void {
    this.#add({ due, again: VISIBILITY_SECONDS, run: () => this.#drain(message) });
  }

  /** @throws the error of the message, which is redelivered then. */
  async #drain(message: AttemptMessage): Promise<void> {
    const errors: unknown[] = [];
    const fail = (_: AttemptMessage, error: unknown) => void errors.push(error);
    await drain(this.#draining, [message], { from: 'retries', late: () => false, fail });
    if (errors.length > 0) throw new AggregateError(errors);
  }

  /** Runs all work and moves the clock until no work is left. @throws Error after a simulated day, or `seconds`. */
  async settle(seconds = DAY_SECONDS): Promise<void> {
    const last = plusSeconds(this.#deps.now(), seconds);
    for (let minutes = 1; this.#deps.now() < last; ) {
      const end = plusSeconds(this.#deps.now(), minutes * 60);
      const worked = await this.#runUntil(end);
      if (this.#tasks.length === 0 && (await this.pending()) === 0) return;
      this.#deps.setNow(end);
      // The lag of the index is short beside a minute.
      await letLagPass(this.#deps.table);
      const reconciling = {
        ...this.#deps,
        ...this.#evaluating,
        retryQueue: emptied(this.queue),
        evaluationQueue: emptied({ send: this.#evaluateLater }),
        matchQueue: recordingMatches(),
        jobs: noJobs,
        sweepSilence: async () => {},
      };
      await withoutEmptyPartitions(reconciling.table, () => this.#faults.process(() => handover(reconciling)));
      minutes = worked ? 1 : Math.min(2 * minutes, MOST_MINUTES);
    }
    throw new Error('There is still work');
  }

  /** Runs the work that is due within the given seconds, without handover, and moves the clock. */
  async runFor(seconds: number): Promise<void> {
    const end = plusSeconds(this.#deps.now(), seconds);
    await this.#runUntil(end);
    this.#deps.setNow(end);
  }

  /** The number of entries of unfinished work, due or not. */
  pending(): Promise<number> {
    return countEntries(this.#deps.table, ['EVALUATION', 'DELIVERY', 'MUTE']);
  }

  #add(task: Task): void {
    for (let i = 0; i < this.#copies; i++) this.#tasks.push(task);
  }

  /** Returns whether any work was due. */
  async #runUntil(end: Date): Promise<boolean> {
    for (let worked = false; ; worked = true) {
      this.#tasks.sort((a, b) => a.due.getTime() - b.due.getTime());
      const [task] = this.#tasks;
      if (task === undefined || task.due >= end) return worked;
      this.#tasks.shift();
      if (task.due > this.#deps.now()) this.#deps.setNow(task.due);
      const done = await this.#faults.process(task.run);
      if (!done && this.#redelivers) this.#tasks.push({ ...task, due: plusSeconds(this.#deps.now(), task.again) });
    }
  }
}
