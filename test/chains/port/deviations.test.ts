import { describe, expect, it } from '@jest/globals';
import type { Movement } from '../../../lib/chains/port/chain.ts';
import { deviationsOf, type StatedBalance } from '../../../lib/chains/port/deviations.ts';

const coin = { asset: 'COIN', tokenAddress: null };
const gold = { asset: 'GOLD', tokenAddress: 'Mint' };
/** A balance of coins with two decimals, in the smallest unit. */
const coins = (address: string, before: bigint, after: bigint, more: Partial<StatedBalance> = {}): StatedBalance => ({
  address,
  ...coin,
  decimals: 2,
  before,
  after,
  ...more,
});
const paid = (from: string, to: string, amount: string, more: Partial<Movement> = {}): Movement => ({
  ...coin,
  tokenId: null,
  standard: 'native',
  from,
  to,
  amount,
  ...more,
});

describe('deviationsOf', () => {
  it('finds none where the movements and the fee explain each balance', () => {
    const stated = [coins('Alice', 1_000n, 245n, { fee: 5n }), coins('Bob', 0n, 750n)];
    expect(deviationsOf(stated, [paid('Alice', 'Bob', '7.5')])).toEqual([]);
  });

  it('states the expected and the actual balance in whole units', () => {
    const stated = [coins('Alice', 1_000n, 245n, { fee: 5n }), coins('Bob', 0n, 751n)];
    expect(deviationsOf(stated, [paid('Alice', 'Bob', '7.5')])).toEqual([
      { address: 'Bob', ...coin, expected: '7.5', actual: '7.51' },
    ]);
    expect(deviationsOf(stated, [])).toEqual([
      { address: 'Alice', ...coin, expected: '9.95', actual: '2.45' },
      { address: 'Bob', ...coin, expected: '0', actual: '7.51' },
    ]);
  });

  it('states an expected balance below zero with its sign', () => {
    expect(deviationsOf([coins('Alice', 100n, 0n)], [paid('Alice', 'Bob', '1.5')])).toEqual([
      { address: 'Alice', ...coin, expected: '-0.5', actual: '0' },
    ]);
  });

  it('compares each asset of an owner with the movements of this asset alone', () => {
    const stated = [coins('Bob', 0n, 100n), coins('Bob', 0n, 100n, gold)];
    expect(deviationsOf(stated, [paid('Alice', 'Bob', '1')])).toEqual([
      { address: 'Bob', ...gold, expected: '0', actual: '1' },
    ]);
    expect(deviationsOf(stated, [paid('Alice', 'Bob', '1', gold), paid('Alice', 'Bob', '1')])).toEqual([]);
  });

  it('takes the share of each sender from the balance of this sender', () => {
    const shares = [
      { from: 'Alice', amount: '1' },
      { from: 'Carol', amount: '2' },
    ] as const;
    const stated = [coins('Alice', 100n, 0n), coins('Carol', 200n, 0n), coins('Bob', 0n, 300n)];
    expect(deviationsOf(stated, [paid('Alice', 'Bob', '3', { shares })])).toEqual([]);
    expect(deviationsOf(stated, [paid('Alice', 'Bob', '3')])).toMatchObject([
      { address: 'Alice', expected: '-2' },
      { address: 'Carol', expected: '2', actual: '0' },
    ]);
  });

  it('takes a payment to oneself for no change', () => {
    expect(deviationsOf([coins('Alice', 5n, 5n)], [paid('Alice', 'Alice', '3')])).toEqual([]);
  });

  it('adds the balances of one owner whose assets have the same name', () => {
    const stated = [coins('Bob', 0n, 100n, gold), coins('Bob', 50n, 40n, gold)];
    expect(deviationsOf(stated, [paid('Alice', 'Bob', '0.9', gold)])).toEqual([]);
    expect(deviationsOf(stated, [paid('Alice', 'Bob', '1', gold)])).toMatchObject([{ expected: '1.5', actual: '1.4' }]);
  });

  it('takes a deviation below the rounding of the chain for none, in both directions', () => {
    const leaving = (units: bigint) =>
      deviationsOf([coins('Bob', 100n, units, { rounding: 10n })], [paid('Alice', 'Bob', '0.09')]);
    expect([leaving(100n), leaving(118n)]).toEqual([[], []]);
    expect(leaving(99n)).toMatchObject([{ expected: '1.09', actual: '0.99' }]);
    expect(leaving(119n)).toMatchObject([{ expected: '1.09', actual: '1.19' }]);
  });

  it('cannot compare a balance that the metadata do not state', () => {
    expect(deviationsOf([], [paid('Alice', 'Bob', '1')])).toEqual([]);
  });
});
