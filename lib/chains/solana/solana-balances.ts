import { TOKEN_2022 } from './programs.ts';
import type { Meta, TokenBalance } from './schema.ts';
import type { SolanaStandard } from './solana-standards.ts';

/** The digits that an amount may have after the point. A token that claims more keeps its raw integer amount. */
const MAX_DECIMALS = 78;

/** The balance after less the balance before, by holder, in the smallest unit. Leaves out changes of zero. */
export type Changes = Map<string, bigint>;

export interface TokenKind {
  readonly standard: SolanaStandard;
  readonly decimals: number;
}

export interface TokenChanges extends TokenKind {
  /** By owner. */
  readonly changes: Changes;
}

/** A token account. Blocks of 2021 and before state no owner; there, the account stands for its owner. */
export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
}

/** Changes in lamports by account, without the fee that the first account paid. */
export function nativeChanges(keys: readonly string[], { preBalances, postBalances, fee }: Meta): Changes {
  const changes: Changes = new Map();
  for (const [index, key] of keys.entries()) {
    const [before = 0, after = 0] = [preBalances[index], postBalances[index]];
    if (before !== after) add(changes, key, BigInt(after) - BigInt(before));
    if (index === 0) add(changes, key, BigInt(fee));
  }
  return dropZeros(changes);
}

/** Lamports of an account before the transaction. */
export const lamportsBefore = (account: string, keys: readonly string[], { preBalances }: Meta): bigint =>
  BigInt(preBalances[keys.indexOf(account)] ?? 0);

/** The token accounts that had a balance before or after the transaction, by address. */
export function tokenAccounts(keys: readonly string[], meta: Meta): Map<string, TokenAccount> {
  const balances = [...(meta.postTokenBalances ?? []), ...(meta.preTokenBalances ?? [])];
  return new Map(
    balances.map(({ accountIndex, mint, owner }) => {
      const account = accountAt(keys, accountIndex);
      return [account, { mint, owner: owner ?? account }];
    }),
  );
}

const kindOf = ({ programId, uiTokenAmount: { decimals } }: TokenBalance): TokenKind => ({
  standard: programId === TOKEN_2022 ? 'Token-2022' : 'SPL',
  decimals: decimals > MAX_DECIMALS ? 0 : decimals,
});

/** The tokens that had a balance before or after the transaction, by mint. */
export const tokenKinds = ({ preTokenBalances, postTokenBalances }: Meta): Map<string, TokenKind> =>
  new Map([...(preTokenBalances ?? []), ...(postTokenBalances ?? [])].map((each) => [each.mint, kindOf(each)]));

/**
 * Changes of tokens by mint and owner. Each change covers all accounts of the owner.
 * @param accounts the known token accounts, for balances that state no owner.
 */
export function tokenChanges(
  keys: readonly string[],
  meta: Meta,
  accounts: ReadonlyMap<string, TokenAccount>,
): Map<string, TokenChanges> {
  const tokens = new Map<string, TokenChanges>();
  const count = (balance: TokenBalance, sign: bigint): void => {
    const { mint, uiTokenAmount } = balance;
    const account = accountAt(keys, balance.accountIndex);
    const owner = balance.owner ?? accounts.get(account)?.owner ?? account;
    const token = tokens.get(mint) ?? { ...kindOf(balance), changes: new Map() };
    tokens.set(mint, token);
    add(token.changes, owner, sign * BigInt(uiTokenAmount.amount));
  };
  for (const balance of meta.preTokenBalances ?? []) count(balance, -1n);
  for (const balance of meta.postTokenBalances ?? []) {
    // An account without lamports no longer exists. surfpool still lists the tokens that the account held.
    if (Number(meta.postBalances[balance.accountIndex]) !== 0) count(balance, 1n);
  }
  for (const { changes } of tokens.values()) dropZeros(changes);
  return tokens;
}

/** @throws Error when a balance names a missing address. */
function accountAt(keys: readonly string[], index: number): string {
  const key = keys[index];
  if (key === undefined) throw new Error(`a token balance names address ${index} of ${keys.length}`);
  return key;
}

const add = (changes: Changes, holder: string, change: bigint): void => {
  changes.set(holder, (changes.get(holder) ?? 0n) + change);
};

function dropZeros(changes: Changes): Changes {
  for (const [holder, change] of changes) if (change === 0n) changes.delete(holder);
  return changes;
}
