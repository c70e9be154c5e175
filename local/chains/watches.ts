import type { Watch } from '../../infra/chain-watch.ts';
import type { TraceBlocks } from '../../lib/chains/port/chain-entry.ts';
import type { ChainId } from '../../lib/chains/registry.ts';

/** The chains that need no RPC URL: the stack starts a node, or a simulated node, for each of these chains. */
export const chainsWithOwnNode: readonly ChainId[] = ['anvil', 'solana', 'xrp'];

export type ByChain<T = number> = Readonly<Partial<Record<ChainId, T>>>;

/** What options set for a chain: the first height, confirmations, blocks between balance checks, when to trace. */
export interface ChainNumbers {
  readonly start?: ByChain;
  readonly confirmations?: ByChain;
  readonly reconcileEvery?: ByChain;
  readonly traceBlocks?: ByChain<TraceBlocks>;
}

/** The watches of these chains, with what the options set. */
export const watchesOf = (
  watch: readonly ChainId[],
  { start = {}, confirmations = {}, reconcileEvery = {}, traceBlocks = {} }: ChainNumbers,
): Watch[] =>
  [...new Set(watch)].map((chain) => ({
    chain,
    ...(start[chain] !== undefined && { start: start[chain] }),
    ...(confirmations[chain] !== undefined && { confirmations: confirmations[chain] }),
    ...(reconcileEvery[chain] !== undefined && { reconcileEvery: reconcileEvery[chain] }),
    ...(traceBlocks[chain] !== undefined && { traceBlocks: traceBlocks[chain] }),
  }));
