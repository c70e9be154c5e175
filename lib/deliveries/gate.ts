import type { BacklogRepo } from './backlog.ts';
import type { Queue } from './delivery-queue.ts';
import type { Admitted, Answered, Receiver, ReceiverRepo, Slot } from './receivers.ts';
import type { AttemptMessage } from './schema.ts';

/** What bounds attempts: the receiver, or the organisation. */
export interface Gate {
  readonly slots: ReceiverRepo;
  readonly backlog: BacklogRepo;
  /** Any of the messages; its `receiver` is where they wait. */
  readonly of: AttemptMessage;
  /** Where the next one that waits is sent, and as what. */
  next(failing: boolean): Queue;
  calls(message: AttemptMessage): AttemptMessage;
  /** Whether attempts tell of its health. */
  readonly hasHealth: boolean;
}

/** What came of asking for slots. */
export interface Visit {
  readonly kind: 'served' | 'busy' | 'failing';
  /** How the receiver answered, at last. */
  readonly answered?: Answered | null;
  /** The gate that had no slot, when nothing waits there as all were duplicates. */
  readonly nothingWaitsAt?: Gate;
}

/** Runs `run` in a slot, which is given back whatever happens. Without one all of `own` wait where who has the slots looks. */
export async function inSlot(
  gate: Gate,
  own: readonly AttemptMessage[],
  fromRetries: boolean,
  run: (admitted: Admitted) => Promise<Visit>,
): Promise<Visit> {
  const { slots, of } = gate;
  for (;;) {
    const admission = await slots.admit(of, fromRetries);
    if (admission.kind === 'admitted') return leaving(gate, own, admission, run);
    if (admission.kind === 'failing') return { kind: 'failing' };
    const waiting = await wait(gate, own, admission.slots);
    if (waiting) return { kind: 'busy', ...(waiting === 'nothing' && { nothingWaitsAt: gate }) };
  }
}

/** Has messages wait where those who hold these slots look. False when none of them is held any more, and nobody would. */
export async function wait({ slots, backlog, of }: Gate, own: readonly AttemptMessage[], held: readonly Slot[]) {
  if (!(await backlog.add(own, of.receiver))) return 'nothing';
  // Not before they wait: who learns of them looks once.
  return slots.announce(of, held);
}

/** Gives the slot back, and has the next one that waits come, whatever came of this one: so no wake-up is lost. */
async function leaving(
  gate: Gate,
  own: readonly AttemptMessage[],
  admitted: Admitted,
  run: (admitted: Admitted) => Promise<Visit>,
): Promise<Visit> {
  let visited: Visit | null = null;
  let after: Receiver;
  try {
    // Those that were called up may have come in one batch, or died: each that comes brings another while there is room.
    if (admitted.room) await callUp(gate, admitted);
    visited = await run(admitted);
  } finally {
    const answered = (gate.hasHealth && visited?.answered) || null;
    after = await gate.slots.release(gate.of, admitted.slot, answered);
  }
  // Own messages that are left go on at the receiver themselves.
  const goesOn = gate.hasHealth && own.length > 0;
  if (!goesOn) await callUp(gate, after);
  return visited;
}

/** Has the next one that waits come by the queue. It is taken out first: should it get lost in between, reconcile finds it. */
export async function callUp({ slots, backlog, of, next, calls }: Gate, seen: Receiver): Promise<void> {
  if (seen.backlog === null) return;
  const message = await backlog.take(of, 0);
  if (message === null) await slots.settle(of, seen.backlog);
  else await next(seen.failing).send([calls(message)]);
}
