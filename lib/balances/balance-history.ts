import * as z from 'zod';
import { matchForm } from '../chains/address.ts';
import { ChainId, chainOf } from '../chains/registry.ts';
import type { PriceSource } from '../prices/price.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { isZero } from '../values/decimal.ts';
import { validationFailed } from '../values/errors.ts';
import { comparedText, InstantEndInput, InstantInput, ordered } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';
import { Uuid } from '../values/ids.ts';
import { DAY_MS } from '../values/time.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import type { WalletListing } from '../wallets/wallet-listing.ts';
import { pricesOf } from './asset-prices.ts';
import { type Account, type BalancePoint, type History, pointsOf } from './balance-points.ts';
import { type DailyBalance, noted } from './daily-balances.ts';
import type { BalanceRepo } from './repo.ts';
import { presentAmount } from './schema.ts';

export const BalanceHistoryQuery = ordered(
  z.strictObject({
    walletId: Uuid.optional().describe('Required when the organisation has more than 100 wallets'),
    asset: comparedText(64).optional().describe('A symbol, in any case'),
    from: InstantInput.optional().describe('The default is 30 days. At most 366 days'),
    to: InstantEndInput.optional(),
  }),
);
export type BalanceHistoryQuery = z.output<typeof BalanceHistoryQuery>;

const USUAL_DAYS = 30;
const MOST_DAYS = 366;
const MOST_WALLETS = 100;
/** So many accounts are read at once. */
const AT_ONCE = 10;

export interface HistoryDeps {
  readonly balances: Pick<BalanceRepo, 'days' | 'nativeOf' | 'tokens'>;
  readonly prices: PriceSource;
  readonly wallets: Pick<WalletRepo, 'get'> & Pick<WalletListing, 'list'>;
  now(): Date;
}

/**
 * The balances of a wallet, or of all wallets, day by day. A day without a change repeats the day before. Days before
 * the first known balance have no point.
 * @throws ApiError `not_found`; `validation_failed` on `walletId` or `from`.
 */
export async function balanceHistory(
  deps: HistoryDeps,
  organisationId: OrganisationId,
  query: BalanceHistoryQuery,
): Promise<BalancePoint[]> {
  const today = deps.now().toISOString().slice(0, 10);
  const days = daysOf(query, deps.now());
  const accounts = accountsOf(await walletsOf(deps, organisationId, query.walletId));
  const last = days.at(-1) ?? today;
  const read = await mapConcurrent(accounts, AT_ONCE, (account) => readAccount(deps, account, last));
  const wanted = read.map(({ daily, unnoted, ...account }) => ({
    ...account,
    daily: daily.filter(isOf(query.asset)),
    unnoted: unnoted.filter(isOf(query.asset)),
  }));
  return pointsOf(await withUnnoted(deps, wanted, today), days);
}

type Unnoted = Pick<DailyBalance, 'asset' | 'tokenAddress' | 'amount'>;

interface Read extends History {
  /** The balances that no check has noted, because they have not changed since checks note changes. */
  readonly unnoted: readonly Unnoted[];
}

async function readAccount({ balances }: HistoryDeps, account: Account, last: string): Promise<Read> {
  const { chain, form } = account;
  const [daily, native, tokens] = await Promise.all([
    balances.days(chain, form, last),
    balances.nativeOf(chain, form),
    balances.tokens(chain, form),
  ]);
  const known = new Set(daily.map(({ tokenAddress }) => tokenAddress));
  const asset = chainOf(chain).nativeSymbol;
  const present = [
    ...(native?.amount === undefined ? [] : [{ asset, tokenAddress: null, amount: native.amount }]),
    ...tokens.flatMap((token): Unnoted[] => {
      const amount = presentAmount(token);
      return amount === null ? [] : [{ asset: token.asset, tokenAddress: token.tokenAddress, amount }];
    }),
  ];
  return { ...account, daily, unnoted: present.filter(({ tokenAddress }) => !known.has(tokenAddress)) };
}

/** The histories with the balances that no check has noted: since the first note of all, at the price of now. */
async function withUnnoted({ prices, now }: HistoryDeps, read: readonly Read[], today: string): Promise<History[]> {
  const [day = today] = [today, ...read.flatMap(({ daily }) => daily.map((each) => each.day))].sort();
  const pricedAsset = (chain: ChainId, { asset, tokenAddress }: Unnoted) => ({ chain, tokenAddress, symbol: asset });
  const held = read.flatMap(({ chain, unnoted }) =>
    unnoted.filter(({ amount }) => !isZero(amount)).map((each) => pricedAsset(chain, each)),
  );
  const priceOf = await pricesOf(prices, held, now());
  return read.map(({ unnoted, ...history }) => ({
    ...history,
    daily: [
      ...history.daily,
      ...unnoted.map((each) => ({ ...each, day, ...noted(priceOf(pricedAsset(history.chain, each))) })),
    ],
  }));
}

const isOf = (asset: string | undefined) => (balance: Unnoted) =>
  asset === undefined || balance.asset.toLowerCase() === asset.toLowerCase();

/** @throws ApiError `validation_failed` on `from`. */
function daysOf({ from, to }: BalanceHistoryQuery, now: Date): string[] {
  const startOf = (instant: string) => Math.floor(Date.parse(instant) / DAY_MS) * DAY_MS;
  // A day to come has no balance.
  const last = Math.min(startOf(to ?? now.toISOString()), startOf(now.toISOString()));
  const first = from === undefined ? last - (USUAL_DAYS - 1) * DAY_MS : startOf(from);
  const count = (last - first) / DAY_MS + 1;
  if (count < 1) throw validationFailed([{ path: 'from', message: 'must not be after `to`, nor after now' }]);
  if (count > MOST_DAYS) {
    throw validationFailed([{ path: 'from', message: `the range has ${count} days, and ${MOST_DAYS} are allowed` }]);
  }
  return Array.from({ length: count }, (_, n) => new Date(first + n * DAY_MS).toISOString().slice(0, 10));
}

async function walletsOf({ wallets }: HistoryDeps, organisationId: OrganisationId, walletId: string | undefined) {
  if (walletId !== undefined) return [await wallets.get(organisationId, walletId)];
  const { data, meta } = await wallets.list(organisationId, { pageSize: MOST_WALLETS });
  if (meta.total <= MOST_WALLETS) return data;
  const message = `is required, because the organisation has more than ${MOST_WALLETS} wallets`;
  throw validationFailed([{ path: 'walletId', message }]);
}

/**
 * The accounts of wallets, once each, since the first of the wallets. A wallet with a tag has no balance, which belongs
 * to the whole account.
 */
function accountsOf(wallets: readonly StoredWallet[]): Account[] {
  const all = wallets.flatMap(({ address, chains, destinationTag, createdAt }) =>
    destinationTag === null
      ? chains.map((id) => {
          const chain = ChainId.parse(id);
          return { chain, form: matchForm(chain, address), since: createdAt.slice(0, 10) };
        })
      : [],
  );
  const newestFirst = all.toSorted((a, b) => (a.since < b.since ? 1 : -1));
  return [...new Map(newestFirst.map((account) => [`${account.chain} ${account.form}`, account])).values()];
}
