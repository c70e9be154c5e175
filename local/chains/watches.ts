import type { Watch } from '../../infra/stages.ts';
import type { ChainId } from '../../lib/chains/registry.ts';

/** The chains that need no RPC URL: the stack starts a node, or a simulated node, for each of these chains. */
export const chainsWithOwnNode: readonly ChainId[] = ['anvil', 'solana', 'xrp'];

export type ByChain = Readonly<Partial<Record<ChainId, number>>>;

/** The watches of these chains, with the first height and the confirmations that the options set. */
export const watchesOf = (watch: readonly ChainId[], start: ByChain, confirmations: ByChain): Watch[] =>
  [...new Set(watch)].map((chain) => ({
    chain,
    ...(start[chain] !== undefined && { start: start[chain] }),
    ...(confirmations[chain] !== undefined && { confirmations: confirmations[chain] }),
  }));
