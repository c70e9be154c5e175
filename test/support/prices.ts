import { chainIds, chainOf } from '../../lib/chains/registry.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import type { PriceSource } from '../../lib/prices/price.ts';

/** Prices of the ether of every chain alone. */
export const etherAt = (usd: string): PriceSource => {
  const chains = chainIds.filter((chain) => chainOf(chain).nativeSymbol === 'ETH');
  return fixedPrices(JSON.stringify(Object.fromEntries(chains.map((chain) => [chain, { native: usd }]))));
};
