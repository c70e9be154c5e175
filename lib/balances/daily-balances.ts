import * as z from 'zod';
import type { ChainId } from '../chains/registry.ts';
import { keys } from '../platform/table/keys.ts';
import type { Put } from '../platform/table/write.ts';
import type { Price, PriceSource } from '../prices/price.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';

/** Longer than the range of a history. A balance that has not changed since is the present balance. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** A balance of an address after its last change on a day. Days are days of UTC. */
export const DailyBalance = z.object({
  /** `2026-01-31` */
  day: z.string(),
  asset: z.string(),
  tokenAddress: z.string().nullable(),
  amount: z.string(),
  /** The price at the change. Null when no source knows one; absent when the sources failed. */
  priceUsd: z.string().nullable().optional(),
});
export type DailyBalance = z.output<typeof DailyBalance>;

/** A balance that a check has found to be new. */
export interface NewBalance extends Omit<DailyBalance, 'day' | 'priceUsd'> {
  /** Of the address, in match form. */
  readonly form: string;
}

/** The write that notes a balance for the day of a check. A later check of the same day replaces it. */
export type DayNote = (balance: NewBalance) => Put;

/**
 * Asks for the prices of assets at the block of a check, and returns how to note balances of these assets. The notes
 * belong to the transaction that stores the balances, so that a crash loses no day.
 */
export async function dayNotes(
  { prices }: { readonly prices: PriceSource },
  chain: ChainId,
  timestamp: string,
  assets: readonly Pick<NewBalance, 'asset' | 'tokenAddress'>[],
): Promise<DayNote> {
  const asked = new Map(
    assets.map(({ asset, tokenAddress }) => [tokenAddress, { chain, tokenAddress, symbol: asset }]),
  );
  const found = asked.size === 0 ? [] : await prices.pricesAt([...asked.values()], new Date(timestamp));
  const priceOf = new Map([...asked.keys()].map((tokenAddress, n) => [tokenAddress, found[n]]));
  const day = timestamp.slice(0, 10);
  const ttl = epochSeconds(plusSeconds(new Date(timestamp), KEPT_SECONDS));
  return ({ form, asset, tokenAddress, amount }) => {
    const item: DailyBalance = { day, asset, tokenAddress, amount, ...noted(priceOf.get(tokenAddress)) };
    return { put: { ...keys.dailyBalance(chain, form, day, tokenAddress), ...item, ttl } };
  };
}

/** A price that failed is left out: an earlier price says more than none. */
export const noted = (price: Price | undefined): Pick<DailyBalance, 'priceUsd'> =>
  price === undefined || price.status === 'failed' ? {} : { priceUsd: price.status === 'known' ? price.usd : null };
