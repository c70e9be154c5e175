import type { Deps } from '../platform/deps.ts';
import { errorFields, log } from '../platform/log.ts';
import type { DueKind } from '../platform/table/keys.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { type DueEntry, overdue, take } from './due.ts';

/** Entries that a run takes, and then hands over, at a time. */
const SHARE = 10;
/** Shares in work at a time: some 1,000 entries a second at 8 ms for each call to the table. */
const SHARES_AT_ONCE = 4;

export interface HandOver extends Pick<Deps, 'table' | 'now'> {
  readonly kind: DueKind;
  /** Hands over what was due before this time. */
  readonly before: Date;
  /** The most entries. */
  readonly most: number;
  /** The run begins no share after this time. */
  readonly until: Date;
  /** Takes the errors of entries. An error does not stop the other entries. */
  readonly errors: unknown[];
}

/**
 * Takes overdue entries and hands them over to `send`, organisation by organisation in turns, the oldest first. If the
 * process dies before it hands over an entry that it took, the entry is overdue again after the grace.
 * @returns the number of entries that were handed over.
 */
export async function handOver(
  { table, now, kind, before, most, until, errors }: HandOver,
  send: (entries: readonly DueEntry[]) => Promise<void>,
): Promise<number> {
  const isOver = () => now() >= until;
  let done = 0;
  let begun = 0;

  async function sendOrReport(entries: readonly DueEntry[]): Promise<void> {
    try {
      await send(entries);
      done += entries.length;
    } catch (error) {
      // One entry by itself, so that a faulty entry does not stop its neighbours.
      if (entries.length > 1) for (const entry of entries) await sendOrReport([entry]);
      else report(entries, error);
    }
  }

  function report(entries: readonly DueEntry[], error: unknown): void {
    for (const { organisation, id } of entries) {
      log.error('reconcile.failed', { kind, organisation, id, ...errorFields(error) });
    }
    errors.push(error);
  }

  async function share(entries: readonly DueEntry[]): Promise<void> {
    if (isOver()) return;
    const taken = await Promise.allSettled(entries.map((entry) => take(table, entry, now())));
    for (const [n, outcome] of taken.entries()) {
      if (outcome.status === 'rejected') report(entries.slice(n, n + 1), outcome.reason);
    }
    const ours = entries.filter((_, n) => taken[n]?.status === 'fulfilled' && taken[n].value);
    if (ours.length > 0) await sendOrReport(ours);
  }

  if (most <= 0) return 0;
  try {
    for await (const turn of overdue(table, kind, before)) {
      const entries = turn.slice(0, most - begun);
      begun += entries.length;
      const shares = Array.from({ length: Math.ceil(entries.length / SHARE) }, (_, n) =>
        entries.slice(n * SHARE, (n + 1) * SHARE),
      );
      await mapConcurrent(shares, SHARES_AT_ONCE, share);
      if (begun >= most || isOver()) break;
    }
  } catch (error) {
    // Other kinds of work go on.
    log.error('reconcile.failed', { kind, ...errorFields(error) });
    errors.push(error);
  }
  return done;
}
