import fc from 'fast-check';
import { isExhaustive } from '../../support/sample.ts';

/** Chooses which of so many possible steps happens next, from 0. */
export type Choose = (count: number) => number;

/** Chooses round robin, so that all processes make progress. */
export function roundRobin(): Choose {
  let turn = 0;
  return (count) => turn++ % count;
}

/**
 * Calls `run` once for each possible order of its steps. In `npm test`: for the first order, the last order and `few`
 * random orders. Returns how many orders it tried.
 */
export async function inEveryOrder(few: number, run: (choose: Choose) => Promise<void>): Promise<number> {
  if (!isExhaustive) {
    await run(() => 0);
    await run((count) => count - 1);
    await inManyOrders(few, run);
    return few + 2;
  }
  let order: number[] = [];
  for (let runs = 1; ; runs++) {
    const made: { chosen: number; count: number }[] = [];
    await run((count) => {
      const chosen = order[made.length] ?? 0;
      made.push({ chosen, count });
      return chosen;
    });
    const changed = made.findLastIndex(({ chosen, count }) => chosen < count - 1);
    if (changed === -1) return runs;
    order = made.slice(0, changed + 1).map(({ chosen }, n) => (n === changed ? chosen + 1 : chosen));
  }
}

/** Calls `run` so many times, in random orders. */
export const inManyOrders = (runs: number, run: (choose: Choose) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.gen(), (any) => run((count) => any(fc.nat, count - 1))),
    // Report the first failing order at once: a shorter order is not simpler.
    { numRuns: runs, endOnFailure: true },
  );
