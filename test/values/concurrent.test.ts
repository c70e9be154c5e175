import { describe, expect, it } from '@jest/globals';
import { mapConcurrent } from '../../lib/values/concurrent.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('mapConcurrent', () => {
  it('returns results in the order of the items and never runs more than the limit', async () => {
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

  it('returns an empty list for no items', async () => {
    expect(await mapConcurrent([], 4, () => Promise.reject(new Error('there is nothing to do')))).toEqual([]);
  });
});
