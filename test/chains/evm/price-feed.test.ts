import { describe, expect, it } from '@jest/globals';
import { AbiCoder } from 'ethers';
import { CallRevertedError } from '../../../lib/chains/evm/evm-rpc.ts';
import { readFeed } from '../../../lib/chains/evm/price-feed.ts';
import type { Rpc } from '../../../lib/chains/port/rpc.ts';

const FEED = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419';
const { signal } = new AbortController();
const round = { roundId: 5n, answer: 240_012_345_678n, startedAt: 1n, updatedAt: 1_769_850_000n, answeredInRound: 5n };

const words = (values: object) =>
  AbiCoder.defaultAbiCoder().encode(['uint80', 'int256', 'uint256', 'uint256', 'uint80'], Object.values(values));
/** Reads a feed from a node that answers every call so. */
const read = (answer: () => string) => {
  const rpc: Rpc = { send: async (_method, _params, result) => result.parse(answer()) };
  return readFeed(rpc, FEED, signal);
};

describe('readFeed', () => {
  it('reads the answer of the last round and its time', async () => {
    expect(await read(() => words(round))).toEqual({
      answer: 240_012_345_678n,
      updatedAt: new Date('2026-01-31T09:00:00.000Z'),
    });
  });

  it.each<[string, object]>([
    ['a round that nobody answered', { ...round, updatedAt: 0n }],
    ['an answer of an earlier round', { ...round, answeredInRound: 4n }],
    ['no round', { ...round, roundId: 0n, answeredInRound: 0n }],
    ['the answer 0', { ...round, answer: 0n }],
    ['a negative answer', { ...round, answer: -1n }],
    ['a time after all times', { ...round, updatedAt: 2n ** 255n }],
  ])('is null for %s', async (_what, answered) => {
    expect(await read(() => words(answered))).toBeNull();
  });

  it('is null for an address without a feed, and for a contract that reverts', async () => {
    expect(await read(() => '0x')).toBeNull();
    const reverted = () => {
      throw new CallRevertedError('execution reverted');
    };
    expect(await read(reverted)).toBeNull();
  });

  it('is null for an answer of another length', async () => {
    expect(await read(() => `${words(round)}${'00'.repeat(32)}`)).toBeNull();
  });
});
