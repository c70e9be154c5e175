import { type Chain, type ChainId, chainOf } from '../../chains/registry.ts';
import { plusSeconds } from '../../values/time.ts';
import type { Cursor, HeightRange, Watcher } from '../../watch/schema.ts';
import type { ScanCoverage } from './schema.ts';

/**
 * A new run of the watcher starts every minute. The chain counts as stalled when the last lease ended this long ago.
 */
const STALLED_SECONDS = 120;

/** After this many block times without a block, the chain or its nodes stand still. */
const OVERDUE_BLOCKS = 3;

/**
 * How far a chain is scanned, according to the items that its watcher has written. The function does not ask the chain:
 * `head` is the newest block that the watcher knew at `headAt`, or a newer block that its scans prove.
 */
export function coverageOf(chain: ChainId, cursor: Cursor | null, watcher: Watcher | null, now: Date): ScanCoverage {
  const confirmations = watcher?.confirmations ?? chainOf(chain).confirmations;
  const scanned = cursor !== null && cursor.height >= cursor.from ? cursor : null;
  return {
    chain,
    status: statusOf(cursor, watcher, now),
    stopped: cursor?.stopped ?? null,
    confirmations,
    ...(cursor === null ? { ranges: [], gaps: [] } : rangesOf(cursor)),
    height: scanned?.height ?? null,
    hash: scanned?.hash ?? null,
    timestamp: scanned?.timestamp ?? null,
    head: headOf(scanned, watcher),
    headAt: watcher?.headAt ?? null,
    lag: cursor === null || watcher === null ? null : lagOf(chainOf(chain), cursor, watcher, now),
  };
}

/** The watcher stores the head seldom. A scanned block had its confirmations, so the head was at least so far. */
function headOf(scanned: Cursor | null, watcher: Watcher | null): number | null {
  if (watcher === null || watcher.head === null || scanned === null) return watcher?.head ?? null;
  return Math.max(watcher.head, scanned.height + watcher.confirmations);
}

function statusOf(cursor: Cursor | null, watcher: Watcher | null, now: Date): ScanCoverage['status'] {
  if (cursor !== null && cursor.stopped !== null) return 'stopped';
  const isAlive = watcher !== null && plusSeconds(new Date(watcher.leaseUntil), STALLED_SECONDS) > now;
  if (isAlive) return 'running';
  return cursor === null ? 'unwatched' : 'stalled';
}

/** The scanned ranges, with adjacent ranges joined, and the gaps between them. */
export function rangesOf({ earlier, from, height }: Pick<Cursor, 'earlier' | 'from' | 'height'>) {
  // Before the first scan the last range is empty (`to` is `from` - 1), but this range already ends the gap before
  // `from`.
  const ranges = joined([...earlier, { from, to: height }]);
  const gaps = ranges.slice(1).map((range, i) => ({ from: (ranges[i]?.to ?? 0) + 1, to: range.from - 1 }));
  return { ranges: ranges.filter((range) => range.to >= range.from), gaps };
}

/** The ranges in ascending order, with overlapping and adjacent ranges joined. */
export function joined(all: readonly HeightRange[]): HeightRange[] {
  const ranges: HeightRange[] = [];
  for (const range of all.toSorted((a, b) => a.from - b.from)) {
    const last = ranges.at(-1);
    if (last !== undefined && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else ranges.push({ ...range });
  }
  return ranges;
}

function lagOf(chain: Chain, cursor: Cursor, { head, confirmations }: Watcher, now: Date): ScanCoverage['lag'] {
  if (head === null) return null;
  // The head may come from a node that is behind the scanned blocks.
  const blocks = Math.max(0, head - confirmations - cursor.height);
  const age = cursor.timestamp === null ? null : Math.max(0, (now.getTime() - Date.parse(cursor.timestamp)) / 1000);
  if (blocks === 0 && (age === null || age < overdueAge(chain, confirmations))) return { blocks, seconds: 0 };
  return { blocks, seconds: age === null ? null : Math.floor(age) };
}

/**
 * The age in seconds at which the last scanned block lags although no newer block is known. A block waits for its
 * confirmations, and then for a poll where the chain makes blocks faster than the watcher polls.
 */
function overdueAge({ blockSeconds, pollMs }: Chain, confirmations: number): number {
  if (blockSeconds === null) return Number.POSITIVE_INFINITY;
  return confirmations * blockSeconds + OVERDUE_BLOCKS * Math.max(blockSeconds, pollMs / 1000);
}
