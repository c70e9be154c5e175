import { knownToken } from '../chains/known-tokens.ts';
import type { PriceSource } from './price.ts';

/**
 * The prices that issuers promise: one USDC of Circle is one dollar. The last source in turn, so that such a token has
 * a value even when no web service and no node answers.
 */
export const pegged: PriceSource = {
  pricesAt: async (assets) =>
    assets.map((asset) => {
      const usd = knownToken(asset)?.usd ?? null;
      return usd === null ? { status: 'unpriced' } : { status: 'known', usd };
    }),
};
