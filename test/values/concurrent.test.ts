import { describe, expect, it } from '@jest/globals';
import { mapAhead, mapConcurrent } from '../../lib/values/concurrent.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('mapConcurrent', () => {
  it('returns the results in the order of the items and runs at most the given number at once', async () => {
    let running = 0;
    let most = 0;
    const results = await mapConcurrent([5, 1, 3, 0, 2], 2, async (turns) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < turns; turn++) await settled();
      running--;
      return turns * 10;
    });
    expect(results).toEqual([50, 10, 30, 0, 20]);
    expect(most).toBe(2);
  });

  it('rejects with the first failure and starts no further item', async () => {
    const begun: number[] = [];
    const run = mapConcurrent([1, 2, 3, 4, 5, 6], 2, async (n) => {
      begun.push(n);
      await settled();
      if (n === 2) throw new Error('the second');
    });
    await expect(run).rejects.toThrow('the second');
    for (let turn = 0; turn < 10; turn++) await settled();
    expect(begun.length).toBeLessThanOrEqual(3);
  });

  it('returns an empty list for an empty list', async () => {
    expect(await mapConcurrent([], 4, () => Promise.reject(new Error('there is nothing to do')))).toEqual([]);
  });
});

describe('mapAhead', () => {
  /** Yields numbers from 1 and says which of them were asked for, and whether the end was. */
  function counting(last: number) {
    const seen = { asked: 0, closed: false };
    async function* numbers() {
      try {
        while (seen.asked < last) yield ++seen.asked;
      } finally {
        seen.closed = true;
      }
    }
    return { seen, numbers: numbers() };
  }

  it.each([0, 1, 2, 9])('yields the results in the order of the items, with %i ahead', async (ahead) => {
    const results: number[] = [];
    const slowerFirst = async (n: number) => {
      for (let turn = n; turn < 5; turn++) await settled();
      return n * 10;
    };
    for await (const result of mapAhead(counting(5).numbers, ahead, slowerFirst)) results.push(result);
    expect(results).toEqual([10, 20, 30, 40, 50]);
  });

  it.each([0, 1, 3])('begins %i further items while the caller handles a result', async (ahead) => {
    const { seen, numbers } = counting(100);
    const results = mapAhead(numbers, ahead, async (n) => n);
    for (let n = 1; n <= 3; n++) {
      await results.next();
      for (let turn = 0; turn < 10; turn++) await settled();
      expect(seen.asked).toBe(n + ahead);
    }
    await results.return(undefined);
  });

  it('ends the source when the caller stops, after the items that run', async () => {
    const { seen, numbers } = counting(100);
    let running = 0;
    const results = mapAhead(numbers, 2, async () => {
      running++;
      await settled();
      running--;
    });
    for await (const _ of results) break;
    expect({ ...seen, running }).toEqual({ asked: 3, closed: true, running: 0 });
  });

  it('throws the failure of an item in its turn', async () => {
    const results: number[] = [];
    const walk = async () => {
      const failing = async (n: number) => (n === 3 ? Promise.reject(new Error('the third')) : n);
      for await (const result of mapAhead(counting(9).numbers, 4, failing)) {
        results.push(result);
        await settled();
      }
    };
    await expect(walk()).rejects.toThrow('the third');
    expect(results).toEqual([1, 2]);
  });
});
