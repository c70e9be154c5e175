import type { Executed } from './executed.ts';
import { WRAPPED_SOL } from './programs.ts';
import { leastRent } from './rent.ts';
import type { Flow } from './settle.ts';
import { lamportsBefore, type TokenAccount } from './solana-balances.ts';
import { wrappings } from './wrapped.ts';

/**
 * The source of tokens that an instruction mints, and the end of tokens that an instruction burns. No address looks
 * like these texts.
 */
export const MINTED = '(minted)';
export const BURNED = '(burned)';
/**
 * The source of SOL that the transaction wraps, and the end of SOL that the transaction unwraps, by the address that
 * does so. These texts begin like no address.
 */
const WRAPPED = '(wrapped) ';
const UNWRAPPED = '(unwrapped) ';
/** The address that wrapped what comes from this source; null for another source. */
export const wrapperOf = (from: string): string | null => behind(WRAPPED, from);
/** The address that unwrapped what goes to this end; null for another end. */
export const unwrapperOf = (to: string): string | null => behind(UNWRAPPED, to);

const behind = (start: string, text: string): string | null =>
  text.startsWith(start) ? text.slice(start.length) : null;

/**
 * The flows of lamports that instructions state. Wrapped SOL moves with its lamports. An account that closes pays all
 * lamports that it holds at that point.
 */
export function nativeFlows({ keys, meta, steps, accounts }: Executed): Flow[] {
  const lamports = new Map<string, bigint>();
  const held = (account: string): bigint => lamports.get(account) ?? lamportsBefore(account, keys, meta);
  const flows: Flow[] = [];
  const pay = (from: string, to: string, amount: bigint, at: number, space?: bigint): void => {
    lamports.set(from, held(from) - amount);
    lamports.set(to, held(to) + amount);
    const isDeposit = space !== undefined && amount <= leastRent(space);
    flows.push({ from, to, amount, at, ...(isDeposit && { isDeposit }) });
  };
  for (const [at, step] of steps.entries()) {
    if (step.does === 'pay') pay(step.from, step.to, step.amount, at, step.space);
    if (step.does === 'move' && mintOf(step, accounts) === WRAPPED_SOL) pay(step.from, step.to, step.amount, at);
    if (step.does === 'close') pay(step.account, step.to, held(step.account), at);
  }
  return flows;
}

/** The flows of one token that instructions state, from owner to owner. */
export function tokenFlows(mint: string, executed: Executed): Flow[] {
  const { steps, accounts } = executed;
  const ownerOf = (account: string): string => accounts.get(account)?.owner ?? account;
  const stated = steps.flatMap((step, at): Flow[] => {
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
  if (mint !== WRAPPED_SOL) return stated;
  const wrapping = wrappings(executed).map(({ account, amount, at }): Flow => {
    const owner = ownerOf(account);
    return amount > 0n
      ? { from: WRAPPED + owner, to: owner, amount, at }
      : { from: owner, to: UNWRAPPED + owner, amount: -amount, at };
  });
  return [...stated, ...wrapping].sort((a, b) => a.at - b.at);
}

/** A plain transfer does not name its token, but its two accounts hold the same token. */
const mintOf = ({ from, to }: { from: string; to: string }, accounts: ReadonlyMap<string, TokenAccount>) =>
  (accounts.get(from) ?? accounts.get(to))?.mint;
