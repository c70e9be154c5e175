import { describe, expect, it } from '@jest/globals';
import { type BatchPolicy, distributed, firstFailure, processInOrder } from '../../../local/aws/stream-batches.ts';

/** Processes records with a function that fails on some of them. Returns the log of the calls. */
async function run(
  records: string[],
  fails: (record: string, call: number) => boolean,
  more: Partial<BatchPolicy<string>> = {},
) {
  const calls: string[] = [];
  const done: string[] = [];
  const discarded: string[] = [];
  const waits: number[] = [];
  await processInOrder(records, {
    batchSize: 4,
    maxRetries: 2,
    bisect: true,
    isExpired: () => false,
    invoke: async (batch) => {
      calls.push(batch.join(''));
      const failedFrom = batch.findIndex((record) => fails(record, calls.length));
      done.push(...(failedFrom < 0 ? batch : []));
      return { failedFrom: failedFrom < 0 ? undefined : 0 };
    },
    discard: async (batch, attempts) => void discarded.push(`${batch.join('')}×${attempts}`),
    backOff: async (n) => void waits.push(n),
    ...more,
  });
  return { calls, done: done.join(''), discarded, waits };
}

describe('processInOrder', () => {
  it('invokes the function in order, with batches of the size of the mapping', async () => {
    const { calls, discarded } = await run([...'abcdef'], () => false);
    expect(calls).toEqual(['abcd', 'ef']);
    expect(discarded).toEqual([]);
  });

  it('bisects a batch until the failing record is alone, and discards only this record after its retries', async () => {
    const { done, discarded, waits } = await run([...'abcdef'], (record) => record === 'b');
    expect(done).toBe('acdef');
    expect(discarded).toEqual(['b×3']);
    expect(waits).toEqual([1, 2]);
  });

  it('retries a batch until the failure passes', async () => {
    const { done, discarded, waits } = await run([...'abc'], (_, call) => call <= 1, { bisect: false });
    expect(done).toBe('abc');
    expect(discarded).toEqual([]);
    expect(waits).toEqual([1]);
  });

  it('discards the whole batch if the mapping does not bisect', async () => {
    const { done, discarded } = await run([...'abcdef'], (record) => record === 'b', { bisect: false });
    expect(done).toBe('ef');
    expect(discarded).toEqual(['abcd×3']);
  });

  it('does not retry expired records', async () => {
    const { calls, discarded } = await run(['a'], () => true, { isExpired: () => true });
    expect(calls).toEqual(['a']);
    expect(discarded).toEqual(['a×1']);
  });

  it('continues with the first failure that the function reports', async () => {
    const calls: string[] = [];
    const { discarded } = await run([...'abcd'], () => false, {
      invoke: async (batch) => {
        calls.push(batch.join(''));
        const failedFrom = batch.indexOf('c');
        return { failedFrom: failedFrom < 0 ? undefined : failedFrom };
      },
    });
    expect(calls).toEqual(['abcd', 'cd', 'c', 'c', 'c', 'd']);
    expect(discarded).toEqual(['c×3']);
  });

  it('rejects if the wait for a retry is aborted, so the batch is not done', async () => {
    const stopped = run([...'ab'], () => true, { backOff: () => Promise.reject(new Error('stopped')) });
    await expect(stopped).rejects.toThrow('stopped');
  });
});

describe('distributed', () => {
  const records = Array.from({ length: 200 }, (_, n) => ({ key: `k${n % 20}`, n }));
  const lanes = [...distributed(records, 10, ({ key }) => key).values()];

  it('distributes all records over at most the given number of lanes', () => {
    expect(lanes.length).toBeGreaterThan(1);
    expect(lanes.length).toBeLessThanOrEqual(10);
    expect(lanes.flat()).toHaveLength(200);
  });

  it('keeps the records of a key in one lane, in order', () => {
    for (const lane of lanes) expect(lane.map(({ n }) => n)).toEqual(lane.map(({ n }) => n).sort((a, b) => a - b));
    const lanesWithFirstKey = lanes.filter((lane) => lane.some(({ key }) => key === 'k0'));
    expect(lanesWithFirstKey).toHaveLength(1);
  });
});

describe('firstFailure', () => {
  it.each<[string, string[], number | undefined]>([
    ['none is named', [], undefined],
    ['one is named', ['c'], 2],
    ['several are named, in any order', ['d', 'b'], 1],
    ['one is not in the batch', ['z', 'c'], 0],
  ])('returns the first failed index: %s', (_, failed, expected) => {
    expect(firstFailure([...'abcd'], failed)).toBe(expected);
  });
});
