import { log } from '../../platform/log.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type AttemptDeps, attemptDelivery } from '../attempt.ts';
import type { AttemptMessage } from '../schema.ts';
import { latestAnswer } from './circuit.ts';
import {
  type Asking,
  destinationLimit,
  dispatchNext,
  type Limit,
  type LimitDeps,
  type Outcome,
  organisationLimit,
  park,
  underLimits,
} from './limit.ts';
import type { QueueName } from './limit-key.ts';
import type { Acquired } from './permit-pool.ts';

export interface DrainDeps extends AttemptDeps, LimitDeps {
  /** Whether the organisation gets no service at the moment: it is suspended, or was deleted. */
  unserved(organisationId: OrganisationId): Promise<boolean>;
}

/** How messages reached the invocation. */
export interface Arrival {
  /** Only the retry queue may reach a destination whose circuit is open. */
  readonly from: QueueName;
  /** Whether an attempt that begins now might outlive the function's time-out. */
  late(): boolean;
  /** Reports a message that SQS must deliver again. */
  fail(message: AttemptMessage, error: unknown): void;
}

/**
 * Makes the attempts that messages ask for (at most 10 messages, of one organisation and for one destination). Makes
 * one attempt after the other while holding a permit of the organisation and a permit of the destination. While there
 * is time, drains the waiting list of the destination too. If no permit is free, parks the messages: waiting costs
 * nothing, and the holder that releases a permit dispatches the next message. Drops the messages of an organisation
 * without service: when the service continues, reconcile finds the deliveries that are due.
 * @throws any error of the table or the queues: SQS must deliver all messages again.
 */
export async function drain(deps: DrainDeps, messages: readonly AttemptMessage[], arrival: Arrival): Promise<void> {
  const [any] = messages;
  if (any !== undefined && (await deps.unserved(any.organisationId))) return deferred('suspended', messages);
  let remaining = messages;
  for (let [first, ...others] = remaining; first !== undefined; [first, ...others] = remaining) {
    // The first message is never late. Otherwise invocations could put a message back again and again without an
    // attempt.
    if (remaining.length < messages.length && arrival.late()) return putBack(deps, 'late', remaining, arrival);
    const outcome = await attemptUnderLimits(deps, { messages: [first, ...others], from: arrival.from }, arrival);
    if (outcome.kind === 'parked') return deferred('limit_full', remaining);
    if (outcome.kind === 'circuit-open') return putBack(deps, 'circuit_open', remaining, arrival);
    remaining = outcome.remaining;
  }
}

/**
 * Acquires the organisation's permit first, so that the holder of the destination's permit never waits. In the opposite
 * order, a release at the destination would only move a message from one waiting list to the other.
 */
async function attemptUnderLimits(deps: DrainDeps, asking: Asking, arrival: Arrival): Promise<Outcome> {
  const [first] = asking.messages;
  const destination = destinationLimit(deps, first);
  const organisation = organisationLimit(deps, first, asking.from);
  // Messages that must wait for their destination anyway take no permit of the organisation. Most destinations have
  // room, and a look costs a unit and the time of a read: only a destination that was full lately gets one.
  const full = destination.pool.wasFull(destination.of) ? (await destination.pool.peek(destination.of)).full : null;
  if (full !== null && (await park(destination, asking, full)) !== 'unseen') {
    // The organisation dispatched a message because the organisation has room. Another message may use this room now.
    if (asking.messages.some(({ calledUp }) => calledUp)) {
      await dispatchNext(organisation, await organisation.pool.peek(organisation.of));
    }
    return { kind: 'parked', remaining: [], answered: null };
  }
  return underLimits([organisation, destination], asking, (held) =>
    attemptEach(deps, destination, held.at(-1), asking.messages, arrival),
  );
}

/**
 * Makes attempts until an attempt fails or the time is over: the invocation's own messages first, then the waiting
 * list.
 */
async function attemptEach(
  deps: DrainDeps,
  { list, of }: Limit,
  held: Acquired | undefined,
  messages: readonly AttemptMessage[],
  { late, fail }: Arrival,
): Promise<Outcome> {
  let remaining = messages;
  let answered: Outcome['answered'] = null;
  do {
    const [own, ...others] = remaining;
    const message = own ?? (held?.flag ? await list.take(of, held.permit.number) : null);
    if (message === null) break;
    remaining = others;
    try {
      answered = latestAnswer(answered, await attemptDelivery(deps, message, message === own));
    } catch (error) {
      // A queue redelivers the invocation's own messages only. Reconcile finds a message from the waiting list.
      fail(message, error);
    }
  } while (answered?.ok !== false && !late());
  return { kind: 'attempted', remaining, answered };
}

async function putBack(
  { queues }: DrainDeps,
  why: 'circuit_open' | 'late',
  messages: readonly AttemptMessage[],
  { from }: Arrival,
): Promise<void> {
  deferred(why, messages);
  await queues[why === 'circuit_open' ? 'retries' : from].send(messages);
}

function deferred(
  why: 'limit_full' | 'circuit_open' | 'late' | 'suspended',
  messages: readonly AttemptMessage[],
): void {
  const { organisationId: organisation, receiver: destination } = messages[0] ?? {};
  log.info('delivery.deferred', { organisation, destination, why, count: messages.length });
}
