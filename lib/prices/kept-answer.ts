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
});
export type KeptAnswer = z.output<typeof KeptAnswer>;

/** Keeps answers for other processes. A key names the source and the asset, and for a price of the past the time. */
export interface AnswerCache {
  get(key: string): Promise<KeptAnswer | null>;
  put(key: string, answer: KeptAnswer): Promise<void>;
}

/** A cache for the life of the process. */
export function memoryCache(): AnswerCache {
  const answers = new Map<string, KeptAnswer>();
  return {
    get: async (key) => answers.get(key) ?? null,
    put: async (key, answer) => {
      answers.set(key, answer);
    },
  };
}
