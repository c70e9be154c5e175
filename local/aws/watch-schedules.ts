import * as z from 'zod';
import type { Watch } from '../../infra/stages.ts';
import { ChainId } from '../../lib/chains/registry.ts';
import type { Recurring } from './recurring.ts';

/** Chains that can be watched without an RPC URL: the stack then starts a node, or what plays one, of its own. */
export const playedChains: readonly ChainId[] = ['anvil', 'solana', 'xrp'];

export type ByChain = Readonly<Partial<Record<ChainId, number>>>;

/** The chains of `watch` with what is said of each. */
export const watchesOf = (watch: readonly ChainId[], start: ByChain, confirmations: ByChain): Watch[] =>
  [...new Set(watch)].map((chain) => ({
    chain,
    ...(start[chain] !== undefined && { start: start[chain] }),
    ...(confirmations[chain] !== undefined && { confirmations: confirmations[chain] }),
  }));

const Scheduled = z.looseObject({ chain: ChainId });

/** Of the watchers only those of these chains, told what is said of each; the template has one for every chain. */
export const onlyWatching = (all: readonly Recurring[], watches: readonly Watch[]): Recurring[] =>
  all.flatMap((recurring) => {
    const scheduled = Scheduled.safeParse(recurring.event);
    if (!scheduled.success) return [recurring];
    const watch = watches.find(({ chain }) => chain === scheduled.data.chain);
    return watch === undefined ? [] : [{ ...recurring, event: { ...scheduled.data, ...watch } }];
  });
