import type { BlockHeader, ChainBlock, ChainReader } from '../chains/port/chain.ts';
import { ContradictionError } from '../watch/continuity.ts';
import { inOrder } from '../watch/prefetch.ts';
import type { HeightRange } from '../watch/schema.ts';

/** Blocks read at once. With the parts that run side by side it is what a provider sees. */
const READS_AT_ONCE = 4;

/** Where a block is looked for that proves the slots before it skipped; outages of Solana have skipped hundreds. */
const LOOK_AHEAD = 5_000;

/** The part of a chain's reader that reads ranges. */
export type BlockReader = Pick<ChainReader, 'heights' | 'header' | 'block'>;

/**
 * The blocks of a range, ascending. Each is proven to follow the one before it, and what is skipped to be skipped: the range
 * is proven as a whole once it has been read to its end.
 * @throws ChainUnavailableError, or ContradictionError.
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

/** @throws ContradictionError when a block does not follow `last`, or, as the first of a range, leaves one of it out. */
function checkFollows(last: BlockHeader | null, block: BlockHeader, from: number): void {
  const follows =
    last === null
      ? block.height === from || block.parentHeight < from
      : block.parentHash === last.hash && block.parentHeight === last.height;
  if (follows) return;
  const before = last === null ? `that there is none from ${from} on` : `block ${last.height} (${last.hash})`;
  throw new ContradictionError(
    `block ${block.height} follows ${block.parentHeight} (${block.parentHash}), which contradicts ${before}`,
  );
}

/** The first block above a height: when the last slots of a range are skipped, only its parent proves it. */
async function following(reader: BlockReader, height: number, signal: AbortSignal): Promise<BlockHeader> {
  const [next] = await reader.heights(height + 1, height + LOOK_AHEAD, signal);
  const header = next === undefined ? null : await reader.header(next, signal);
  if (header === null) throw new ContradictionError(`no block follows ${height}, which is said to be skipped`);
  return header;
}
