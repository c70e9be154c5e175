import * as z from 'zod';
import { matchForm, parseAddress } from '../chains/address.ts';
import { isNative } from '../chains/known-tokens.ts';
import { ChainId, chainOf } from '../chains/registry.ts';
import { DecimalString } from '../values/decimal.ts';
import type { Price, PricedAsset, PriceSource } from './price.ts';

/** The name of the native coin in a table. */
const NATIVE = 'native';

/** Chain → `native` or the address of a token → USD price as a decimal string. */
export const PriceTable = z
  .partialRecord(ChainId, z.record(z.string(), DecimalString))
  .superRefine((table, { addIssue }) => {
    for (const [chain, prices] of Object.entries(table)) {
      for (const name of Object.keys(prices)) {
        if (name === NATIVE || parseAddress(chain, name) !== null) continue;
        addIssue({ code: 'custom', path: [chain, name], message: `must be ${NATIVE} or the address of a token` });
      }
    }
  });

/**
 * Prices from a table, for a stack without a network: `{"anvil": {"native": "2500", "<token address>": "1"}}`. The
 * address of a token decides, because any contract may claim a symbol.
 * @throws SyntaxError or ZodError when the text is no such table.
 */
export function fixedPrices(json: string): PriceSource {
  const table = Object.entries(PriceTable.parse(JSON.parse(json))).flatMap(([chain, prices]) =>
    Object.entries(prices).map(([name, usd]) => [keyOf(chain, name === NATIVE ? null : name), usd] as const),
  );
  const prices = new Map(table);
  const priceOf = (asset: PricedAsset): Price => {
    const isNamed = asset.tokenAddress !== null || isNative(asset);
    const usd = isNamed ? prices.get(keyOf(asset.chain, asset.tokenAddress)) : undefined;
    const isWorthless = chainOf(asset.chain).priceId === null;
    return usd === undefined || isWorthless ? { status: 'unpriced' } : { status: 'known', usd };
  };
  return { pricesAt: async (assets) => assets.map(priceOf) };
}

const keyOf = (chain: string, token: string | null): string =>
  token === null ? chain : `${chain} ${matchForm(chain, token)}`;
