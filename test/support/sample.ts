import { createHash } from 'node:crypto';
import { expect } from '@jest/globals';

/** `npm run test:exhaustive` sets this variable. Without the variable every sweep tries a sample of its places. */
export const isExhaustive = process.env.EXHAUSTIVE === '1';

/** Decides which places a sample holds. The default never changes, so that two runs of a commit try the same places. */
const seed = process.env.SAMPLE_SEED ?? '1';

let printed: string | undefined;

/**
 * Draws `count` of the places that a test sweeps, in their order. The sample always holds the first place, the last
 * place and one place of each kind, even if these are more than `count`. Prints the seed, so that a failure can be
 * repeated.
 */
export function sampled<T>(places: readonly T[], count: number, kindOf: (place: T) => string = () => ''): T[] {
  if (isExhaustive) return [...places];
  const { currentTestName = '' } = expect.getState();
  const rank = (n: number) => createHash('sha256').update(`${seed} ${currentTestName} ${n}`).digest('hex');
  const drawn = places.map((place, n) => ({ place, n, rank: rank(n) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const ofKinds = new Map(drawn.map(({ place, n }) => [kindOf(place), n]));
  const chosen = new Set([0, places.length - 1, ...ofKinds.values()]);
  for (const { n } of drawn) if (chosen.size < count) chosen.add(n);
  const sample = places.filter((_, n) => chosen.has(n));
  // Once for each test, which can draw many samples.
  if (printed !== currentTestName) {
    process.stdout.write(`${sample.length} of ${places.length} places, SAMPLE_SEED=${seed}: ${currentTestName}\n`);
  }
  printed = currentTestName;
  return sample;
}

/**
 * Every pair of a case and a way. `npm test` tries each case in one way and each way in a case, if there are as many
 * cases as ways at least.
 */
export const paired = <C, W>(cases: readonly C[], ways: readonly W[]): [C, W][] =>
  cases.flatMap((each, n) =>
    ways.flatMap((way, at): [C, W][] => (isExhaustive || at === n % ways.length ? [[each, way]] : [])),
  );

/** How often a property is tried: `few` times in `npm test`, `many` times in `npm run test:exhaustive`. */
export const runs = (few: number, many: number): number => (isExhaustive ? many : few);
