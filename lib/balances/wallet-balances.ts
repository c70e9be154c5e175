import { matchForm } from '../chains/address.ts';
import { ChainId, chainOf } from '../chains/registry.ts';
import type { PricedAsset, PriceSource } from '../prices/price.ts';
import type { TransactionRepo } from '../transactions/repo.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { multiply, sum } from '../values/decimal.ts';
import type { OrganisationId } from '../values/ids.ts';
import { hasTags } from '../wallets/account-wallets.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import type { DifferenceRepo } from './difference-repo.ts';
import { type MovedSince, movedSince } from './moved-since.ts';
import { nativeSum } from './recorded-changes.ts';
import type { BalanceRepo } from './repo.ts';
import { type Balance, type BalanceCheck, hasMoved, notNegative, presentAmount, type TokenBalance } from './schema.ts';

/** Tokens of which a block is read at a time. Few are newer than the last check. */
const TOKENS_AT_ONCE = 8;

export interface HeldDeps {
  readonly balances: Pick<BalanceRepo, 'isRight' | 'nativeOf' | 'lastCheck' | 'tokens'>;
  readonly transactions: Pick<TransactionRepo, 'walk' | 'whole'>;
}

export interface WalletBalancesDeps extends HeldDeps {
  readonly differences: Pick<DifferenceRepo, 'openOf'>;
  readonly prices: PriceSource;
  now(): Date;
}

/** A balance of a wallet without its value, as the records have it. */
export type Held = Omit<Balance, 'valueUsd' | 'onChain'>;

/** What a wallet holds on one chain, and when it last had a transaction there. */
export interface HeldOnChain {
  readonly rows: readonly Held[];
  readonly lastAt: string | null;
}

/**
 * The present balances of a wallet: those of the last check of each chain, with what the records say since. The native
 * balance comes first, then the tokens by name. A wallet with a tag has none, because the balance belongs to the whole
 * account.
 */
export async function walletBalances(
  deps: WalletBalancesDeps,
  organisationId: OrganisationId,
  wallet: StoredWallet,
): Promise<Balance[]> {
  if (wallet.destinationTag !== null) return [];
  const { data: open } = await deps.differences.openOf(organisationId, wallet.id);
  const all: Held[] = [];
  for (const chain of wallet.chains.map((id) => ChainId.parse(id))) {
    const { rows } = await heldOn(deps, organisationId, wallet, chain);
    const isOpen = (token: string | null): boolean =>
      open.some((difference) => difference.chain === chain && difference.tokenAddress === token);
    all.push(...rows.map((row) => (isOpen(row.tokenAddress) ? { ...row, status: 'difference' as const } : row)));
  }
  const prices = await deps.prices.pricesAt(all.map(assetOf), deps.now());
  return all.map((row, n) => {
    const price = prices[n];
    return { ...row, valueUsd: price?.status === 'known' ? multiply(row.amount, price.usd) : null, onChain: null };
  });
}

export const assetOf = ({ chain, asset, tokenAddress }: Held): PricedAsset => ({
  ...{ chain, tokenAddress, symbol: asset },
});

/** What a wallet without a tag holds on a chain, as if no difference were open. */
export async function heldOn(
  { balances, transactions }: HeldDeps,
  organisationId: OrganisationId,
  wallet: StoredWallet,
  chain: ChainId,
): Promise<HeldOnChain> {
  const form = matchForm(chain, wallet.address);
  const [native, check, tokens] = await Promise.all([
    balances.nativeOf(chain, form),
    balances.lastCheck(chain, Number.MAX_SAFE_INTEGER),
    balances.tokens(chain, form),
  ]);
  // The wallets of an account with tags share its balance, and each has only the records of its own tag.
  const height = hasTags(chain) ? null : (check?.height ?? null);
  const moved = await movedSince({ transactions }, organisationId, wallet, chain, height);
  // A balance that nobody knows any more has no row. The next check states it.
  const isRight = (height: number, hash: string | undefined) => balances.isRight(chain, check, { height, hash });
  const known = await mapConcurrent(tokens, TOKENS_AT_ONCE, ({ movedTo, hash }) => isRight(movedTo, hash));
  const rows = tokens
    .filter((_, n) => known[n])
    .flatMap((token) => tokenRow(chain, token, check, moved))
    .toSorted((a, b) => a.asset.localeCompare(b.asset));
  if (native?.amount === undefined || check === null) return { rows, lastAt: moved.lastAt };
  const { amount, height: storedAt = 0, hash } = native;
  if (!(await isRight(storedAt, hash))) return { rows, lastAt: moved.lastAt };
  return { rows: [nativeRow(chain, { amount, height: storedAt }, check, moved), ...rows], lastAt: moved.lastAt };
}

function nativeRow(
  chain: ChainId,
  stored: Pick<Held, 'amount' | 'height'>,
  { height, at }: BalanceCheck,
  { changes, movedTo }: MovedSince,
): Held {
  // A check that did not finish may have stored a newer balance, which already has what moved before.
  const base = Math.max(height, stored.height);
  const isPending = movedTo !== null && movedTo > base;
  return {
    chain,
    asset: chainOf(chain).nativeSymbol,
    tokenAddress: null,
    // Too many records leave the balance as it was at the check.
    amount: changes === null ? stored.amount : notNegative(sum([stored.amount, nativeSum(changes, base)])),
    height: isPending && changes !== null ? movedTo : base,
    at,
    status: isPending ? 'pending' : 'matched',
  };
}

function tokenRow(chain: ChainId, token: TokenBalance, check: BalanceCheck | null, { changes }: MovedSince): Held[] {
  const { asset, tokenAddress, height, movedTo, checkedAt: at } = token;
  const checked = presentAmount(token);
  // A contract that states no balance has no row.
  if (checked === null) return [];
  const form = matchForm(chain, tokenAddress);
  // The checks have added up what moved so far, and the records say what moved since.
  const base = Math.max(check?.height ?? 0, movedTo);
  const since = (changes ?? [])
    .filter((change) => change.height > base)
    .flatMap(({ tokens, ...change }) => tokens.map((own) => ({ ...own, height: change.height })))
    .filter((own) => matchForm(chain, own.tokenAddress) === form);
  // Too many records, and an amount in the smallest unit, leave the balance as the checks have it.
  const [newest] = since.some(({ isRaw }) => isRaw) ? [] : since;
  const seen = hasMoved(token) ? movedTo : height;
  const amount = newest === undefined ? checked : notNegative(sum([checked, ...since.map((own) => own.amount)]));
  const isMatched = changes !== null && since.length === 0 && !hasMoved(token);
  const status = isMatched ? 'matched' : 'pending';
  return [{ chain, asset, tokenAddress, amount, height: newest?.height ?? seen, at, status }];
}
