import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import { write } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import type { PriceCache } from './price.ts';

const Cached = z.object({ price: z.string(), ttl: z.number() });

/** A price of the past never changes. The limit bounds the size of the cache. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Keeps the prices that the functions of the stage have found, for a day. Prices belong to no organisation. */
export function tableCache({ table, now }: Pick<Deps, 'table' | 'now'>): PriceCache {
  return {
    async get(key) {
      const cached = await getItem(table, keys.price(key), Cached);
      // DynamoDB removes an expired item within days, not at once.
      return cached === null || cached.ttl <= epochSeconds(now()) ? null : cached.price;
    },
    async put(key, price) {
      await write(table, { put: { ...keys.price(key), price, ttl: epochSeconds(plusSeconds(now(), KEPT_SECONDS)) } });
    },
  };
}
