import type { Deps } from '../platform/deps.ts';
import { env } from '../platform/env.ts';
import type { PriceSource } from './price.ts';
import { priceSource } from './prices.ts';
import { tableCache } from './table-cache.ts';

/** The prices of this stage, cached in its table. */
export const configuredPrices = (deps: Deps): PriceSource =>
  priceSource(env.prices().PRICE_SOURCE, { cache: tableCache(deps), now: deps.now });
