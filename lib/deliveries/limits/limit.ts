import type { Answered } from '../answered.ts';
import type { Queue } from '../delivery-queue.ts';
import type { AttemptMessage } from '../schema.ts';
import { destinationKey, type LimitAddress, organisationKey, type QueueName } from './limit-key.ts';
import type { Acquired, LimitState, Permit, PermitPool } from './permit-pool.ts';
import type { WaitingList } from './waiting-list.ts';

/** How many attempts may run at once for one key, and the messages that wait until a permit is free. */
export interface Limit {
  readonly kind: 'organisation' | 'destination';
  readonly of: LimitAddress;
  readonly pool: PermitPool;
  readonly list: WaitingList;
  /** Sends a message that waited to the queue from which an invocation must receive the message. */
  dispatch(message: AttemptMessage, circuitOpen: boolean): Promise<void>;
}

export interface LimitDeps {
  readonly pools: Readonly<Record<Limit['kind'], PermitPool>>;
  readonly waiting: WaitingList;
  readonly queues: Readonly<Record<QueueName, Queue>>;
}

/** Attempts at one destination. */
export const destinationLimit = ({ pools, waiting, queues }: LimitDeps, message: AttemptMessage): Limit => ({
  kind: 'destination',
  of: { organisationId: message.organisationId, key: destinationKey(message.receiver) },
  pool: pools.destination,
  list: waiting,
  dispatch: (next, circuitOpen) => queues[circuitOpen ? 'retries' : 'first'].send([next]),
});

/** Attempts at all destinations of an organisation, from one of the two queues. */
export const organisationLimit = (
  { pools, waiting, queues }: LimitDeps,
  { organisationId }: AttemptMessage,
  from: QueueName,
): Limit => ({
  kind: 'organisation',
  of: { organisationId, key: organisationKey(from) },
  pool: pools.organisation,
  list: waiting,
  dispatch: (next) => queues[from].send([{ ...next, calledUp: true }]),
});

/** Messages that all ask for the same limits, and the queue of these messages. */
export interface Asking {
  /** At least one message. */
  readonly messages: readonly [AttemptMessage, ...AttemptMessage[]];
  readonly from: QueueName;
}

/** The outcome of asking for permits. */
export interface Outcome {
  readonly kind: 'attempted' | 'parked' | 'circuit-open';
  /** The messages that still need a permit, in order, without parked messages. */
  readonly remaining: readonly AttemptMessage[];
  /** The last answer of the destination. Null when no attempt says anything of its health. */
  readonly answered: Answered | null;
}

/** A limit and the permit that this invocation holds. */
interface Held {
  readonly limit: Limit;
  readonly acquired: Acquired;
}

/**
 * Acquires a permit of each limit in order, calls `run` while holding the permits, and always releases the permits. If
 * a limit has no free permit, parks the messages in its waiting list. Each release dispatches the next parked message.
 */
export async function underLimits(
  limits: readonly Limit[],
  asking: Asking,
  run: (held: readonly Acquired[]) => Promise<Outcome>,
): Promise<Outcome> {
  const held: Held[] = [];
  let outcome: Outcome | null = null;
  try {
    outcome = (await acquireAll(limits, asking, held)) ?? (await run(held.map(({ acquired }) => acquired)));
    return outcome;
  } finally {
    await releaseAll(held, outcome);
  }
}

/** Adds each acquired permit to `held`. Null when all limits had a permit. */
async function acquireAll(limits: readonly Limit[], asking: Asking, held: Held[]): Promise<Outcome | null> {
  for (const [n, limit] of limits.entries()) {
    const acquired = await acquireOrPark(limit, asking);
    if (acquired === 'circuit-open') return { kind: 'circuit-open', remaining: asking.messages, answered: null };
    if (acquired === 'waiting') return PARKED;
    if (acquired === 'duplicates') {
      // A later limit may have dispatched these messages. The duplicates end here, so other messages take their place.
      for (const other of limits.slice(n + 1)) await dispatchNext(other, await other.pool.peek(other.of));
      return PARKED;
    }
    held.push({ limit, acquired });
    // Several dispatched messages may have come in one batch, or got lost. So each holder dispatches one more message
    // while there is room.
    if (acquired.hasRoom) await dispatchNext(limit, acquired);
  }
  return null;
}

/**
 * Releases all permits at the same time: each limit has waiting messages of its own.
 * @param outcome null when the attempts threw.
 * @throws the first error, after all releases have ended.
 */
async function releaseAll(held: readonly Held[], outcome: Outcome | null): Promise<void> {
  const releases = held.map(async ({ limit, acquired }) => {
    const answered = limit.kind === 'destination' ? (outcome?.answered ?? null) : null;
    const after = await limit.pool.release(limit.of, acquired.permit, answered);
    if (outcome !== null && !asksAgain(limit, outcome)) await dispatchNext(limit, after);
  });
  for (const released of await Promise.allSettled(releases)) {
    if (released.status === 'rejected') throw released.reason;
  }
}

const PARKED: Outcome = { kind: 'parked', remaining: [], answered: null };

/**
 * Whether messages of this invocation are still to ask for this limit, and so dispatch the messages that wait there.
 * Remaining messages always ask for their destination again. Remaining messages may never ask for this limit of the
 * organisation again: when the circuit opens, the messages go to the retry queue, which has another limit.
 */
const asksAgain = ({ kind }: Limit, { remaining }: Outcome): boolean => kind === 'destination' && remaining.length > 0;

async function acquireOrPark(
  limit: Limit,
  asking: Asking,
): Promise<Acquired | 'circuit-open' | Exclude<Parking, 'unseen'>> {
  const [first] = asking.messages;
  for (;;) {
    const acquisition = await limit.pool.acquire(limit.of, first, asking.from);
    if (acquisition.kind === 'acquired') return acquisition;
    if (acquisition.kind === 'circuit-open') return 'circuit-open';
    const parking = await park(limit, asking, acquisition.permits);
    if (parking !== 'unseen') return parking;
  }
}

/**
 * `unseen`: the messages are in the list, but no invocation holds one of the permits any more, so no invocation would
 * dispatch the messages.
 */
export type Parking = 'waiting' | 'duplicates' | 'unseen';

/** Parks messages where the holders of these permits look. */
export async function park({ pool, list, of }: Limit, { messages }: Asking, held: readonly Permit[]): Promise<Parking> {
  if (!(await list.park(of, messages))) return 'duplicates';
  // The flag comes after the messages: a holder that sees the flag reads the list once.
  return (await pool.raiseFlag(of, messages[0].deliveryId, held)) ? 'waiting' : 'unseen';
}

/**
 * Sends the next parked message to the queue. Takes the message out of the list first: handover finds a message that
 * is lost in between.
 */
export async function dispatchNext({ pool, list, of, dispatch }: Limit, seen: LimitState): Promise<void> {
  if (seen.flag === null) return;
  const message = await list.take(of);
  if (message === null) await pool.clearFlag(of, seen.flag);
  else await dispatch(message, seen.circuitOpen);
}
