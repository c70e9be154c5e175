import type { AccountsAt, Chain } from '../port/chain.ts';

/** Whether a call ran in this block, as far as contracts of the chain see their block. */
export function isStatedBlock(
  { callsState }: Pick<Chain, 'callsState'>,
  { height, parentHash }: AccountsAt,
  number: bigint | undefined,
  parent: bigint | undefined,
): boolean {
  if (callsState === 'nothing') return true;
  if (number !== BigInt(height)) return false;
  // The first block has no parent.
  return callsState === 'number' || height === 0 || parent === BigInt(parentHash);
}
