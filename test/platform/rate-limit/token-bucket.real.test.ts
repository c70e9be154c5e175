import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { tokenBuckets } from '../../../lib/platform/rate-limit/token-bucket.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { getItem, type Table } from '../../../lib/platform/table/table.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { runs } from '../../support/sample.ts';
import { makeTable } from '../../support/table.ts';

let table: Table;
let deps: TestDeps;
beforeAll(async () => {
  table = await makeTable();
  deps = testDeps(table);
});

/** One token every two seconds, three at once. */
const RATE = { rate: 0.5, burst: 3 };
const DAY = 24 * 3600;
const aKey = () => keys.rate(deps.newId());
/** The buckets of one process. Each process has its own memory, and all processes share the table. */
const aProcess = () => tokenBuckets(deps, RATE);

describe('A reserved token', () => {
  it('is available at once while the bucket has tokens, then one interval after the previous token', async () => {
    const [key, buckets] = [aKey(), aProcess()];
    const seconds = [];
    for (let n = 0; n < 7; n++) seconds.push(await buckets.reserve(key, DAY));
    expect(seconds).toEqual([0, 0, 0, 2, 4, 6, 8]);
  });

  it('is given to one caller only when several processes reserve at the same time', async () => {
    const key = aKey();
    const takings = Array.from({ length: 12 }, () => aProcess().reserve(key, DAY));
    const seconds = (await Promise.all(takings)).toSorted((a, b) => Number(a) - Number(b));
    expect(seconds).toEqual([0, 0, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  });

  it('becomes available sooner when time has passed since the last reservation', async () => {
    const key = aKey();
    for (let n = 0; n < 6; n++) await aProcess().reserve(key, DAY);
    deps.advance(5);
    expect(await aProcess().reserve(key, DAY)).toBe(3);
    deps.advance(100);
    expect(await aProcess().reserve(key, DAY)).toBe(0);
  });

  it('is not taken when it becomes available later than the caller accepts', async () => {
    const key = aKey();
    for (let n = 0; n < 5; n++) await aProcess().reserve(key, DAY);
    const buckets = aProcess();
    expect([await buckets.reserve(key, 5), await buckets.reserve(key, 0)]).toEqual([null, null]);
    expect(await buckets.reserve(key, 6)).toBe(6);
  });

  it('leaves no token for a caller that needs a token at once', async () => {
    const key = aKey();
    for (let n = 0; n < 5; n++) await aProcess().reserve(key, DAY);
    expect(await aProcess().take(key)).toBe(6);
  });

  it('never exceeds burst and rate in any window, for random reservations from three processes', async () => {
    const step = fc.record({ seconds: fc.nat(9), processes: fc.array(fc.nat(2), { maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const processes = [aProcess(), aProcess(), aProcess()];
        const key = aKey();
        const at: number[] = [];
        for (const { seconds, processes: asking } of steps) {
          deps.advance(seconds);
          const now = deps.now().getTime() / 1000;
          const given = await Promise.all(asking.map((i) => (processes[i] ?? aProcess()).reserve(key, DAY)));
          at.push(...given.map((wait) => now + Number(wait)));
        }
        const ascending = at.toSorted((a, b) => a - b);
        for (const [i, from] of ascending.entries()) {
          for (const [j, to] of [...ascending.entries()].slice(i)) {
            expect(j - i + 1).toBeLessThanOrEqual(RATE.burst + (to - from) * RATE.rate + 1e-6);
          }
        }
      }),
      { numRuns: runs(6, 40) },
    );
  });

  it('has an item that expires after the latest time that a token can be reserved for', async () => {
    const key = aKey();
    await aProcess().reserve(key, DAY);
    const item = await getItem(table, key, z.object({ ttl: z.number() }));
    expect(item?.ttl).toBe(Math.ceil(deps.now().getTime() / 1000) + 2 * DAY);
  });
});

describe('Many tokens', () => {
  it('are taken together, or none of them', async () => {
    const [key, buckets] = [aKey(), aProcess()];
    // The bucket has three tokens, and gains one every two seconds.
    expect(await buckets.take(key, 2)).toBe(0);
    expect(await buckets.take(key, 2)).toBe(2);
    expect(await buckets.take(key, 1)).toBe(0);
    deps.advance(4);
    expect(await aProcess().take(key, 2)).toBe(0);
  });

  it('may exceed the burst, and the bucket is then in debt', async () => {
    const [key, buckets] = [aKey(), aProcess()];
    expect(await buckets.reserve(key, DAY, 10)).toBe(14);
    expect(await buckets.reserve(key, DAY, 5)).toBe(24);
    expect(await aProcess().take(key)).toBe(26);
    deps.advance(26);
    expect(await aProcess().take(key)).toBe(0);
  });

  it('are left by a caller with a smaller burst to the other callers', async () => {
    const [key, modest] = [aKey(), tokenBuckets(deps, { ...RATE, burst: 1 })];
    expect(await modest.reserve(key, DAY)).toBe(0);
    // One token is taken, and this caller waits although two tokens are left.
    expect(await modest.take(key)).toBe(2);
    expect(await aProcess().take(key, 2)).toBe(0);
    expect(await modest.reserve(key, DAY)).toBe(6);
  });
});
