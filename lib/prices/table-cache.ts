import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import { write } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { type AnswerCache, KeptAnswer } from './kept-answer.ts';

const Cached = KeptAnswer.extend({ ttl: z.number() });

/** As long as a price of the past is kept, and as long as a new price is compared with the last price. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Keeps the answers that the functions of the stage got, for a day. Prices belong to no organisation. */
export function tableCache({ table, now }: Pick<Deps, 'table' | 'now'>): AnswerCache {
  return {
    async get(key) {
      const cached = await getItem(table, keys.price(key), Cached);
      // DynamoDB removes an expired item within days, not at once.
      return cached === null || cached.ttl <= epochSeconds(now()) ? null : KeptAnswer.parse(cached);
    },
    async put(key, answer) {
      const ttl = epochSeconds(plusSeconds(now(), KEPT_SECONDS));
      await write(table, { put: { ...keys.price(key), ...answer, ttl } });
    },
  };
}
