import fc from 'fast-check';
import { isExhaustive } from '../support/sample.ts';

/** Which of so many things that can happen is next, from 0. */
export type Choose = (count: number) => number;

/** One after the other, so that all go on. */
export function inTurns(): Choose {
  let turn = 0;
  return (count) => turn++ % count;
}

/**
 * Calls `run` once for each order in which the things that it chooses from can happen. In `npm test`: for the first
 * order, the last order and `few` random orders. Returns how many orders it tried.
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

/** Runs it so many times, in orders chosen by chance. */
export const inManyOrders = (runs: number, run: (choose: Choose) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.gen(), (any) => run((count) => any(fc.nat, count - 1))),
    // One that fails is told at once: smaller ones are not simpler.
    { numRuns: runs, endOnFailure: true },
  );
