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
 * without service: when the service continues, handover finds the deliveries that are due.
 * @throws any error of the table or the queues: SQS must deliver all messages again.
 */
export async function drain(deps: DrainDeps, messages: readonly AttemptMessage[], arrival: Arrival): Promise<void> {
  const [any] = messages;
  if (any !== undefined && (await deps.unserved(any.organisationId))) {
    return acknowledge(deps, messages, arrival, 'suspended');
  }
  let remaining = messages;
  for (let [first, ...others] = remaining; first !== undefined; [first, ...others] = remaining) {
    // The first message is never late. Otherwise invocations could put a message back again and again without an
    // attempt.
    if (remaining.length < messages.length && arrival.late()) return acknowledge(deps, remaining, arrival, 'late');
    const outcome = await attemptUnderLimits(deps, { messages: [first, ...others], from: arrival.from }, arrival);
    if (outcome.kind === 'parked') return acknowledge(deps, remaining, arrival, 'limit_full');
    if (outcome.kind === 'circuit-open') return acknowledge(deps, remaining, arrival, 'circuit_open');
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
  arrival: Arrival,
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
      await acknowledge(deps, [message], arrival, { threw: error });
    }
  } while (answered?.ok !== false && !arrival.late());
  return { kind: 'attempted', remaining, answered };
}

/**
 * Decides what becomes of messages that this invocation does not attempt, or whose attempt threw. SQS forgets every
 * message that does not fail. The message of an attempt that ended needs nothing: its delivery has the next state.
 */
async function acknowledge(
  { queues }: DrainDeps,
  messages: readonly AttemptMessage[],
  { from, fail }: Arrival,
  why: 'suspended' | 'limit_full' | 'late' | 'circuit_open' | { readonly threw: unknown },
): Promise<void> {
  if (typeof why === 'object') {
    // SQS delivers the messages again, but none of a waiting list: handover finds its delivery.
    for (const message of messages) fail(message, why.threw);
    return;
  }
  const { organisationId: organisation, receiver: destination } = messages[0] ?? {};
  log.info('delivery.deferred', { organisation, destination, why, count: messages.length });
  // The others are done. Suspended: handover finds the deliveries later. A full limit: its list has the messages.
  if (why === 'late') await queues[from].send(messages);
  if (why === 'circuit_open') await queues.retries.send(messages);
}
