import { TOKEN_2022 } from './programs.ts';
import type { Meta, TokenBalance } from './schema.ts';
import type { SolanaStandard } from './solana-standards.ts';

/** The digits that an amount may have after the point. A token that claims more keeps its raw integer amount. */
const MAX_DECIMALS = 78;

/** The balance after less the balance before, by holder, in the smallest unit. Leaves out changes of zero. */
export type Changes = Map<string, bigint>;

/** A balance before and after the transaction, in the smallest unit. */
export interface Holding {
  before: bigint;
  after: bigint;
}
/** By holder. */
export type Holdings = Map<string, Holding>;

export interface TokenKind {
  readonly standard: SolanaStandard;
  readonly decimals: number;
}

export interface TokenHoldings extends TokenKind {
  /** By owner. Each holding covers all accounts of the owner that the transaction names. */
  readonly holdings: Holdings;
}

/** All balances that the metadata state. */
export interface Balances {
  /** Lamports by account. */
  readonly native: Holdings;
  /** By mint. */
  readonly tokens: ReadonlyMap<string, TokenHoldings>;
  /** The fee in lamports, which the holding of its payer shows. */
  readonly paid: Paid;
}

interface Paid {
  readonly payer: string;
  readonly fee: bigint;
}

/** A token account. Blocks of 2021 and before state no owner; there, the account stands for its owner. */
export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
}

/** @param accounts the known token accounts, for balances that state no owner. */
export const balancesOf = (
  keys: readonly string[],
  meta: Meta,
  accounts: ReadonlyMap<string, TokenAccount>,
): Balances => ({
  native: nativeHoldings(keys, meta),
  tokens: tokenHoldings(keys, meta, accounts),
  paid: { payer: keys[0] ?? '', fee: BigInt(meta.fee) },
});

function nativeHoldings(keys: readonly string[], { preBalances, postBalances }: Meta): Holdings {
  const holdings: Holdings = new Map();
  for (const [index, key] of keys.entries()) {
    holdings.set(key, { before: BigInt(preBalances[index] ?? 0), after: BigInt(postBalances[index] ?? 0) });
  }
  return holdings;
}

/** The changes of holdings, without the fee that a holder paid. */
export function changesOf(holdings: Holdings, paid?: Paid): Changes {
  const changes: Changes = new Map();
  for (const [holder, { before, after }] of holdings) {
    const change = after - before + (holder === paid?.payer ? paid.fee : 0n);
    if (change !== 0n) changes.set(holder, change);
  }
  return changes;
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

/** The digits after the point of amounts of a token that states so many. */
export const usedDecimals = (decimals: number): number => (decimals > MAX_DECIMALS ? 0 : decimals);

const kindOf = ({ programId, uiTokenAmount: { decimals } }: TokenBalance): TokenKind => ({
  standard: programId === TOKEN_2022 ? 'Token-2022' : 'SPL',
  decimals: usedDecimals(decimals),
});

/** The tokens that had a balance before or after the transaction, by mint. */
export const tokenKinds = ({ preTokenBalances, postTokenBalances }: Meta): Map<string, TokenKind> =>
  new Map([...(preTokenBalances ?? []), ...(postTokenBalances ?? [])].map((each) => [each.mint, kindOf(each)]));

function tokenHoldings(
  keys: readonly string[],
  meta: Meta,
  accounts: ReadonlyMap<string, TokenAccount>,
): Map<string, TokenHoldings> {
  const tokens = new Map<string, TokenHoldings>();
  const count = (balance: TokenBalance, when: keyof Holding): void => {
    const { mint, uiTokenAmount } = balance;
    const account = accountAt(keys, balance.accountIndex);
    const owner = balance.owner ?? accounts.get(account)?.owner ?? account;
    const token = tokens.get(mint) ?? { ...kindOf(balance), holdings: new Map() };
    tokens.set(mint, token);
    add(token.holdings, owner, when, BigInt(uiTokenAmount.amount));
  };
  for (const balance of meta.preTokenBalances ?? []) count(balance, 'before');
  for (const balance of meta.postTokenBalances ?? []) {
    // An account without lamports no longer exists. surfpool still lists the tokens that the account held.
    if (Number(meta.postBalances[balance.accountIndex]) !== 0) count(balance, 'after');
  }
  return tokens;
}

/** @throws Error when a balance names a missing address. */
function accountAt(keys: readonly string[], index: number): string {
  const key = keys[index];
  if (key === undefined) throw new Error(`a token balance names address ${index} of ${keys.length}`);
  return key;
}

const add = (holdings: Holdings, holder: string, when: keyof Holding, amount: bigint): void => {
  const holding = holdings.get(holder) ?? { before: 0n, after: 0n };
  holding[when] += amount;
  holdings.set(holder, holding);
};
