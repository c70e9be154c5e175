import type { BlockHeader, ChainReader } from '../chains/port/chain.ts';
import type { Chain } from '../chains/registry.ts';
import { log, withLogContext } from '../platform/log.ts';
import type { BlockRepo } from './block-records.ts';
import { ancestorOf, follows, missingBefore } from './continuity.ts';
import type { CursorRepo } from './cursor.ts';
import { inOrder } from './prefetch.ts';
import { readHeader, readWhole } from './read-block.ts';
import { type RecordBlockDeps, recordBlock } from './record-block.ts';
import type { Cursor } from './schema.ts';

export interface ScanChainDeps extends RecordBlockDeps {
  readonly reader: ChainReader;
  readonly cursors: Pick<CursorRepo, 'get' | 'begin' | 'move'>;
  readonly blocks: BlockRepo;
}

export interface ScanChainOptions {
  readonly chain: Chain;
  /** How many blocks must follow a block before the scan reads it. */
  readonly confirmations: number;
  /** The first height of a chain that has no cursor. Without `start`, the newest block with enough confirmations. */
  readonly start?: number;
  /**
   * The cursor as the last scan of the run left it, which saves a read. If another scan has moved the cursor, the move
   * of this scan fails.
   */
  readonly known?: Cursor | null;
  /** Whether to trace the next blocks; by default no. */
  traces?(cursor: Cursor): Promise<boolean>;
  readonly signal: AbortSignal;
  /** The scan calls this function with the head of the chain before it reads a block. */
  found?(head: number): void;
  /** The scan calls this function after each block and ends when the function returns false. */
  proceed?(): Promise<boolean>;
  /** The scan waits for this function before it moves the cursor back to replace blocks. */
  replacing?(): Promise<void>;
}

export interface ScanResult {
  readonly head: number;
  /** The cursor after the scan; null when another scan has moved the cursor. */
  readonly cursor: Cursor | null;
  /** Blocks scanned. */
  readonly blocks: number;
  /** Records made. */
  readonly records: number;
  /** Whether more blocks can be scanned at once. */
  readonly more: boolean;
}

/** The most blocks of one scan. This bounds how many block records the scan reads before it starts. */
const BLOCKS_PER_SCAN = 256;
/** Heights per request. A Solana cluster that stood still has skipped thousands of slots. */
const HEIGHTS_PER_REQUEST = 5_000;
/** Blocks that the scan reads ahead of the block that it records. */
const BLOCKS_READ_AHEAD = 4;
/**
 * A scan that is further behind reads blocks without their traces until it has caught up, so that slow traces never
 * delay a chain for long. Full nodes keep the states of 128 blocks, and a trace needs the state.
 */
const BLOCKS_TRACED_BEHIND = 32;

/**
 * Scans a chain once, from its cursor to the newest block with enough confirmations, but at most `BLOCKS_PER_SCAN`
 * blocks. For each block the scan checks that the block follows the block before, records the wallet matches, and moves
 * the cursor last. The scan may stop anywhere: the next scan leaves no gap and stores no record twice.
 * @throws ChainUnavailableError when no node answers. The cursor stays.
 * @throws ContradictionError when answers contradict each other. The cursor stays.
 */
export async function scan(deps: ScanChainDeps, options: ScanChainOptions): Promise<ScanResult> {
  const { chain, confirmations, start, signal } = options;
  const head = await deps.reader.head(signal);
  options.found?.(head);
  const target = head - confirmations;
  const first = start ?? Math.max(0, target);
  const cursor = options.known ?? (await deps.cursors.get(chain.id)) ?? (await deps.cursors.begin(chain.id, first));
  const idle: ScanResult = { head, cursor, blocks: 0, records: 0, more: false };
  if (cursor === null || cursor.stopped !== null) return idle;
  if (target > cursor.height) return { ...idle, ...(await scanTo(deps, options, cursor, target)) };
  const replacement = await replacementOf(deps.reader, cursor, head, signal);
  return replacement === null ? idle : { ...idle, ...(await walkBack(deps, options, cursor, replacement)) };
}

type Progress = Omit<ScanResult, 'head'>;

async function scanTo(
  deps: ScanChainDeps,
  options: ScanChainOptions,
  cursor: Cursor,
  target: number,
): Promise<Progress> {
  const heights = await nextHeights(deps.reader, cursor.height + 1, target, options.signal);
  const progress = await scanHeights(deps, options, cursor, heights, target);
  return {
    ...progress,
    more: progress.more || (progress.blocks === heights.length && (heights.at(-1) ?? target) < target),
  };
}

async function scanHeights(
  deps: ScanChainDeps,
  options: ScanChainOptions,
  start: Cursor,
  heights: readonly number[],
  target: number,
): Promise<Progress> {
  const last = heights.at(-1);
  let progress: Progress = { cursor: start, blocks: 0, records: 0, more: false };
  if (last === undefined) return progress;
  const {
    chain: { id },
    signal,
    proceed,
  } = options;
  const stored = await deps.blocks.between(id, start.height + 1, last);
  const watched = deps.watched(id);
  const areTraced = (await options.traces?.(start)) ?? false;
  const read = (height: number, within: AbortSignal) =>
    watched.mayHoldAny
      ? readWhole(deps.reader, height, within, areTraced && target - height < BLOCKS_TRACED_BEHIND)
      : readHeader(deps.reader, id, height, within);
  let cursor = start;
  for await (const block of inOrder(heights, BLOCKS_READ_AHEAD, read, signal)) {
    if (!follows(cursor, block)) {
      const { blocks, records, ...rest } = await reconnect(deps, options, cursor, block, target);
      return { blocks: progress.blocks + blocks, records: progress.records + records, ...rest };
    }
    const previous = stored.filter(({ height }) => height > cursor.height && height <= block.height);
    const recorded = await withLogContext({ correlationId: `${id}-${block.height}` }, () =>
      recordBlock(deps, id, block, previous, signal),
    );
    const moved = recorded === null ? null : await deps.cursors.move(cursor, block);
    progress = {
      cursor: moved,
      blocks: progress.blocks + 1,
      records: progress.records + (recorded?.records ?? 0),
      more: false,
    };
    if (recorded === null || moved === null) return progress;
    deps.deferral.passed(recorded.divided);
    cursor = moved;
    if (proceed !== undefined && !(await proceed())) return progress;
  }
  return progress;
}

/** The heights of the next blocks, at most `BLOCKS_PER_SCAN`. */
async function nextHeights(reader: ChainReader, from: number, target: number, signal: AbortSignal): Promise<number[]> {
  for (let at = from; at <= target; at += HEIGHTS_PER_REQUEST) {
    const heights = await reader.heights(at, Math.min(at + HEIGHTS_PER_REQUEST - 1, target), signal);
    if (heights.length > 0) return heights.slice(0, BLOCKS_PER_SCAN);
  }
  return [];
}

/**
 * Continues where a block does not follow the cursor. Either a node left out blocks between the cursor and the block,
 * which are scanned now, or the block is on another branch.
 */
async function reconnect(
  deps: ScanChainDeps,
  options: ScanChainOptions,
  cursor: Cursor,
  block: BlockHeader,
  target: number,
): Promise<Progress> {
  if (block.parentHeight <= cursor.height) return walkBack(deps, options, cursor, block);
  const missing = await missingBefore(deps.reader, cursor, block, options.signal);
  log.warn('chain.blocks_missing', { chain: cursor.chain, heights: missing });
  return { ...(await scanHeights(deps, options, cursor, missing, target)), more: true };
}

/**
 * The header that replaced the cursor's block. Null while the node still has the cursor's block, or knows no block at
 * this height. Another node with another block at this height replaces nothing until its branch is longer.
 */
async function replacementOf(
  reader: ChainReader,
  { hash, height }: Cursor,
  head: number,
  signal: AbortSignal,
): Promise<BlockHeader | null> {
  if (hash === null || head < height) return null;
  const header = await reader.header(height, signal, height);
  return header === null || header.hash === hash ? null : header;
}

/**
 * Moves the cursor back to the last common block of both branches. The scan of the new blocks orphans the records above
 * that block.
 */
async function walkBack(
  deps: ScanChainDeps,
  { signal, replacing }: ScanChainOptions,
  cursor: Cursor,
  block: BlockHeader,
): Promise<Progress> {
  const stored = await deps.blocks.last(cursor.chain, cursor.from, cursor.height);
  const ancestor = await ancestorOf(deps.reader, stored, cursor, block, signal);
  const to = ancestor ?? { height: cursor.from - 1, hash: null, timestamp: null };
  log.warn('chain.reorganised', { chain: cursor.chain, from: cursor.height, to: to.height });
  await replacing?.();
  return { cursor: await deps.cursors.move(cursor, to), blocks: 0, records: 0, more: true };
}
