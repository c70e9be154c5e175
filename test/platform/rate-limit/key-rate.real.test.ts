import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { rateLimiter } from '../../../lib/platform/rate-limit/key-rate.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { getItem, openTable, type Table } from '../../../lib/platform/table/table.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { recorded } from '../../support/recorded.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

let table: Table;
let deps: TestDeps;
beforeAll(async () => {
  table = await makeTable();
  deps = testDeps(table);
});

/** The rate that the API promises. */
const RATE = { rate: 50, burst: 100 };
const INTERVAL_MS = 20;
const LATE_MS = 5;

/** A rate limiter of one process. Each process has its own memory, and all processes share the table. */
const aProcess = (rate = RATE) => rateLimiter(deps, rate);
const allowed = async (taking: Promise<number>) => (await taking) <= 0;
const countAllowed = async (takings: readonly Promise<number>[]) =>
  (await Promise.all(takings.map(allowed))).filter(Boolean).length;
const advanceMs = (ms: number) => deps.setNow(new Date(deps.now().getTime() + ms));

/** The textbook token bucket, whose tokens grow with time. All numbers are integers: milliseconds of refill. */
function textbookBucket({ burst }: typeof RATE) {
  let stored = burst * INTERVAL_MS;
  return {
    wait: (ms: number) => {
      stored = Math.min(burst * INTERVAL_MS, stored + ms);
    },
    take: () => {
      if (stored < INTERVAL_MS) return false;
      stored -= INTERVAL_MS;
      return true;
    },
  };
}

describe('The rate limit of an API key', () => {
  it('allows exactly the burst at once, over all processes together', async () => {
    const processes = [aProcess(), aProcess(), aProcess()];
    const key = deps.newId();
    const takings = Array.from({ length: 150 }, (_, i) => (processes[i % 3] ?? aProcess()).take(key));
    expect(await countAllowed(takings)).toBe(100);
  });

  it('allows one more request every 20 ms after the burst, and no request earlier', async () => {
    const key = deps.newId();
    await countAllowed(Array.from({ length: 100 }, () => aProcess().take(key)));
    const limiter = aProcess();
    for (let i = 0; i < 3; i++) {
      expect(await limiter.take(key)).toBeCloseTo(0.02);
      advanceMs(19);
      expect(await limiter.take(key)).toBeCloseTo(0.001);
      advanceMs(1);
      expect(await limiter.take(key)).toBe(0);
    }
  });

  it('returns the seconds until the next request is allowed', async () => {
    const [key, slow] = [deps.newId(), aProcess({ rate: 1, burst: 1 })];
    expect(await slow.take(key)).toBe(0);
    advanceMs(250);
    expect(await slow.take(key)).toBe(0.75);
    advanceMs(750);
    expect(await slow.take(key)).toBe(0);
  });

  it('allows the same requests as a textbook token bucket, at any times and from several processes', async () => {
    const step = fc.record({ ms: fc.integer({ min: 0, max: 70 }), process: fc.nat(2), takes: fc.nat(3) });
    const few = { rate: 50, burst: 4 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const processes = [aProcess(few), aProcess(few), aProcess(few)];
        const [key, book] = [deps.newId(), textbookBucket(few)];
        for (const { ms, process, takes } of steps) {
          advanceMs(ms);
          book.wait(ms);
          for (let i = 0; i < takes; i++) {
            expect(await allowed((processes[process] ?? aProcess(few)).take(key))).toBe(book.take());
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  // Scenario: random bursts reach three processes, one of them with a clock that is late. For every window between two
  // allowed requests the test compares the number of allowed requests with burst + rate × window.
  it('never allows more than burst and rate in any window, also when clocks differ', async () => {
    const few = { rate: 50, burst: 5 };
    const burst = fc.record({ ms: fc.integer({ min: 0, max: 60 }), sizes: fc.array(fc.nat(6), { maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { maxLength: 12 }), async (bursts) => {
        const key = deps.newId();
        // The clock of the second process is late, as clocks of machines are. A window is longer by LATE_MS.
        const late = rateLimiter({ table, now: () => new Date(deps.now().getTime() - LATE_MS) }, few);
        const processes = [aProcess(few), late, aProcess(few)];
        const passed: number[] = [];
        for (const { ms, sizes } of bursts) {
          advanceMs(ms);
          const at = deps.now().getTime();
          const takings = sizes.flatMap((size, i) =>
            Array.from({ length: size }, () => (processes[i] ?? late).take(key)),
          );
          for (let n = await countAllowed(takings); n > 0; n--) passed.push(at);
        }
        for (const [i, from] of passed.entries()) {
          for (const [j, to] of [...passed.entries()].slice(i)) {
            expect(j - i + 1).toBeLessThanOrEqual(few.burst + (to - from + LATE_MS) / INTERVAL_MS);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  // Scenario: the first write of a request takes 3 s. Meanwhile another process takes a token and changes the item.
  it('allows a request whose write was slow while another process took a token', async () => {
    const key = deps.newId();
    await aProcess().take(key);
    const client = dynamoDb();
    let held = 0;
    const holdingUp = async () => {
      if (held++ > 0) return;
      advanceMs(3000);
      await aProcess().take(key);
    };
    client.middlewareStack.add((next) => (args) => holdingUp().then(() => next(args)), { step: 'initialize' });
    const late = rateLimiter({ ...deps, now: deps.now, table: openTable(deps.table.name, client) }, RATE);
    expect(await late.take(key)).toBe(0);
    expect(held).toBeGreaterThan(1);
  });

  // Scenario: 40 requests arrive together at a full bucket of 100, and each write takes longer than one refill
  // interval.
  it('allows every request of a burst while tokens are left, even when each write is slow', async () => {
    const key = deps.newId();
    const client = dynamoDb();
    const slowly = () => Promise.resolve(advanceMs(INTERVAL_MS + 1));
    client.middlewareStack.add((next) => (args) => slowly().then(() => next(args)), { step: 'initialize' });
    const slow = rateLimiter({ ...deps, now: deps.now, table: openTable(deps.table.name, client) }, RATE);
    expect(await countAllowed(Array.from({ length: 40 }, () => slow.take(key)))).toBe(40);
  });

  it('does not count the requests of another key', async () => {
    const one = { rate: 1, burst: 1 };
    const limiter = aProcess(one);
    const [first, second] = [deps.newId(), deps.newId()];
    expect([await limiter.take(first), await limiter.take(second), await limiter.take(first)]).toEqual([0, 0, 1]);
  });

  it('costs one table write per allowed request and no write for a repeated refusal', async () => {
    const { client, actions } = recorded(dynamoDb());
    const counted = rateLimiter({ table: openTable(table.name, client), now: deps.now }, { rate: 50, burst: 3 });
    const key = deps.newId();
    const takings = [];
    for (let i = 0; i < 10; i++) takings.push(await allowed(counted.take(key)));
    expect(takings.filter(Boolean)).toHaveLength(3);
    expect(actions.filter((action) => action === 'UpdateItem')).toHaveLength(3);
  });

  it('has an item that expires one day after the last request', async () => {
    const key = deps.newId();
    await aProcess().take(key);
    const item = await getItem(table, keys.rate(key), z.object({ ttl: z.number() }));
    expect(item?.ttl).toBe(Math.ceil(deps.now().getTime() / 1000) + 86_400);
  });
});
