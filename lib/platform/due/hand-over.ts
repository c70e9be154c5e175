import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { errorFields, log } from '../log.ts';
import type { DueKind } from '../table/due-keys.ts';
import { overdue } from './due.ts';
import { type DueEntry, noteTurn, type Turn } from './pass.ts';

/** Turns in work at a time: some 3,000 entries a second at 8 ms for each call. */
const TURNS_AT_ONCE = 4;

export interface HandOver extends Pick<Deps, 'table' | 'now'> {
  readonly kind: DueKind;
  /** Hands over what was due before this time. */
  readonly before: Date;
  /** The most entries. */
  readonly most: number;
  /** Whether each organisation gets one turn beyond `most`, so that no other organisation can use all of it up. */
  readonly oneTurnEach?: boolean;
  /** The run begins no turn after this time. */
  readonly until: Date;
  /** Whether `send` stops at this time. The next run then takes the turn again. */
  readonly stopsInTurn?: boolean;
  /** Organisations whose entries stay where they are. */
  readonly skipped?: ReadonlySet<OrganisationId>;
  /** Gets the entries that the search for overdue work reads anyway: at least the next entry, due or not. */
  readonly seen?: (entry: DueEntry) => void;
  /** Takes the errors of entries. An error does not stop the other entries. */
  readonly errors: unknown[];
}

/**
 * Hands overdue entries over to `send`, organisation by organisation in turns, the oldest first. Notes after each turn
 * how far it came, so that the next run goes on from there. An entry that is still due when its pass has ended is
 * handed over again after the grace.
 * @returns the number of entries that were handed over.
 */
export async function handOver(
  { table, now, kind, before, most, oneTurnEach = false, until, stopsInTurn = false, skipped, seen, errors }: HandOver,
  send: (entries: readonly DueEntry[]) => Promise<void>,
): Promise<number> {
  const isOver = () => now() >= until;
  let done = 0;
  let begun = 0;
  let isFirstRound = true;

  async function sendOrReport(entries: readonly DueEntry[]): Promise<void> {
    try {
      await send(entries);
      done += entries.length;
    } catch (error) {
      // One entry by itself, so that a faulty entry does not stop its neighbours.
      if (entries.length > 1) for (const entry of entries) await sendOrReport([entry]);
      else report(error, entries[0]);
    }
  }

  function report(error: unknown, { organisation, id }: Partial<DueEntry> = {}): void {
    log.error('handover.failed', { kind, organisation, id, ...errorFields(error) });
    errors.push(error);
  }

  async function take(turn: Turn): Promise<void> {
    if (isOver()) return;
    const room = oneTurnEach && isFirstRound ? turn.entries.length : Math.max(0, most - begun);
    const entries = turn.entries.slice(0, room);
    begun += entries.length;
    if (entries.length > 0) await sendOrReport(entries);
    if (stopsInTurn && isOver()) return;
    await noteTurn(table, turn, entries.length, now()).catch(report);
  }

  if (most <= 0 && !oneTurnEach) return 0;
  try {
    for await (const round of overdue(table, kind, before, skipped, seen)) {
      await mapConcurrent(round, TURNS_AT_ONCE, take);
      isFirstRound = false;
      if (begun >= most || isOver()) break;
    }
  } catch (error) {
    // Other kinds of work go on.
    report(error);
  }
  return done;
}
