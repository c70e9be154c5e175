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

const DAY = 24 * 60 * 60;
const KEPT_SECONDS = 90 * DAY;
/** A contract without decimals may get decimals with an upgrade of its proxy. Until then, amounts are raw integers. */
const REFUSAL_KEPT_SECONDS = DAY;

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
      if (cached === null || cached.ttl <= epochSeconds(now())) return null;
      return { symbol: cached.symbol, decimals: cached.decimals };
    },
    async put(address, { symbol, decimals }) {
      const isWhole = symbol !== null && decimals !== null;
      const ttl = epochSeconds(plusSeconds(now(), isWhole ? KEPT_SECONDS : REFUSAL_KEPT_SECONDS));
      await write(table, { put: { ...keys.token(chain, address), symbol, decimals, ttl } }).catch(failed);
    },
  };
}
