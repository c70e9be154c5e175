import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import type { PriceSource } from '../prices/price.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { isZero, multiply, sum } from '../values/decimal.ts';
import { Instant } from '../values/fields.ts';
import { type OrganisationId, Uuid } from '../values/ids.ts';
import { memoBy } from '../values/memo.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import type { WalletListing } from '../wallets/wallet-listing.ts';
import { pricesOf } from './asset-prices.ts';
import { assetOf, type HeldDeps, type HeldOnChain, heldOn } from './wallet-balances.ts';

/** A page of the wallets in the console has so many. */
const MOST_WALLETS = 25;
/** So many wallets are read at once. */
const AT_ONCE = 5;

export const BalanceSumsQuery = z.strictObject({
  walletIds: z
    .string()
    .max(MOST_WALLETS * 37)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(Uuid).min(1).max(MOST_WALLETS))
    .optional()
    .describe('1 to 25 ids of wallets, with commas between them. Default: the newest 25 wallets'),
});
export type BalanceSumsQuery = z.output<typeof BalanceSumsQuery>;

/** What a wallet holds in all, as the API answers it. */
export const BalanceSum = z
  .object({
    walletId: Uuid,
    valueUsd: z
      .string()
      .nullable()
      .describe('Of all assets whose price is known; null when none is, or when no check has compared the wallet yet'),
    isComplete: z.boolean().describe('False while a price that a source may know is missing'),
    at: Instant.nullable().describe('The time of the oldest of the checks that compared the native balances'),
    lastTransactionAt: Instant.nullable().describe('The block time of the newest record'),
  })
  .meta({ id: 'BalanceSum' });
export type BalanceSum = z.output<typeof BalanceSum>;

export interface BalanceSumsDeps extends HeldDeps {
  readonly prices: PriceSource;
  readonly wallets: Pick<WalletRepo, 'byId'> & Pick<WalletListing, 'list'>;
  now(): Date;
}

/**
 * What each wallet holds in all, in USD, and when it last had a transaction. Ids that name no wallet of the
 * organisation have no item. A wallet with a tag has no balance, which belongs to the whole account.
 */
export async function balanceSums(
  deps: BalanceSumsDeps,
  organisationId: OrganisationId,
  { walletIds }: BalanceSumsQuery,
): Promise<BalanceSum[]> {
  const found = await walletsOf(deps, organisationId, walletIds);
  // The wallets of a page share their chains.
  const lastCheck = memoBy((chain: ChainId) => deps.balances.lastCheck(chain, Number.MAX_SAFE_INTEGER));
  const shared = { ...deps, balances: { ...deps.balances, lastCheck } };
  const all = await mapConcurrent(found, AT_ONCE, (wallet) => heldBy(shared, organisationId, wallet));
  const held = all.flatMap(({ rows }) => rows).filter(({ amount }) => !isZero(amount));
  const priceOf = await pricesOf(deps.prices, held.map(assetOf), deps.now());
  return all.map(({ wallet, rows, lastAt }) => {
    const held = rows.filter(({ amount }) => !isZero(amount));
    const prices = held.map((row) => priceOf(assetOf(row)));
    const values = held.flatMap(({ amount }, n) => {
      const price = prices[n];
      return price?.status === 'known' ? [multiply(amount, price.usd)] : [];
    });
    const isNothing = rows.length > 0 && held.length === 0;
    const checks = rows.filter(({ tokenAddress }) => tokenAddress === null).map(({ at }) => at);
    return {
      walletId: wallet.id,
      valueUsd: values.length > 0 || isNothing ? sum(values) : null,
      // A token that has no price at all is worth nothing to most owners.
      isComplete: prices.every((price) => price !== undefined && price.status !== 'failed'),
      at: checks.toSorted()[0] ?? null,
      lastTransactionAt: lastAt,
    };
  });
}

async function walletsOf(
  { wallets }: Pick<BalanceSumsDeps, 'wallets'>,
  organisationId: OrganisationId,
  walletIds: BalanceSumsQuery['walletIds'],
): Promise<readonly StoredWallet[]> {
  if (walletIds === undefined) return (await wallets.list(organisationId, { pageSize: MOST_WALLETS })).data;
  const byId = await wallets.byId(organisationId, walletIds);
  return walletIds.flatMap((id) => byId.get(id) ?? []).filter(({ deletedAt }) => deletedAt === null);
}

async function heldBy(deps: HeldDeps, organisationId: OrganisationId, wallet: StoredWallet) {
  const onChains: HeldOnChain[] = [];
  for (const chain of wallet.chains.map((id) => ChainId.parse(id))) {
    onChains.push(await heldOn(deps, organisationId, wallet, chain));
  }
  const lastAt = onChains.flatMap((each) => each.lastAt ?? []).toSorted();
  const rows = wallet.destinationTag === null ? onChains.flatMap((each) => each.rows) : [];
  return { wallet, rows, lastAt: lastAt.at(-1) ?? null };
}
