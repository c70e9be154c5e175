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
    // Three quarters of 3,712 units exceed the full bucket of 2,000 by 0.86 s.
    await clock.run([expect(list(key, reads(29, 128))).resolves.toBe(true)]);
    expect(elapsedMs()).toBeGreaterThan(850);
    expect(elapsedMs()).toBeLessThan(1100);
    await clock.run([expect(list(key, LIST)).resolves.toBe(false)]);
    await clock.run([clock.wait(200)]);
    await clock.run([expect(list(key, LIST)).resolves.toBe(true)]);
  });

  it('gets 429 when it would have to wait longer than half of its time-out', async () => {
    const { clock, list, exports, elapsedMs } = simulatedReads(buckets);
    const key = aKey();
    await clock.run([expect(list(key, reads(2, 64_000))).resolves.toBe(false)]);
    expect(elapsedMs()).toBeLessThan(10);
    // The first read is in debt: 64,000 units are those of 32 s.
    await clock.run([clock.wait(30_900), expect(exports(key, [])).resolves.toBe(false)]);
    await clock.run([clock.wait(200)]);
    await clock.run([expect(exports(key, [])).resolves.toBe(true)]);
  });

  it('costs one purchase beyond its first units, or none', async () => {
    const { clock, list, bought } = simulatedReads(buckets);
    const key = aKey();
    await clock.run([list(key, reads(8, 5))]);
    expect(bought).toEqual([]);
    await clock.run([list(key, LIST)]);
    expect(bought).toHaveLength(1);
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
    expect(largestSurplus(granted)).toBeLessThanOrEqual(RATE.burst + 50 * 25);
  });
});

describe('An export', () => {
  it('is slowed to the rate, and reads everything', async () => {
    const { clock, exports, granted, bought, elapsedMs } = simulatedReads(buckets);
    await clock.run([expect(exports(aKey(), reads(200, 100))).resolves.toBe(true)]);
    expect(unitsOf(granted)).toBe(20_000);
    // Half of a full bucket at once, then 2,000 units a second.
    expect(elapsedMs()).toBeGreaterThan(9_300);
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(largestSurplus(granted)).toBeLessThanOrEqual(RATE.burst / 2 + 200);
    // Some seven purchases a second, for little more than the export reads.
    expect(bought.length).toBeLessThanOrEqual(80);
    expect(sum(bought)).toBeLessThanOrEqual(20_300);
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
    const { clock, exports, granted, elapsedMs } = simulatedReads(buckets);
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

  it('never exceed the rate by more than a bound, in any window, and each export ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 8 }), async (requests) => {
        const { clock, list, exports, granted, bought } = simulatedReads(buckets, LOW);
        const key = aKey();
        const expected: SimulatedRead[] = [];
        const tasks = requests.map(async ({ startMs, isExport, reads: wanted }) => {
          await clock.wait(startMs);
          const answered = await (isExport ? exports(key, wanted) : list(key, wanted));
          if (answered) expected.push(...wanted);
        });
        await clock.run(tasks);
        const bound = LOW.burst + LOW.rate + (requests.length + 2) * DEAREST;
        expect(largestSurplus(granted, LOW)).toBeLessThanOrEqual(bound);
        // Every unit was paid, and every request that was not refused read everything.
        expect(sum(bought) + 40 * requests.length).toBeGreaterThanOrEqual(unitsOf(granted));
        expect(unitsOf(granted)).toBeGreaterThanOrEqual(unitsOf(expected));
      }),
      { numRuns: runs(6, 100) },
    );
  });
});
