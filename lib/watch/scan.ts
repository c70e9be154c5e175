import type { BlockHeader, ChainReader } from '../chains/port/chain.ts';
import type { Chain } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { BlockRepo } from './block-records.ts';
import { ancestorOf, follows, missingBefore } from './continuity.ts';
import type { CursorRepo } from './cursor.ts';
import { inOrder } from './prefetch.ts';
import { type RecordBlockDeps, recordBlock } from './record-block.ts';
import type { Cursor } from './schema.ts';

export interface ScanDeps extends RecordBlockDeps {
  readonly reader: ChainReader;
  readonly cursors: Pick<CursorRepo, 'get' | 'begin' | 'move'>;
  readonly blocks: BlockRepo;
}

export interface ScanOptions {
  readonly chain: Chain;
  /** Blocks on top of one before it is scanned. */
  readonly confirmations: number;
  /** The first height to scan where there is no cursor yet; the newest with its confirmations when left out. */
  readonly start?: number;
  readonly signal: AbortSignal;
  /** Asked after each block; false ends the scan there. */
  proceed?(): Promise<boolean>;
}

/** What a scan came to. */
export interface Scanned {
  readonly head: number;
  /** Where the chain is scanned to; null when another scan has moved it. */
  readonly cursor: Cursor | null;
  readonly blocks: number;
  readonly records: number;
  /** Whether there is more to scan at once. */
  readonly more: boolean;
}

/** Blocks of one scan, which bounds what is read of the table beforehand. */
const BLOCKS = 256;
/** Heights asked for at once, until one has a block: a cluster that stood still may have skipped thousands of slots. */
const SPAN = 5_000;
/** Blocks read ahead of the one that is recorded. */
const AHEAD = 4;

/**
 * Scans a chain once, from its cursor up to the newest block that has its confirmations, or as many blocks as one scan takes.
 * Of each block it proves that it follows the one before, records what touches watched wallets, and only then moves the
 * cursor: wherever it stops, the next scan goes on without a gap and makes no record twice.
 * @throws ChainUnavailableError when no endpoint answers, ContradictionError when answers do not fit together; the cursor stays.
 */
export async function scan(deps: ScanDeps, options: ScanOptions): Promise<Scanned> {
  const { chain, confirmations, start, signal } = options;
  const head = await deps.reader.head(signal);
  const target = head - confirmations;
  const first = start ?? Math.max(0, target);
  const cursor = (await deps.cursors.get(chain.id)) ?? (await deps.cursors.begin(chain.id, first));
  const idle: Scanned = { head, cursor, blocks: 0, records: 0, more: false };
  if (cursor === null || cursor.stopped !== null) return idle;
  if (target > cursor.height) return { ...idle, ...(await scanTo(deps, options, cursor, target)) };
  const replacement = await replacementOf(deps.reader, cursor, head, signal);
  return replacement === null ? idle : { ...idle, ...(await walkBack(deps, cursor, replacement, signal)) };
}

type Progress = Omit<Scanned, 'head'>;

async function scanTo(deps: ScanDeps, options: ScanOptions, cursor: Cursor, target: number): Promise<Progress> {
  const heights = await nextHeights(deps.reader, cursor.height + 1, target, options.signal);
  const progress = await scanHeights(deps, options, cursor, heights);
  return {
    ...progress,
    more: progress.more || (progress.blocks === heights.length && (heights.at(-1) ?? target) < target),
  };
}

async function scanHeights(
  deps: ScanDeps,
  options: ScanOptions,
  begun: Cursor,
  heights: readonly number[],
): Promise<Progress> {
  const last = heights.at(-1);
  let at: Progress = { cursor: begun, blocks: 0, records: 0, more: false };
  if (last === undefined) return at;
  const {
    chain: { id },
    signal,
    proceed,
  } = options;
  const stale = await deps.blocks.between(id, begun.height + 1, last);
  const read = (height: number, within: AbortSignal) => deps.reader.block(height, within);
  let cursor = begun;
  for await (const block of inOrder(heights, AHEAD, read, signal)) {
    if (!follows(cursor, block)) {
      const { blocks, records, ...rest } = await reconnect(deps, options, cursor, block);
      return { blocks: at.blocks + blocks, records: at.records + records, ...rest };
    }
    const before = stale.filter(({ height }) => height > cursor.height && height <= block.height);
    const records = await recordBlock(deps, id, block, before, signal);
    const moved = records === null ? null : await deps.cursors.move(cursor, block);
    at = { cursor: moved, blocks: at.blocks + 1, records: at.records + (records ?? 0), more: false };
    if (moved === null) return at;
    cursor = moved;
    if (proceed !== undefined && !(await proceed())) return at;
  }
  return at;
}

/** The heights of the blocks that come next, as many as one scan takes. */
async function nextHeights(reader: ChainReader, from: number, target: number, signal: AbortSignal): Promise<number[]> {
  for (let at = from; at <= target; at += SPAN) {
    const heights = await reader.heights(at, Math.min(at + SPAN - 1, target), signal);
    if (heights.length > 0) return heights.slice(0, BLOCKS);
  }
  return [];
}

/** What comes instead of a block that does not follow the cursor: the blocks left out between, or those of another branch. */
async function reconnect(deps: ScanDeps, options: ScanOptions, cursor: Cursor, block: BlockHeader): Promise<Progress> {
  if (block.parentHeight <= cursor.height) return walkBack(deps, cursor, block, options.signal);
  const missing = await missingBefore(deps.reader, cursor, block, options.signal);
  log.warn('chain.blocks_left_out', { chain: cursor.chain, heights: missing });
  return { ...(await scanHeights(deps, options, cursor, missing)), more: true };
}

/** The block that stands where the cursor's did; null while that one stands, as far as the endpoint knows. */
async function replacementOf(
  reader: ChainReader,
  { hash, height }: Cursor,
  head: number,
  signal: AbortSignal,
): Promise<BlockHeader | null> {
  if (hash === null || head < height) return null;
  const header = await reader.header(height, signal);
  return header === null || header.hash === hash ? null : header;
}

/** Moves the cursor back to where the branches part. What was recorded beyond is orphaned as its replacement is scanned. */
async function walkBack(deps: ScanDeps, cursor: Cursor, block: BlockHeader, signal: AbortSignal): Promise<Progress> {
  const ring = await deps.blocks.ring(cursor.chain, cursor.from, cursor.height);
  const ancestor = await ancestorOf(deps.reader, ring, cursor, block, signal);
  const to = ancestor ?? { height: cursor.from - 1, hash: null, timestamp: null };
  log.warn('chain.reorganised', { chain: cursor.chain, from: cursor.height, to: to.height });
  return { cursor: await deps.cursors.move(cursor, to), blocks: 0, records: 0, more: true };
}
