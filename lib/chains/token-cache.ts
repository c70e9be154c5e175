import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { errorFields, log } from '../platform/log.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import { write } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import type { TokenCache } from './port/family.ts';
import type { ChainId } from './registry.ts';

const Cached = z.object({
  symbol: z.string().nullable(),
  decimals: z.int().min(0).nullable(),
  ttl: z.number(),
});

/**
 * Keeps the symbols and decimals of the tokens of a chain in the table, for all functions of the stage. Holds no tenant
 * data.
 */
export function tableTokenCache(chain: ChainId, { table, now }: Pick<Deps, 'table' | 'now'>): TokenCache {
  const failed = (error: unknown) => {
    log.warn('token.cache_failed', { chain, ...errorFields(error) });
    return null;
  };
  return {
    async get(address) {
      const cached = await getItem(table, keys.token(chain, address), Cached).catch(failed);
      // DynamoDB removes an expired item within days, not at once.
      const seconds = (cached?.ttl ?? 0) - epochSeconds(now());
      if (cached === null || seconds <= 0) return null;
      return { symbol: cached.symbol, decimals: cached.decimals, seconds };
    },
    async put(address, { symbol, decimals, seconds }) {
      const ttl = epochSeconds(plusSeconds(now(), seconds));
      await write(table, { put: { ...keys.token(chain, address), symbol, decimals, ttl } }).catch(failed);
    },
  };
}
