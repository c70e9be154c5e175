import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { compare, isZero, multiply, sum } from '../values/decimal.ts';
import { Instant } from '../values/fields.ts';
import type { DailyBalance } from './daily-balances.ts';

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

const MOST_ASSETS = 20;

export interface Account {
  readonly chain: ChainId;
  /** The address in match form. */
  readonly form: string;
  /** The day from which the organisation may see the balances: another may have watched the address before. */
  readonly since: string;
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
  const present = new Map<string, Held & { readonly since: string }>();
  const prices = new Map<string, string | null>();
  let next = 0;
  return days.flatMap((day) => {
    for (; (changes[next]?.day ?? '~') <= day; next++) {
      const change = changes[next];
      if (change === undefined) continue;
      const { chain, asset, tokenAddress, amount, since, priceUsd } = change;
      const key = `${chain} ${tokenAddress ?? ''}`;
      // While the sources fail, the last price is closer to the truth than none.
      const price = priceUsd === undefined ? (prices.get(key) ?? null) : priceUsd;
      prices.set(key, price);
      const valueUsd = price === null ? null : multiply(amount, price);
      present.set(change.key, { chain, asset, tokenAddress, amount, since, valueUsd });
    }
    const seen = [...present.values()].filter(({ since }) => since <= day);
    return seen.length === 0 ? [] : [pointOf(day, seen)];
  });
}

type Held = Pick<DailyBalance, 'asset' | 'tokenAddress' | 'amount'> & {
  readonly chain: ChainId;
  readonly valueUsd: string | null;
};

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
