import { toQuantity } from 'ethers';
import { ChainUnavailableError } from '../port/chain-unavailable.ts';
import type { Rpc } from '../port/rpc.ts';
import { EvmBlockHeader, type EvmLink } from './schema.ts';

/** A block as a parameter of a call: its hash, or its number in hex. */
export type BlockName = string | { readonly blockHash: string };

/**
 * What a node answers about the state after the parent of a block and about the state after the block.
 * @throws ChainUnavailableError when no node has both states.
 */
export async function aroundBlock<T>(
  rpc: Rpc,
  { hash, parentHash, number }: EvmLink,
  ask: (at: BlockName) => Promise<T>,
  signal: AbortSignal,
): Promise<[T, T]> {
  const both = (before: BlockName, after: BlockName) => Promise.all([ask(before), ask(after)]);
  try {
    return await both({ blockHash: parentHash }, { blockHash: hash });
  } catch (error) {
    if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
  }
  // Old nodes refuse the hash of a block here. A number may mean a block of another branch, hence the check.
  const answers = await both(toQuantity(number - 1n), toQuantity(number));
  const Same = EvmBlockHeader.refine((header) => header.hash === hash, 'is another block');
  await rpc.send('eth_getBlockByNumber', [toQuantity(number), false], Same, signal);
  return answers;
}
