import * as z from 'zod';
import { ChainId } from '../../chains/registry.ts';
import { Instant } from '../../values/fields.ts';
import type { WatchedHeights } from '../../wallets/watched-heights.ts';
import { type Cursor, HeightRange } from '../../watch/schema.ts';
import { joined, rangesOf } from './chain-coverage.ts';

const Height = z.number().int();

/** What is known of one wallet on a chain, as the API answers. */
export const WalletCoverage = z
  .object({
    chain: ChainId,
    since: Height.nullable().describe('The first height that was watched for this wallet'),
    ranges: z.array(HeightRange).describe('What was scanned for this wallet, also by backfills; ascending'),
    gaps: z
      .array(HeightRange)
      .describe(
        'What was not, up to the last scanned block. POST /api/chains/{chain}/backfill with a gap fills the gap',
      ),
    recordedTo: Height.nullable().describe(
      'Every record of the wallet in ranges up to this height exists, except for payments inside calls that no node ' +
        'traced: a check of balances adds these later. Null without ranges, and before the first block',
    ),
    reconciledTo: Height.nullable().describe(
      'The last block after which the balance was compared with the records. Null for a wallet with a destination ' +
        'tag: the balance belongs to the whole account',
    ),
    openDifferences: Height.describe('Deviations of the balance that nothing explains'),
    throttledSince: Instant.nullable().describe('Since when transactions wait for the budget; null while none waits'),
    detail: z.enum(['full', 'logs']).describe('logs: the calls inside recent transactions are unknown'),
  })
  .meta({ id: 'WalletCoverage' });
export type WalletCoverage = z.output<typeof WalletCoverage>;

/** The items of a wallet on a chain from which its coverage follows. */
export interface WalletFacts {
  readonly chain: ChainId;
  readonly cursor: Cursor | null;
  readonly spans: WatchedHeights['spans'];
  /** The ranges of the wallet's completed backfills. */
  readonly backfilled: readonly HeightRange[];
  /** The height up to which every record exists that the scans of the chain have found. */
  readonly recordedTo: number | null;
  /** The height of the last check of balances, if the check included the wallet. */
  readonly reconciledTo: number | null;
  readonly openDifferences: number;
  readonly throttledSince: string | null;
  readonly detail: WalletCoverage['detail'];
}

export function walletCoverageOf({
  chain,
  cursor,
  spans,
  backfilled,
  recordedTo,
  ...facts
}: WalletFacts): WalletCoverage {
  const begin = spans[0]?.from ?? (spans.length > 0 ? (cursor?.from ?? null) : null);
  const scanned = cursor === null ? [] : rangesOf(cursor).ranges;
  const watched = spans.flatMap(({ from, to }) =>
    scanned.map((range) => ({
      from: Math.max(range.from, from ?? range.from),
      to: Math.min(range.to, to ?? range.to),
    })),
  );
  const ranges = joined([...watched, ...backfilled].filter(({ from, to }) => from <= to));
  // The scans record nothing of a wallet that is not watched.
  const last = ranges.at(-1);
  return {
    chain,
    since: begin,
    ranges,
    gaps: cursor === null ? [] : gapsIn(ranges, cursor.height),
    recordedTo: recordedTo === null || last === undefined ? null : Math.min(recordedTo, last.to),
    ...facts,
  };
}

/** What lies between the ranges, from the first block of the chain to `to`. */
function gapsIn(ranges: readonly HeightRange[], to: number): HeightRange[] {
  const starts = [0, ...ranges.map((range) => range.to + 1)];
  const ends = [...ranges.map(({ from }) => from - 1), to];
  return starts.flatMap((from, n) => {
    const end = ends[n] ?? to;
    return from <= end ? [{ from, to: end }] : [];
  });
}
