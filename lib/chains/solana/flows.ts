import { WRAPPED_SOL } from './programs.ts';
import type { Meta } from './schema.ts';
import type { Flow } from './settle.ts';
import { lamportsBefore, type TokenAccount } from './solana-balances.ts';
import type { Step } from './steps.ts';

/**
 * The source of tokens that an instruction mints, and the end of tokens that an instruction burns. No address looks
 * like these texts.
 */
export const MINTED = '(minted)';
export const BURNED = '(burned)';

/**
 * The flows of lamports that instructions state. Wrapped SOL moves with its lamports. An account that closes pays all
 * lamports that it holds at that point.
 */
export function nativeFlows(
  keys: readonly string[],
  meta: Meta,
  steps: readonly Step[],
  accounts: ReadonlyMap<string, TokenAccount>,
): Flow[] {
  const lamports = new Map<string, bigint>();
  const held = (account: string): bigint => lamports.get(account) ?? lamportsBefore(account, keys, meta);
  const flows: Flow[] = [];
  const pay = (from: string, to: string, amount: bigint, at: number): void => {
    lamports.set(from, held(from) - amount);
    lamports.set(to, held(to) + amount);
    flows.push({ from, to, amount, at });
  };
  for (const [at, step] of steps.entries()) {
    if (step.does === 'pay') pay(step.from, step.to, step.amount, at);
    if (step.does === 'move' && mintOf(step, accounts) === WRAPPED_SOL) pay(step.from, step.to, step.amount, at);
    if (step.does === 'close') pay(step.account, step.to, held(step.account), at);
  }
  return flows;
}

/** The flows of one token that instructions state, from owner to owner. */
export function tokenFlows(mint: string, steps: readonly Step[], accounts: ReadonlyMap<string, TokenAccount>): Flow[] {
  const ownerOf = (account: string): string => accounts.get(account)?.owner ?? account;
  return steps.flatMap((step, at): Flow[] => {
    if (step.does === 'move' && mintOf(step, accounts) === mint) {
      return [{ from: ownerOf(step.from), to: ownerOf(step.to), amount: step.amount, at }];
    }
    if (step.does === 'mint' && step.mint === mint) {
      return [{ from: MINTED, to: ownerOf(step.to), amount: step.amount, at }];
    }
    if (step.does === 'burn' && step.mint === mint) {
      return [{ from: ownerOf(step.from), to: BURNED, amount: step.amount, at }];
    }
    return [];
  });
}

/** A plain transfer does not name its token, but its two accounts hold the same token. */
const mintOf = ({ from, to }: { from: string; to: string }, accounts: ReadonlyMap<string, TokenAccount>) =>
  (accounts.get(from) ?? accounts.get(to))?.mint;
