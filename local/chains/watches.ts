import type { Watch } from '../../infra/chain-watch.ts';
import type { ChainId } from '../../lib/chains/registry.ts';

/** The chains that need no RPC URL: the stack starts a node, or a simulated node, for each of these chains. */
export const chainsWithOwnNode: readonly ChainId[] = ['anvil', 'solana', 'xrp'];

export type ByChain = Readonly<Partial<Record<ChainId, number>>>;

/** The numbers that options set for a chain: the first height, the confirmations, the blocks between balance checks. */
export interface ChainNumbers {
  readonly start?: ByChain;
  readonly confirmations?: ByChain;
  readonly reconcileEvery?: ByChain;
}

/** The watches of these chains, with the numbers that the options set. */
export const watchesOf = (
  watch: readonly ChainId[],
  { start = {}, confirmations = {}, reconcileEvery = {} }: ChainNumbers,
): Watch[] =>
  [...new Set(watch)].map((chain) => ({
    chain,
    ...(start[chain] !== undefined && { start: start[chain] }),
    ...(confirmations[chain] !== undefined && { confirmations: confirmations[chain] }),
    ...(reconcileEvery[chain] !== undefined && { reconcileEvery: reconcileEvery[chain] }),
  }));
