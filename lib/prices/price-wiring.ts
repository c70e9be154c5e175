import { configuredChains } from '../chains/chain-wiring.ts';
import type { Deps } from '../platform/deps.ts';
import { env } from '../platform/env.ts';
import type { ChainlinkOptions } from './chainlink.ts';
import type { PriceSource } from './price.ts';
import { priceSource } from './prices.ts';
import { tableCache } from './table-cache.ts';

/**
 * The prices of this stage, cached in its table. The nodes of its chains are asked for the feeds of Chainlink: those of
 * `chains`, where the function knows its nodes already.
 */
export const configuredPrices = (
  deps: Deps,
  chains: ChainlinkOptions['chains'] = configuredChains(deps),
): PriceSource => {
  const { PRICE_SOURCE, VENDOR_URLS } = env.prices();
  const baseUrl = VENDOR_URLS?.defillama;
  return priceSource(PRICE_SOURCE, { chains, cache: tableCache(deps), now: deps.now, baseUrl });
};
