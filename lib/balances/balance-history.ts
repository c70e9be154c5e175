import * as z from 'zod';
import { matchForm } from '../chains/address.ts';
import { ChainId } from '../chains/registry.ts';
import { compare, isZero, sum } from '../values/decimal.ts';
import { validationFailed } from '../values/errors.ts';
import { comparedText, Instant, InstantEndInput, InstantInput, ordered } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';
import { Uuid } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import type { DailyBalance } from './daily-balances.ts';
import type { BalanceRepo } from './repo.ts';

export const BalanceHistoryQuery = ordered(
  z.strictObject({
    walletId: Uuid.optional().describe('Required when the organisation has more than 100 wallets'),
    asset: comparedText(64).optional().describe('A symbol, in any case'),
    from: InstantInput.optional().describe('The default are 30 days. At most 366 days'),
    to: InstantEndInput.optional(),
  }),
);
export type BalanceHistoryQuery = z.output<typeof BalanceHistoryQuery>;

/** The balances of a day, as the API answers them. */
export const BalancePoint = z
  .object({
    at: Instant.describe('The beginning of the day, in UTC'),
    valueUsd: z.string().nullable().describe('Of all assets whose value was known; null when no value was'),
    byAsset: z
      .array(z.object({ chain: ChainId, asset: z.string(), amount: z.string(), valueUsd: z.string().nullable() }))
      .describe('The 20 most valuable. A value is that of the last change of the balance'),
  })
  .meta({ id: 'BalancePoint' });
export type BalancePoint = z.output<typeof BalancePoint>;

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MOST_DAYS = 366;
const MOST_WALLETS = 100;
const MOST_ASSETS = 20;
/** So many histories are read at once. */
const AT_ONCE = 10;

export interface HistoryDeps {
  readonly balances: Pick<BalanceRepo, 'days'>;
  readonly wallets: Pick<WalletRepo, 'get' | 'list'>;
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
  const days = daysOf(query, deps.now());
  const last = days.at(-1) ?? '';
  const accounts = accountsOf(await walletsOf(deps, organisationId, query.walletId));
  const histories: History[] = [];
  for (let n = 0; n < accounts.length; n += AT_ONCE) {
    const some = accounts.slice(n, n + AT_ONCE);
    const read = some.map(({ chain, form }) => deps.balances.days(chain, form, last));
    for (const [i, daily] of (await Promise.all(read)).entries()) {
      const account = some[i];
      if (account !== undefined) histories.push({ ...account, daily: daily.filter(isOf(query.asset)) });
    }
  }
  return pointsOf(histories, days);
}

const isOf = (asset: string | undefined) => (daily: DailyBalance) =>
  asset === undefined || daily.asset.toLowerCase() === asset.toLowerCase();

/** @throws ApiError `validation_failed` on `from`. */
function daysOf({ from, to }: BalanceHistoryQuery, now: Date): string[] {
  const startOf = (instant: string) => Math.floor(Date.parse(instant) / DAY_MS) * DAY_MS;
  const last = startOf(to ?? now.toISOString());
  const first = from === undefined ? last - (USUAL_DAYS - 1) * DAY_MS : startOf(from);
  const count = (last - first) / DAY_MS + 1;
  if (count < 1) throw validationFailed([{ path: 'from', message: 'must not be after `to`, which is now' }]);
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

interface Account {
  readonly chain: ChainId;
  /** The address in match form. */
  readonly form: string;
  /** The day from which the organisation may see the balances: another may have watched the address before. */
  readonly since: string;
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

export interface History extends Account {
  /** In any order. */
  readonly daily: readonly DailyBalance[];
}

/** The points of days, which are in order. */
export function pointsOf(histories: readonly History[], days: readonly string[]): BalancePoint[] {
  const changes = histories
    .flatMap(({ chain, form, since, daily }) =>
      daily.map((each) => ({ ...each, chain, since, key: `${chain} ${form} ${each.tokenAddress ?? ''}` })),
    )
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const present = new Map<string, (typeof changes)[number]>();
  let next = 0;
  return days.flatMap((day) => {
    for (; (changes[next]?.day ?? '~') <= day; next++) {
      const change = changes[next];
      if (change !== undefined) present.set(change.key, change);
    }
    const seen = [...present.values()].filter(({ since }) => since <= day);
    return seen.length === 0 ? [] : [pointOf(day, seen)];
  });
}

type Held = Omit<DailyBalance, 'day'> & { readonly chain: ChainId };

function pointOf(day: string, held: readonly Held[]): BalancePoint {
  const byToken = Map.groupBy(held, ({ chain, asset, tokenAddress }) => `${chain} ${tokenAddress ?? ''} ${asset}`);
  const byAsset = [...byToken.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const all = [first, ...others];
      const { chain, asset } = first;
      return [{ chain, asset, amount: sum(all.map(({ amount }) => amount)), valueUsd: knownValue(all) }];
    })
    .filter(({ amount }) => !isZero(amount))
    .sort((a, b) => compare(b.valueUsd ?? '-1', a.valueUsd ?? '-1'));
  const known = byAsset.filter(({ valueUsd }) => valueUsd !== null);
  return {
    at: `${day}T00:00:00.000Z`,
    valueUsd: byAsset.length > 0 && known.length === 0 ? null : sum(known.map(({ valueUsd }) => valueUsd ?? '0')),
    byAsset: byAsset.slice(0, MOST_ASSETS),
  };
}

/** The value of what several wallets hold of an asset; null when the value of a part is unknown. */
function knownValue(held: readonly Held[]): string | null {
  const values = held.flatMap(({ valueUsd }) => valueUsd ?? []);
  return values.length < held.length ? null : sum(values);
}
