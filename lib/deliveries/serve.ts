import { log } from '../platform/log.ts';
import { type AttemptDeps, attemptDelivery } from './attempt.ts';
import type { BacklogRepo } from './backlog.ts';
import type { Queue } from './delivery-queue.ts';
import { callUp, type Gate, inSlot, type Visit, wait } from './gate.ts';
import type { Admitted, Answered, ReceiverRepo } from './receivers.ts';
import type { AttemptMessage } from './schema.ts';

export interface ServeDeps extends AttemptDeps {
  readonly receivers: ReceiverRepo;
  /** Of all receivers of an organisation together, by queue. */
  readonly organisations: ReceiverRepo;
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
 * slot of the receiver and one of the organisation, and then those that wait in the receiver's backlog while there is time.
 * Without a slot the messages wait in a backlog themselves, and nothing is spent on the waiting: who has a slot goes on with
 * them, and when it gives the slot back calls up the next, so that there are as many attempts on their way as there are
 * slots until none waits.
 * @throws whatever the table or the queues throw: all messages are to come again.
 */
export async function serve(deps: ServeDeps, messages: readonly AttemptMessage[], arrival: Arrival): Promise<void> {
  const left = [...messages];
  for (let [first] = left; first !== undefined; [first] = left) {
    // The first of all is never late: what is put back again and again must get on all the same.
    const late = left.length < messages.length && arrival.late();
    const { kind } = late ? { kind: 'late' as const } : await attempts(deps, first, left, arrival);
    if (kind !== 'served') return putBack(deps, kind, left, arrival);
  }
}

/**
 * What has to wait for its receiver takes no slot of the organisation. Otherwise that one comes first, so that who has the
 * receiver's never waits: its release then calls up the next there, which would else be moved from backlog to backlog.
 */
async function attempts(
  deps: ServeDeps,
  first: AttemptMessage,
  own: AttemptMessage[],
  arrival: Arrival,
): Promise<Visit> {
  const { first: queue, retries } = deps.queues;
  const { backlog } = deps;
  const organisation: Gate = {
    slots: deps.organisations,
    backlog,
    // Apart, so that those of dead receivers hold up no first attempt.
    of: { ...first, receiver: arrival.fromRetries ? 'retries' : 'first' },
    next: () => (arrival.fromRetries ? retries : queue),
    calls: (message) => ({ ...message, calledUp: true }),
    hasHealth: false,
  };
  const receiver: Gate = {
    slots: deps.receivers,
    backlog,
    of: first,
    next: (failing) => (failing ? retries : queue),
    calls: (message) => message,
    hasHealth: true,
  };
  const { full } = await deps.receivers.look(first);
  if (full !== null && (await wait(receiver, own, full))) {
    // Another one is to have the room for which these were called up.
    if (own.some(({ calledUp }) => calledUp))
      await callUp(organisation, await deps.organisations.look(organisation.of));
    return { kind: 'busy' };
  }
  const visited = await inSlot(organisation, own, arrival.fromRetries, () =>
    inSlot(receiver, own, arrival.fromRetries, async (admitted) => ({
      kind: 'served',
      answered: await visit(deps, first, admitted, own, arrival),
    })),
  );
  // They may be what the receiver has called up, which ends with them: then it is for another one to go on there.
  if (visited.nothingWaitsAt === organisation) await callUp(receiver, await deps.receivers.look(first));
  return visited;
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

/** Attempts until one fails or it gets late: those of `own`, which are taken out of it, then those that wait. */
async function visit(
  deps: ServeDeps,
  of: AttemptMessage,
  { slot, backlog }: Admitted,
  own: AttemptMessage[],
  { late, fail }: Arrival,
): Promise<Answered | null> {
  let answered: Answered | null = null;
  do {
    const message = own.shift() ?? (backlog && (await deps.backlog.take(of, slot.number)));
    if (!message) break;
    try {
      answered = latest(answered, await attemptDelivery(deps, message));
    } catch (error) {
      // Of one that waited nothing comes again by itself: reconcile finds it.
      fail(message, error);
    }
  } while (answered?.ok !== false && !late());
  return answered;
}

const latest = (before: Answered | null, told: Answered | null): Answered | null =>
  told === null ? before : { ...told, afterSuccess: before?.ok === true };
