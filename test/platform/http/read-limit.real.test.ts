import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Table } from '../../../lib/platform/table/table.ts';
import { quiet } from '../../support/quiet.ts';
import { runs } from '../../support/sample.ts';
import { makeTable } from '../../support/table.ts';
import { largestSurplus, RATE, reads, type SimulatedRead, simulatedReads } from '../rate-limit/simulated-reads.ts';

quiet();

let buckets: Table;
beforeAll(async () => {
  buckets = await makeTable();
});
let keys = 0;
const aKey = () => `key-${keys++}`;

/** The units of a list as the lists shall become: some small reads, and a page of 25 records. */
const LIST: readonly SimulatedRead[] = [{ units: 1 }, { units: 5 }, { units: 8 }, { units: 21 }, { units: 25 }];
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const unitsOf = (granted: readonly { units: number }[]) => sum(granted.map(({ units }) => units));

describe('A list', () => {
  it('may consume more than the units of a second, and the next list gets 429 until the debt is paid', async () => {
    const { clock, list, elapsedMs } = simulatedReads(buckets);
    const key = aKey();
    await clock.run([expect(list(key, reads(29, 128))).resolves.toBe(true)]);
    // The list never waits: each read takes 5 ms.
    expect(elapsedMs()).toBe(29 * 5);
    // 3,712 units exceed the full bucket of 2,000 by 0.86 s.
    await clock.run([expect(list(key, LIST)).resolves.toBe(false)]);
    await clock.run([clock.wait(700)]);
    await clock.run([expect(list(key, LIST)).resolves.toBe(false)]);
    await clock.run([clock.wait(200)]);
    await clock.run([expect(list(key, LIST)).resolves.toBe(true)]);
  });

  it('refuses the next list of its key while it still reads', async () => {
    const { clock, list } = simulatedReads(buckets);
    const key = aKey();
    const later = async () => {
      await clock.wait(50 * 5);
      expect(await list(key, LIST)).toBe(false);
    };
    await clock.run([expect(list(key, reads(100, 100))).resolves.toBe(true), later()]);
  });

  it('makes one payment beyond its first units, or none', async () => {
    const { clock, list, paid } = simulatedReads(buckets);
    const key = aKey();
    await clock.run([list(key, reads(8, 5))]);
    expect(paid).toEqual([]);
    await clock.run([list(key, LIST)]);
    expect(paid).toEqual([20]);
  });

  it('that fails pays what it has read', async () => {
    const { clock, list, paid } = simulatedReads(buckets);
    const failing = [{ units: 100 }, { units: -1 }];
    await clock.run([expect(list(aKey(), failing)).rejects.toThrow('the read failed')]);
    expect(paid).toEqual([60]);
  });

  it('does not affect another key', async () => {
    const { clock, list } = simulatedReads(buckets);
    const [mine, other] = [aKey(), aKey()];
    await clock.run([list(mine, reads(3, 5000))]);
    await clock.run([expect(list(mine, LIST)).resolves.toBe(false), expect(list(other, LIST)).resolves.toBe(true)]);
  });

  it('begins at most fifty times at once, over all processes together', async () => {
    const { clock, list, granted } = simulatedReads(buckets);
    const key = aKey();
    const answers = Array.from({ length: 150 }, () => list(key, LIST));
    await clock.run(answers);
    const passed = (await Promise.all(answers)).filter(Boolean).length;
    expect(passed).toBe(50);
    expect(unitsOf(granted)).toBe(50 * 60);
    expect(largestSurplus(granted)).toBeLessThanOrEqual(50 * 60);
  });
});

describe('An export', () => {
  it('is slowed to the rate, and reads everything', async () => {
    const { clock, exports, granted, paid, elapsedMs } = simulatedReads(buckets);
    await clock.run([expect(exports(aKey(), reads(200, 100))).resolves.toBe(true)]);
    expect(unitsOf(granted)).toBe(20_000);
    // Half of a full bucket at once, then 2,000 units a second.
    expect(elapsedMs()).toBeGreaterThan(9_300);
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(largestSurplus(granted)).toBeLessThanOrEqual(RATE.burst / 2 + 300 + 100);
    // Some seven payments a second, for what the export reads beyond its first units.
    expect(paid.length).toBeLessThanOrEqual(70);
    expect(sum(paid)).toBe(20_000 - 40);
  });

  it('leaves half of the bucket to the lists of its key', async () => {
    const { clock, exports, list } = simulatedReads(buckets);
    const key = aKey();
    const lists = async () => {
      for (let n = 0; n < 20; n++) {
        await clock.wait(200);
        expect(await list(key, LIST)).toBe(true);
      }
    };
    await clock.run([exports(key, reads(100, 100)), lists()]);
  });

  it('shares the rate with the other exports of its key, and all of them end', async () => {
    const { clock, exports, granted, elapsedMs } = simulatedReads(buckets);
    const key = aKey();
    const answers = Array.from({ length: 8 }, () => exports(key, reads(40, 100)));
    await clock.run(answers);
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 8 }, () => true));
    expect(unitsOf(granted)).toBe(32_000);
    expect(elapsedMs()).toBeGreaterThan(15_000);
    expect(elapsedMs()).toBeLessThan(17_500);
  });

  it('ends at once when the caller goes away while the export waits, and pays what it has read', async () => {
    const { clock, exports, granted, paid, elapsedMs } = simulatedReads(buckets);
    const gone = new AbortController();
    const aborting = async () => {
      await clock.wait(2000);
      gone.abort(new Error('gone'));
    };
    const ended = exports(aKey(), reads(2, 50_000), gone.signal).catch((error: unknown) => {
      expect([error, elapsedMs()]).toEqual([new Error('gone'), 2000]);
    });
    await clock.run([aborting(), ended]);
    expect(granted).toHaveLength(1);
    expect(paid).toEqual([50_000 - 40]);
  });
});

// Scenario: one key sends lists and exports at random times, each to a process of its own. The requests read, pause and
// read again. The dearest read has 130 units, as a page of an index or a batch of 100 small records. The rate is a
// quarter of the deployed rate, so that each run reads much more than the bound.
describe('The read units of one key', () => {
  const LOW = { rate: 500, burst: 500 };
  const DEAREST = 130;
  const read = fc.record({
    units: fc.integer({ min: 1, max: DEAREST }),
    pauseMs: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3000) }),
  });
  const request = fc.record({
    startMs: fc.nat(1000),
    isExport: fc.boolean(),
    reads: fc.array(read, { minLength: 20, maxLength: 80 }),
  });

  it('never exceed the rate by more than the requests of a moment read, and each export ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 8 }), async (requests) => {
        const { clock, list, exports, granted, paid } = simulatedReads(buckets, LOW);
        const key = aKey();
        const answered: { readonly isExport: boolean; readonly units: number }[] = [];
        const tasks = requests.map(async ({ startMs, isExport, reads: wanted }) => {
          await clock.wait(startMs);
          if (await (isExport ? exports(key, wanted) : list(key, wanted))) {
            answered.push({ isExport, units: unitsOf(wanted) });
          }
        });
        await clock.run(tasks);
        // A list may exceed the limit by all of its units, an export by a payment and a read.
        const excess = answered.map(({ isExport, units }) => (isExport ? LOW.rate * 0.15 + DEAREST : units));
        expect(largestSurplus(granted, LOW)).toBeLessThanOrEqual(LOW.burst + sum(excess));
        // Every unit was paid, and every request that was not refused read everything.
        expect(sum(paid) + 40 * answered.length).toBeGreaterThanOrEqual(unitsOf(granted));
        expect(unitsOf(granted)).toBe(sum(answered.map(({ units }) => units)));
      }),
      { numRuns: runs(6, 100) },
    );
  });
});
