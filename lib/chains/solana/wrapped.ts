import type { Executed } from './executed.ts';
import { WRAPPED_SOL } from './programs.ts';
import { leastRent, TOKEN_ACCOUNT_SPACE } from './rent.ts';
import type { Meta } from './schema.ts';
import { lamportsBefore } from './solana-balances.ts';

/** The SOL that an instruction wrapped in a token account; negative for SOL that the instruction unwrapped. */
export interface Wrapping {
  readonly account: string;
  readonly amount: bigint;
  readonly at: number;
}

interface Holding {
  lamports: bigint;
  tokens: bigint;
  /** The lamports that are not wrapped. */
  readonly rent: bigint;
}

/**
 * The SOL that a transaction wrapped and unwrapped. The token program wraps lamports when it opens or syncs an account.
 * When it closes an account, it unwraps all tokens of the account. These instructions state no amount, so the function
 * follows the lamports and the tokens of each account.
 */
export function wrappings({ keys, meta, steps, accounts }: Executed): Wrapping[] {
  const isWrapped = (account: string): boolean => accounts.get(account)?.mint === WRAPPED_SOL;
  const holdings = new Map<string, Holding>();
  const holdingOf = (account: string): Holding => {
    const holding = holdings.get(account) ?? holdingBefore(account, keys, meta);
    holdings.set(account, holding);
    return holding;
  };
  const add = (account: string, lamports: bigint, tokens: bigint): void => {
    if (!isWrapped(account)) return;
    const holding = holdingOf(account);
    holding.lamports += lamports;
    holding.tokens += tokens;
  };
  const found: Wrapping[] = [];
  for (const [at, step] of steps.entries()) {
    if (step.does === 'pay') add(step.to, step.amount, 0n);
    if (step.does === 'move') {
      add(step.from, -step.amount, -step.amount);
      add(step.to, step.amount, step.amount);
    }
    if ((step.does === 'open' || step.does === 'sync') && isWrapped(step.account)) {
      const { lamports, tokens, rent } = holdingOf(step.account);
      const amount = lamports - rent - tokens;
      if (amount <= 0n) continue;
      found.push({ account: step.account, amount, at });
      add(step.account, 0n, amount);
    }
    if (step.does === 'close') {
      const { lamports, tokens } = holdingOf(step.account);
      if (isWrapped(step.account) && tokens > 0n) found.push({ account: step.account, amount: -tokens, at });
      add(step.account, -lamports, -tokens);
      add(step.to, lamports, 0n);
    }
  }
  return found;
}

function holdingBefore(account: string, keys: readonly string[], meta: Meta): Holding {
  const index = keys.indexOf(account);
  const lamports = lamportsBefore(account, keys, meta);
  const left = BigInt(meta.postBalances[index] ?? 0);
  const [before, after] = [tokensAt(index, meta.preTokenBalances), tokensAt(index, meta.postTokenBalances)];
  // Lamports that are not yet wrapped look like rent, so the lesser of the two is the rent.
  const rents = [before === undefined ? -1n : lamports - before, after === undefined ? -1n : left - after];
  const [rent] = rents.filter((each) => each >= 0n).sort((a, b) => Number(a - b));
  // No balance shows the rent of an account that exists only within the transaction.
  return { lamports, tokens: before ?? 0n, rent: rent ?? leastRent(TOKEN_ACCOUNT_SPACE) };
}

function tokensAt(index: number, balances: Meta['preTokenBalances']): bigint | undefined {
  const balance = balances?.find(({ accountIndex }) => accountIndex === index);
  return balance && BigInt(balance.uiTokenAmount.amount);
}
