import fc from 'fast-check';

/** Chooses which of so many possible steps happens next, from 0. */
export type Choose = (count: number) => number;

/** Chooses round robin, so that all processes make progress. */
export function roundRobin(): Choose {
  let turn = 0;
  return (count) => turn++ % count;
}

/** Calls `run` once for each possible order of its steps. Answers how many orders there are. */
export async function inEveryOrder(run: (choose: Choose) => Promise<void>): Promise<number> {
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
