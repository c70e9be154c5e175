import type { Price, PricedAsset, PriceSource } from '../../../lib/prices/price.ts';

/** A source of prices whose failures a test decides. Prices are by symbol; another symbol is unpriced. */
export function priceDesk(prices: Readonly<Record<string, string>>) {
  let fails = (_: PricedAsset): boolean => false;
  const asked: { readonly symbol: string; readonly at: string }[] = [];
  const answer = (asset: PricedAsset): Price => {
    if (fails(asset)) return { status: 'failed' };
    const usd = prices[asset.symbol];
    return usd === undefined ? { status: 'unpriced' } : { status: 'known', usd };
  };
  const source: PriceSource = {
    async pricesAt(assets, at) {
      asked.push(...assets.map(({ symbol }) => ({ symbol, at: at.toISOString() })));
      return assets.map(answer);
    },
  };
  return {
    ...source,
    /** Every asset that was asked for, with the time of the price. */
    asked,
    /** The source fails for all assets, or for those with these symbols. */
    fail(...symbols: string[]): void {
      fails = ({ symbol }) => symbols.length === 0 || symbols.includes(symbol);
    },
    recover(): void {
      fails = () => false;
    },
  };
}
