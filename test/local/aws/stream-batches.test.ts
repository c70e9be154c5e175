import { describe, expect, it } from '@jest/globals';
import { type BatchPolicy, firstFailure, lanesOf, processInOrder } from '../../../local/aws/stream-batches.ts';

/** Runs records through a function that fails on some, and tells what happened. */
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

describe('batches of a stream', () => {
  it('go through the function in order, as large as the mapping says', async () => {
    const { calls, discarded } = await run([...'abcdef'], () => false);
    expect(calls).toEqual(['abcd', 'ef']);
    expect(discarded).toEqual([]);
  });

  it('are halved until the record that fails is alone, which is given up after its retries without its neighbours', async () => {
    const { done, discarded, waits } = await run([...'abcdef'], (record) => record === 'b');
    expect(done).toBe('acdef');
    expect(discarded).toEqual(['b×3']);
    expect(waits).toEqual([1, 2]);
  });

  it('are tried again when the failure passes', async () => {
    const { done, discarded, waits } = await run([...'abc'], (_, call) => call <= 1, { bisect: false });
    expect(done).toBe('abc');
    expect(discarded).toEqual([]);
    expect(waits).toEqual([1]);
  });

  it('are given up whole when the mapping does not bisect', async () => {
    const { done, discarded } = await run([...'abcdef'], (record) => record === 'b', { bisect: false });
    expect(done).toBe('ef');
    expect(discarded).toEqual(['abcd×3']);
  });

  it('are not tried again when their records have expired', async () => {
    const { calls, discarded } = await run(['a'], () => true, { isExpired: () => true });
    expect(calls).toEqual(['a']);
    expect(discarded).toEqual(['a×1']);
  });

  it('go on from the failure that the function reports', async () => {
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

  it('stop when the wait for a retry is broken off, so that the batch counts as not done', async () => {
    const stopped = run([...'ab'], () => true, { backOff: () => Promise.reject(new Error('stopped')) });
    await expect(stopped).rejects.toThrow('stopped');
  });
});

describe('lanesOf', () => {
  const records = Array.from({ length: 200 }, (_, n) => ({ key: `k${n % 20}`, n }));
  const lanes = lanesOf(records, 10, ({ key }) => key);

  it('spreads records over no more lanes than asked for, losing none', () => {
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
  ])('when %s', (_, failed, expected) => {
    expect(firstFailure([...'abcd'], failed)).toBe(expected);
  });
});
