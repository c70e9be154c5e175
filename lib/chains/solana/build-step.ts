import type { Step } from './step.ts';

/** A step from the parts of an instruction; null when the instruction lacks a part. */

type Address = string | undefined;
type Units = bigint | undefined;

export const pay = (from: Address, to: Address, amount: Units, space?: bigint): Step | null =>
  from && to && amount !== undefined ? { does: 'pay', from, to, amount, ...(space !== undefined && { space }) } : null;

export const allocate = (account: Address, space: Units): Step | null =>
  account && space !== undefined ? { does: 'allocate', account, space } : null;

export const move = (from: Address, to: Address, amount: Units): Step | null =>
  from && to && amount !== undefined ? { does: 'move', from, to, amount } : null;

export const mint = (made: Address, to: Address, amount: Units): Step | null =>
  made && to && amount !== undefined ? { does: 'mint', mint: made, to, amount } : null;

export const burn = (made: Address, from: Address, amount: Units): Step | null =>
  made && from && amount !== undefined ? { does: 'burn', mint: made, from, amount } : null;

export const open = (account: Address, made: Address, owner: Address): Step | null =>
  account && made && owner ? { does: 'open', account, mint: made, owner } : null;

export const close = (account: Address, to: Address, authority: Address): Step | null =>
  account && to && authority ? { does: 'close', account, to, authority } : null;

export const sync = (account: Address): Step | null => (account ? { does: 'sync', account } : null);

/** @param token the mint, which only a checked approval names, with its decimals. */
export function approve(
  account: Address,
  spender: Address,
  authority: Address,
  amount: Units,
  token?: string,
  decimals?: number,
): Step | null {
  if (!account || !spender || !authority || amount === undefined) return null;
  const checked = token && decimals !== undefined ? { mint: token, decimals } : null;
  return { does: 'approve', account, spender, authority, amount, checked };
}

export const revoke = (account: Address, authority: Address): Step | null =>
  account && authority ? { does: 'revoke', account, authority } : null;

/** @param after null for no authority at all. */
export const setAuthority = (
  subject: Address,
  before: Address,
  after: string | null | undefined,
  isOwnership: boolean,
): Step | null =>
  subject && before && after !== undefined ? { does: 'setAuthority', subject, before, after, isOwnership } : null;
