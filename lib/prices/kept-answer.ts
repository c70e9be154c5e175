import * as z from 'zod';

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

/** A cache for the life of the process. */
export function memoryCache(): AnswerCache {
  const answers = new Map<string, KeptAnswer>();
  return {
    get: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const answer = answers.get(key);
          return answer === undefined ? [] : [[key, answer] as const];
        }),
      ),
    put: async (key, answer) => {
      answers.set(key, answer);
    },
  };
}
