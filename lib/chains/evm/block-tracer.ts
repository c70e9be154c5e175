import { toQuantity } from 'ethers';
import { log } from '../../platform/log.ts';
import type { Chain } from '../port/chain.ts';
import { ChainUnavailableError } from '../port/chain-unavailable.ts';
import type { ReaderOptions } from '../port/family.ts';
import { patience } from '../port/give-up.ts';
import { AHEAD_TRACES, BLOCK_WORK, type CallLimits, type ChainRpc, type Rpc } from '../port/rpc.ts';
import { type CallTrace, CallTracerBlockAnswer, ParityBlockAnswer } from './call-trace.ts';
import { CALL_TRACER, eitherTrace } from './tracer.ts';

/** The hash and the height of a block, and the hashes of its transactions in order. */
export interface TraceableBlock {
  readonly hash: string;
  readonly height: number;
  readonly transactions: readonly string[];
}

/**
 * The traces of a whole block by transaction hash; null when no node traces blocks, and when the tracer gives the block
 * up. Each transaction is then traced alone.
 * @throws ChainUnavailableError when a node traces blocks but gave no traces of this block.
 */
export type BlockTracer = (
  block: TraceableBlock,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, CallTrace> | null>;

/** Gives a block up when its traces are too large, and when no node gave them for two minutes. */
export function patientBlockTracer(rpc: Rpc, now?: () => number): BlockTracer {
  const patient = patience(now, { isShared: true });
  return (block, signal) =>
    patient(
      block.hash,
      signal,
      () => tracesOf(rpc, block, signal, BLOCK_WORK),
      (error) => givenUp(block, error),
    );
}

/** How long a scan waits for the traces of a block, whatever the number of nodes. */
const MOST_WAIT_MS = 6_000;
/** A scan reads this many blocks at once, and waits no longer than the chain takes to make them. */
const BLOCKS_AT_ONCE = 4;
/** After a failure, no block is traced for this many times as long as the failure took. */
const PAUSE_TIMES = 10;
const MOST_PAUSE_MS = 600_000;

/**
 * Gives a block up at the first failure, and then traces no block for a while, which grows with each failure in a row.
 * A stranger decides how long the traces of a block take and how large they are, so the limits are small. No failure
 * makes a node rest: the other calls of the scan show what the node is worth.
 */
export function hurriedBlockTracer(
  rpc: ChainRpc,
  { blockSeconds }: Pick<Chain, 'blockSeconds'>,
  {
    now = () => performance.now(),
    attemptMs: waitMs = waitFor(blockSeconds),
  }: Pick<ReaderOptions, 'now' | 'attemptMs'>,
): BlockTracer {
  const attemptMs = rpc.size > 1 ? waitMs / 2 : waitMs;
  const limits: CallLimits = { ...AHEAD_TRACES, attemptMs };
  let failures = 0;
  let pausesUntil = Number.NEGATIVE_INFINITY;
  return async (block, signal) => {
    const begun = now();
    if (begun < pausesUntil) return null;
    try {
      const found = await tracesOf(rpc, block, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]), limits);
      failures = 0;
      return found;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      // Of several blocks that fail at once, the first counts.
      if (begun >= pausesUntil) {
        failures += 1;
        const at = now();
        pausesUntil = at + Math.min(failures * PAUSE_TIMES * (at - begun), MOST_PAUSE_MS);
      }
      return givenUp(block, error);
    }
  };
}

const waitFor = (blockSeconds: number | null): number =>
  Math.min(MOST_WAIT_MS, BLOCKS_AT_ONCE * 1_000 * (blockSeconds ?? Number.POSITIVE_INFINITY));

function givenUp({ height, hash }: TraceableBlock, { message }: ChainUnavailableError): null {
  log.warn('block.trace_failed', { height, hash, reason: message });
  return null;
}

/** Asks the nodes. `debug_traceBlockByHash` comes first, because more providers have this method. */
async function tracesOf(
  rpc: Rpc,
  { hash, height, transactions }: TraceableBlock,
  signal: AbortSignal,
  limits: CallLimits,
): Promise<ReadonlyMap<string, CallTrace> | null> {
  if (transactions.length === 0) return new Map();
  const isComplete = (found: ReadonlyMap<string, CallTrace>) =>
    transactions.every((each) => found.has(each)) &&
    [...found.values()].every(({ blockHash = hash }) => blockHash === hash);
  const byDebug = CallTracerBlockAnswer(transactions).refine(isComplete, INCOMPLETE);
  const byParity = ParityBlockAnswer.refine(isComplete, INCOMPLETE);
  return eitherTrace(
    () => rpc.send('debug_traceBlockByHash', [hash, CALL_TRACER], byDebug, signal, limits),
    () => rpc.send('trace_block', [toQuantity(height)], byParity, signal, limits),
    signal,
  );
}

const INCOMPLETE = 'are not the traces of the block';
