import * as z from 'zod';
import { chainOf } from '../chains/registry.ts';
import { DecimalString } from '../values/decimal.ts';
import type { Price, PricedAsset, PriceSource } from './price.ts';

/** Symbol → USD price as a decimal string. */
const PriceTable = z.record(z.string().toUpperCase(), DecimalString);

/**
 * Prices from a table, for a stack without a network: `{"ETH": "3000", "USDC": "1"}`. The symbol alone decides,
 * although any contract may claim a symbol, so this source is not for chains where strangers create tokens.
 * @throws SyntaxError or ZodError when the text is no such table.
 */
export function fixedPrices(json: string): PriceSource {
  const prices = new Map(Object.entries(PriceTable.parse(JSON.parse(json))));
  const priceOf = ({ chain, symbol }: PricedAsset): Price => {
    const usd = chainOf(chain).priceId === null ? undefined : prices.get(symbol.toUpperCase());
    return usd === undefined ? { status: 'unpriced' } : { status: 'known', usd };
  };
  return { pricesAt: async (assets) => assets.map(priceOf) };
}
