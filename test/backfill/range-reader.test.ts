import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BlockReader, blocksOf } from '../../lib/backfill/range-reader.ts';
import { retryWhileUnavailable } from '../../lib/backfill/retrying-reader.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { ContradictionError } from '../../lib/watch/continuity.ts';
import { SENDER } from '../support/scenario.ts';
import { fakeChain } from './fake-chain.ts';

const signal = new AbortController().signal;
const chainWith = (skipped: readonly number[] = []) => fakeChain({ head: 1000, payer: SENDER, skipped });
const read = async (reader: BlockReader, from: number, to: number): Promise<number[]> =>
  (await Array.fromAsync(blocksOf(reader, { from, to }, signal))).map(({ height }) => height);
const sequence = (from: number, end: number) => Array.from({ length: end - from + 1 }, (_, i) => from + i);

describe('the blocks of a range', () => {
  it('are returned in ascending order', async () => {
    expect(await read(chainWith(), 100, 149)).toEqual(sequence(100, 149));
    expect(await read(chainWith(), 0, 2)).toEqual([0, 1, 2]);
    expect(await read(chainWith(), 7, 7)).toEqual([7]);
  });

  it('leave out skipped heights at the start, in the middle, at the end and in the whole range', async () => {
    const reader = chainWith([100, 101, 110, 119, 120, 121]);
    expect(await read(reader, 100, 120)).toEqual([...sequence(102, 109), ...sequence(111, 118)]);
    expect(await read(chainWith(sequence(100, 120)), 100, 120)).toEqual([]);
  });

  it('are refused when a node leaves out an existing block', async () => {
    const Left = fc.uniqueArray(fc.integer({ min: 50, max: 60 }), { minLength: 1, maxLength: 11 });
    await fc.assert(
      fc.asyncProperty(Left, async (left) => {
        const honest = chainWith([54]);
        const heights: BlockReader['heights'] = async (...range) =>
          (await honest.heights(...range)).filter((height) => !left.includes(height));
        const reading = read({ ...honest, heights }, 50, 60);
        if (left.every((height) => height === 54)) await reading;
        else await expect(reading).rejects.toThrow(ContradictionError);
      }),
    );
  });

  it('are refused when a block does not follow the previous block', async () => {
    const honest = chainWith();
    const block: BlockReader['block'] = async (height, within) => ({
      ...(await honest.block(height, within)),
      ...(height === 55 && { parentHash: '0xother' }),
    });
    await expect(read({ ...honest, block }, 50, 60)).rejects.toThrow(/block 55 follows 54 \(0xother\)/);
  });

  it('are refused when no later block proves that the last heights are skipped', async () => {
    await expect(read(chainWith(sequence(990, 1000)), 980, 995)).rejects.toThrow('no block follows height 995');
  });
});

describe('retryWhileUnavailable', () => {
  const asking = (failures: number, error: Error = new ChainUnavailableError('ethereum', 'busy')) => {
    let asked = 0;
    const waits: number[] = [];
    const answer = retryWhileUnavailable(
      async () => {
        if (asked++ < failures) throw error;
        return asked;
      },
      async (ms) => void waits.push(ms),
      signal,
    );
    return { answer, waits };
  };

  it('waits longer after each failure while the chain is unavailable', async () => {
    const { answer, waits } = asking(3);
    expect(await answer).toBe(4);
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  it('ends with the error of the last try', async () => {
    const { answer, waits } = asking(99);
    await expect(answer).rejects.toThrow(ChainUnavailableError);
    expect(waits).toHaveLength(5);
  });

  it('does not retry other errors', async () => {
    const { answer, waits } = asking(1, new Error('broken'));
    await expect(answer).rejects.toThrow('broken');
    expect(waits).toEqual([]);
  });
});
