import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { batchGet } from '../platform/table/table.ts';
import { write } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';

/** What a source said of an asset, and how long nobody asks the source again. */
export const KeptAnswer = z.object({
  price: z.discriminatedUnion('status', [
    z.object({ status: z.literal('known'), usd: z.string() }),
    z.object({ status: z.enum(['unpriced', 'failed']) }),
  ]),
  /** Milliseconds since the epoch. */
  until: z.number(),
  /** The last price that the source knew, and the time of the price in milliseconds. */
  last: z.object({ usd: z.string(), at: z.number() }).nullable(),
  /** When the source last stated a low confidence, in milliseconds, if no better answer came since. */
  doubtedAt: z.number().optional(),
});
export type KeptAnswer = z.output<typeof KeptAnswer>;

/** Keeps answers for other processes. A key names the source and the asset, and for a price of the past the time. */
export interface AnswerCache {
  /** What is kept under these keys, also when it is too old. */
  get(keys: readonly string[]): Promise<ReadonlyMap<string, KeptAnswer>>;
  put(key: string, answer: KeptAnswer): Promise<void>;
}

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
