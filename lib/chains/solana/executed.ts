import type { Meta } from './schema.ts';
import { type TokenAccount, tokenAccounts } from './solana-balances.ts';
import type { Step } from './step.ts';
import { stepOf } from './steps.ts';
import type { Call } from './transaction-message.ts';

/** A successful transaction with the steps of all of its instructions in the order in which they ran. */
export interface Executed {
  readonly keys: readonly string[];
  readonly meta: Meta;
  readonly steps: readonly Step[];
  /** The known token accounts, by address. */
  readonly accounts: ReadonlyMap<string, TokenAccount>;
}

export function executed(keys: readonly string[], meta: Meta, calls: readonly Call[]): Executed {
  const steps = calls.map(stepOf).filter((step) => step !== null);
  return { keys, meta, steps, accounts: withOpened(tokenAccounts(keys, meta), steps) };
}

/**
 * Adds the owners that instructions name. The balances state the owner at the end and take precedence, but old balances
 * state no owner.
 */
function withOpened(accounts: Map<string, TokenAccount>, steps: readonly Step[]): ReadonlyMap<string, TokenAccount> {
  for (const step of steps) {
    if (step.does !== 'open') continue;
    const known = accounts.get(step.account);
    if (known === undefined || known.owner === step.account) accounts.set(step.account, step);
  }
  return accounts;
}

/**
 * The owner of a token account. Old blocks state no owner, and a mint has none; there, the authority that signed stands
 * for the owner.
 */
export function holderOf({ accounts }: Executed, account: string, authority: string): string {
  const owner = accounts.get(account)?.owner ?? account;
  return owner === account ? authority : owner;
}
