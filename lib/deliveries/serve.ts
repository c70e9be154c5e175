import { log } from '../log.ts';
import { type AttemptDeps, attemptDelivery } from './attempt.ts';
import type { BacklogRepo } from './backlog.ts';
import type { Queue } from './queue.ts';
import type { Admission, Admitted, Answered, Receiver, ReceiverRepo } from './receivers.ts';
import type { AttemptMessage } from './schema.ts';

export interface ServeDeps extends AttemptDeps {
  readonly receivers: ReceiverRepo;
  readonly backlog: BacklogRepo;
  readonly queues: { readonly first: Queue; readonly retries: Queue };
}

/** How messages came. */
export interface Arrival {
  /** By the retry queue, which alone serves receivers that fail. */
  readonly fromRetries: boolean;
  /** Whether an attempt that begins now might not end within the function's time. */
  late(): boolean;
  /** Told of each message that is to come again. */
  fail(message: AttemptMessage, error: unknown): void;
}

/**
 * Makes the attempts that messages (at most 10, of one organisation and for one receiver) ask for, one after the other in a
 * slot of the receiver, and then those that wait in its backlog while there is time. Without a slot the messages wait there
 * themselves, and nothing is spent on the waiting: who has a slot goes on with them, and when it gives the slot back calls
 * up the next, so that there are as many attempts on their way as there are slots until none waits.
 * @throws whatever the table or the queues throw: all messages are to come again.
 */
export async function serve(deps: ServeDeps, messages: readonly AttemptMessage[], arrival: Arrival): Promise<void> {
  const left = [...messages];
  for (let [first] = left; first !== undefined; [first] = left) {
    // The first of all is never late: what is put back again and again must get on all the same.
    const late = left.length < messages.length && arrival.late();
    const admission = late ? { kind: 'late' as const } : await admitOrWait(deps, first, left, arrival);
    if (admission.kind !== 'admitted') return putBack(deps, admission.kind, left, arrival);
    await visit(deps, first, admission, left, arrival);
  }
}

/** A slot for the first of these messages; without one they all wait, where whoever holds the slots finds them. */
async function admitOrWait(
  deps: ServeDeps,
  first: AttemptMessage,
  messages: readonly AttemptMessage[],
  { fromRetries }: Arrival,
): Promise<Admission> {
  for (let waiting = false; ; waiting = true) {
    const admission = await deps.receivers.admit(first, fromRetries);
    if (admission.kind !== 'busy') return admission;
    if (!waiting) await deps.backlog.add(messages);
    // Not before they wait: who learns of them looks once.
    if (await deps.receivers.announce(first, admission.slots)) return admission;
  }
}

async function putBack(
  { queues }: ServeDeps,
  why: 'busy' | 'failing' | 'late',
  messages: readonly AttemptMessage[],
  { fromRetries }: Arrival,
): Promise<void> {
  const [any] = messages;
  const { organisationId: organisation, receiver } = any ?? {};
  log.info('delivery.deferred', { organisation, receiver, why, count: messages.length });
  if (why !== 'busy') await (why === 'failing' || fromRetries ? queues.retries : queues.first).send(messages);
}

/** Attempts in one slot until one fails or it gets late: those of `own`, which are taken out of it, then those that wait. */
async function visit(
  deps: ServeDeps,
  of: AttemptMessage,
  { slot, backlog }: Admitted,
  own: AttemptMessage[],
  { late, fail }: Arrival,
): Promise<void> {
  let answered: Answered | null = null;
  let after: Receiver | null = null;
  try {
    do {
      const message = own.shift() ?? (backlog && (await deps.backlog.take(of, slot.number)));
      if (!message) break;
      try {
        answered = (await attemptDelivery(deps, message)) ?? answered;
      } catch (error) {
        // Of one that waited nothing comes again by itself: reconcile finds it.
        fail(message, error);
      }
    } while (answered?.ok !== false && !late());
  } finally {
    after = await deps.receivers.release(of, slot, answered);
  }
  if (own.length === 0 && after !== null && after.backlog !== null)
    await callUp(deps, of, after.failing, after.backlog);
}

/** Has the next one that waits come by the queue. It is taken out first: should it get lost in between, reconcile finds it. */
async function callUp(deps: ServeDeps, of: AttemptMessage, failing: boolean, backlog: string): Promise<void> {
  const next = await deps.backlog.take(of, 0);
  if (next === null) return deps.receivers.settle(of, backlog);
  await (failing ? deps.queues.retries : deps.queues.first).send([next]);
}
