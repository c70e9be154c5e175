import type { BlockHeader, ChainReader } from '../chains/port/chain.ts';
import { REORG_WINDOW_BLOCKS } from './block-records.ts';
import type { BlockRecord, Cursor } from './schema.ts';

/** The nodes of a chain gave answers that contradict each other. The scan records none of these answers. */
export class ContradictionError extends Error {
  override readonly name: string = 'ContradictionError';
  /** The height of the block that does not fit. The node that gave this block is asked last for some time. */
  readonly height: number;

  constructor(message: string, { height }: Pick<BlockHeader, 'height'>) {
    super(message);
    this.height = height;
  }
}

/** A reorganisation that is deeper than the stored blocks. */
export class ReorgTooDeepError extends ContradictionError {
  override readonly name = 'ReorgTooDeepError';
}

/** The most blocks that a node may have left out before a block. No cluster leaves out more. */
const MAX_MISSING_BLOCKS = 1_000;

type Headers = Pick<ChainReader, 'header'>;

/**
 * Whether this block is the next block after the cursor. The cursor has no hash before the first block: then the parent
 * must lie below the scanned range.
 */
export const follows = ({ hash, height }: Cursor, block: BlockHeader): boolean =>
  hash === null ? block.parentHeight <= height : block.parentHash === hash && block.parentHeight === height;

/**
 * The last stored block that is an ancestor of `block`. Null when the reorganisation replaced every block since the
 * cursor's `from`. The function compares parent hashes, not heights: a node that is behind or on another branch cannot
 * mislead it.
 * @param stored the last stored blocks from the cursor's `from` on, descending.
 * @throws ReorgTooDeepError when the branches part below the stored blocks.
 * @throws ContradictionError when the nodes contradict each other.
 */
export async function ancestorOf(
  reader: Headers,
  stored: readonly BlockRecord[],
  { from, earlier }: Cursor,
  block: BlockHeader,
  signal: AbortSignal,
): Promise<BlockRecord | null> {
  const byHeight = new Map(stored.map((record) => [record.height, record]));
  const lowest = stored.at(-1);
  for (let at = block; at.parentHeight >= (lowest?.height ?? Number.POSITIVE_INFINITY); ) {
    const parent = byHeight.get(at.parentHeight);
    if (parent?.hash === at.parentHash) return parent;
    at = await parentOf(reader, at, signal);
  }
  const hasGapBefore = earlier.every(({ to }) => to < from - 1);
  if (hasGapBefore && lowest !== undefined && lowest.parentHeight < from) return null;
  throw new ReorgTooDeepError(`the chain was reorganised below the last ${REORG_WINDOW_BLOCKS} blocks`, block);
}

/**
 * The heights between the cursor and this block that a node left out although they have ancestors of the block.
 * @throws ContradictionError when the parent hashes do not lead back to the cursor.
 */
export async function missingBefore(
  reader: Headers,
  cursor: Cursor,
  block: BlockHeader,
  signal: AbortSignal,
): Promise<number[]> {
  const missing: number[] = [];
  for (let at = block; at.parentHeight > cursor.height; ) {
    if (missing.length === MAX_MISSING_BLOCKS)
      throw new ContradictionError(`more than ${MAX_MISSING_BLOCKS} blocks were left out`, block);
    missing.unshift(at.parentHeight);
    at = await parentOf(reader, at, signal);
  }
  return missing;
}

async function parentOf(reader: Headers, block: BlockHeader, signal: AbortSignal): Promise<BlockHeader> {
  const parent = await reader.header(block.parentHeight, signal, block.height);
  if (parent?.hash === block.parentHash && parent.parentHeight < parent.height) return parent;
  const actual = parent?.hash ?? 'none';
  throw new ContradictionError(
    `block ${block.height} follows ${block.parentHash}, but at ${block.parentHeight} there is ${actual}`,
    block,
  );
}
