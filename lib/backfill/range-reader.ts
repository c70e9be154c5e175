import type { BlockHeader, ChainBlock, ChainReader } from '../chains/port/chain.ts';
import { ContradictionError } from '../watch/continuity.ts';
import { inOrder } from '../watch/prefetch.ts';
import type { HeightRange } from '../watch/schema.ts';

/** Blocks that one part reads at once. The load on a provider is this number times the concurrent parts. */
const READS_AT_ONCE = 4;

/**
 * How many heights above the range are searched for the next block. Outages of Solana have skipped hundreds of slots.
 */
const LOOK_AHEAD_HEIGHTS = 5_000;

/** The methods of a chain's reader that a backfill uses. */
export type BlockReader = Pick<ChainReader, 'heights' | 'header' | 'block'>;

/**
 * Yields the blocks of a range, ascending. Checks that each block follows the block before, and that skipped heights
 * have no block. The range is proven as a whole only when the caller has read it to its end.
 * @throws ChainUnavailableError or ContradictionError.
 */
export async function* blocksOf(
  reader: BlockReader,
  { from, to }: HeightRange,
  signal: AbortSignal,
): AsyncGenerator<ChainBlock> {
  const heights = await reader.heights(from, to, signal);
  const read = (height: number, within: AbortSignal) => reader.block(height, within);
  let last: BlockHeader | null = null;
  for await (const block of inOrder(heights, READS_AT_ONCE, read, signal)) {
    checkFollows(last, block, from);
    last = block;
    yield block;
  }
  if ((last?.height ?? -1) < to) checkFollows(last, await following(reader, to, signal), from);
}

/**
 * Checks that a block follows `last`. Without `last`, checks that no block of the range comes before this block.
 * @throws ContradictionError when the check fails.
 */
function checkFollows(last: BlockHeader | null, block: BlockHeader, from: number): void {
  const follows =
    last === null
      ? block.height === from || block.parentHeight < from
      : block.parentHash === last.hash && block.parentHeight === last.height;
  if (follows) return;
  const before = last === null ? `that no block exists from ${from} on` : `block ${last.height} (${last.hash})`;
  throw new ContradictionError(
    `block ${block.height} follows ${block.parentHeight} (${block.parentHash}), which contradicts ${before}`,
    block,
  );
}

/**
 * The first block above a height. When the last slots of a range are skipped, only this block's parent proves the skip.
 */
async function following(reader: BlockReader, height: number, signal: AbortSignal): Promise<BlockHeader> {
  const [next] = await reader.heights(height + 1, height + LOOK_AHEAD_HEIGHTS, signal);
  const header = next === undefined ? null : await reader.header(next, signal);
  if (header === null)
    throw new ContradictionError(`no block follows height ${height}, which the node reports as skipped`, { height });
  return header;
}
