import type { AnswerCache, KeptAnswer } from '../../lib/prices/kept-answer.ts';

/** A cache in memory. */
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
