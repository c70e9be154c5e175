import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { batchGet } from '../platform/table/table.ts';
import { write } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { type AnswerCache, KeptAnswer } from './kept-answer.ts';

const Cached = KeptAnswer.extend({ ttl: z.number() });

/** A price of the past is kept for a day. A record asks for the last time after a day, and an hour later at most. */
const KEPT_SECONDS = 25 * 60 * 60;

/** Keeps the answers that the functions of the stage got, for 25 hours. Prices belong to no organisation. */
export function tableCache({ table, now }: Pick<Deps, 'table' | 'now'>): AnswerCache {
  return {
    async get(all) {
      const byPk = new Map(all.map((key) => [keys.price(key).pk, key]));
      const items = await batchGet(table, all.map(keys.price), z.looseObject({ pk: z.string() }), { stale: true });
      const found = items.flatMap((item): [string, KeptAnswer][] => {
        const key = byPk.get(item.pk);
        const { data } = Cached.safeParse(item);
        // DynamoDB removes an expired item within days, not at once.
        if (key === undefined || data === undefined || data.ttl <= epochSeconds(now())) return [];
        return [[key, KeptAnswer.parse(data)]];
      });
      return new Map(found);
    },
    async put(key, answer) {
      const ttl = epochSeconds(plusSeconds(now(), KEPT_SECONDS));
      await write(table, { put: { ...keys.price(key), ...answer, ttl } });
    },
  };
}
