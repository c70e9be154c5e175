import { isNative, isWellKnown } from '../chains/known-tokens.ts';
import type { Price, PricedAsset, PriceSource } from '../prices/price.ts';

/** The prices of so many assets are asked for. */
const MOST_PRICED = 100;

export type PriceOf = (asset: PricedAsset) => Price | undefined;

/**
 * The prices of assets that wallets hold, each asked for once. Strangers send tokens without a price, so native assets
 * and well-known tokens come first. Beyond 100 assets there is no price.
 */
export async function pricesOf(prices: PriceSource, assets: readonly PricedAsset[], at: Date): Promise<PriceOf> {
  const ranked = assets.toSorted((a, b) => rankOf(a) - rankOf(b));
  const asked = [...new Map(ranked.map((asset) => [keyOf(asset), asset]))].slice(0, MOST_PRICED);
  if (asked.length === 0) return () => undefined;
  const found = await prices.pricesAt(
    asked.map(([, asset]) => asset),
    at,
  );
  const byKey = new Map(asked.map(([key], n) => [key, found[n]]));
  return (asset) => byKey.get(keyOf(asset));
}

const keyOf = ({ chain, tokenAddress }: PricedAsset): string => `${chain} ${tokenAddress ?? ''}`;

const rankOf = (asset: PricedAsset): number => (isNative(asset) ? 0 : isWellKnown(asset) ? 1 : 2);
