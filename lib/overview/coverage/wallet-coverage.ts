import * as z from 'zod';
import { ChainId, chainOf, familyOf } from '../../chains/registry.ts';
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
    innerPayments: z
      .enum(['at_once', 'by_balances'])
      .nullable()
      .describe(
        'How payments are found that contracts make by calls inside transactions which do not name the wallet. ' +
          'at_once: the calls in the blocks from innerPaymentsFrom on were read; by_balances: a check of balances ' +
          'finds them, unless the same amount came and went between two checks. Null where transactions state all ' +
          'payments',
      ),
    innerPaymentsFrom: Height.nullable().describe(
      'The first block from which on all blocks were read at once with their calls. Null unless at_once',
    ),
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
  const isRange = ({ from, to }: HeightRange) => from <= to;
  const ranges = joined([...watched, ...backfilled].filter(isRange));
  // The scans record nothing of a wallet that is not watched.
  const last = ranges.at(-1);
  return {
    chain,
    since: begin,
    ranges,
    gaps: cursor === null ? [] : gapsIn(ranges, cursor.height),
    recordedTo: recordedTo === null || last === undefined ? null : Math.min(recordedTo, last.to),
    // A backfill does not trace.
    ...innerPaymentsOf(chain, cursor, joined(watched.filter(isRange)).at(-1)),
    ...facts,
  };
}

/**
 * The calls of a block are known for all addresses of the chain, or for none.
 * @param last the last range that was scanned for the wallet.
 */
function innerPaymentsOf(
  chain: ChainId,
  cursor: Cursor | null,
  last: HeightRange | undefined,
): Pick<WalletCoverage, 'innerPayments' | 'innerPaymentsFrom'> {
  if (!familyOf(chainOf(chain).family).hasInnerCalls) return { innerPayments: null, innerPaymentsFrom: null };
  const from = cursor?.tracedFrom ?? null;
  if (from === null || last === undefined || last.to !== cursor?.height) {
    return { innerPayments: 'by_balances', innerPaymentsFrom: null };
  }
  return { innerPayments: 'at_once', innerPaymentsFrom: Math.max(from, last.from) };
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
