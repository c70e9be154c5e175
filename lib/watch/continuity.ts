import type { BlockHeader, ChainReader } from '../chains/port/chain.ts';
import { RING } from './block-records.ts';
import type { BlockRecord, Cursor } from './schema.ts';

/** Answers of a chain that cannot all be true. Nothing is recorded of them. */
export class ContradictionError extends Error {
  override readonly name: string = 'ContradictionError';
  /** Whether asking again cannot help. */
  readonly isFinal: boolean = false;
}

/** A reorganisation that reaches below the blocks in which it can be walked back. */
export class ReorgTooDeepError extends ContradictionError {
  override readonly name = 'ReorgTooDeepError';
  override readonly isFinal = true;
}

/** Headers read to find the way back to the cursor; no cluster leaves out more slots that were not skipped. */
const MOST_STEPS = 1_000;

type Headers = Pick<ChainReader, 'header'>;

/** Whether this block comes next. Of the first that is scanned only that its parent is none of those to be scanned. */
export const follows = ({ hash, height }: Cursor, block: BlockHeader): boolean =>
  hash === null ? block.parentHeight <= height : block.parentHash === hash && block.parentHeight === height;

/**
 * The block that a reorganisation left standing: the last one kept that is an ancestor of `block`; null when all that was
 * scanned in one go is replaced. The way back is proven by parent hashes, not by heights, so that an endpoint that is
 * behind, or on another branch, misleads nobody.
 * @param ring the last blocks kept from the cursor's `from` on, descending.
 * @throws ReorgTooDeepError when the branches part below what is kept; ContradictionError when the endpoints disagree on the way.
 */
export async function ancestorOf(
  reader: Headers,
  ring: readonly BlockRecord[],
  { from, earlier }: Cursor,
  block: BlockHeader,
  signal: AbortSignal,
): Promise<BlockRecord | null> {
  const kept = new Map(ring.map((each) => [each.height, each]));
  const lowest = ring.at(-1);
  for (let at = block; at.parentHeight >= (lowest?.height ?? Number.POSITIVE_INFINITY); ) {
    const parent = kept.get(at.parentHeight);
    if (parent?.hash === at.parentHash) return parent;
    at = await parentOf(reader, at, signal);
  }
  const isAll = earlier.every(({ to }) => to < from - 1);
  if (isAll && lowest !== undefined && lowest.parentHeight < from) return null;
  throw new ReorgTooDeepError(`the chain was reorganised below the last ${RING} blocks`);
}

/**
 * The heights between the cursor and this block that an endpoint left out, though the block's ancestors are there.
 * @throws ContradictionError when the way back cannot be found.
 */
export async function missingBefore(
  reader: Headers,
  cursor: Cursor,
  block: BlockHeader,
  signal: AbortSignal,
): Promise<number[]> {
  const missing: number[] = [];
  for (let at = block; at.parentHeight > cursor.height; ) {
    if (missing.length === MOST_STEPS) throw new ContradictionError(`more than ${MOST_STEPS} blocks were left out`);
    missing.unshift(at.parentHeight);
    at = await parentOf(reader, at, signal);
  }
  return missing;
}

async function parentOf(reader: Headers, block: BlockHeader, signal: AbortSignal): Promise<BlockHeader> {
  const parent = await reader.header(block.parentHeight, signal);
  if (parent?.hash === block.parentHash && parent.parentHeight < parent.height) return parent;
  throw new ContradictionError(
    `block ${block.height} follows ${block.parentHash}, but at ${block.parentHeight} there is ${parent?.hash ?? 'none'}`,
  );
}
