import { describe, expect, it } from '@jest/globals';
import { highestValues, valueTotal } from '../../../console/design/value-total.ts';

const sum = (valueUsd: string | null, changes: { at?: string; isComplete?: boolean } = {}) => ({
  walletId: '0b7c3ad4-52a5-4f5c-9a64-0a3b7c6f1d10',
  valueUsd,
  isComplete: true,
  at: '2026-11-29T17:00:00.000Z',
  lastTransactionAt: null,
  ...changes,
});

describe('the total value of the overview', () => {
  it('adds up the wallets with their decimals and has the age of the oldest comparison', () => {
    const sums = [sum('95912345.1'), sum('0.025', { at: '2026-11-29T16:00:00.000Z' }), sum('0')];
    expect(valueTotal(sums)).toEqual({
      shown: '95.9M USD',
      exact: '95,912,345.125 USD',
      wallets: 3,
      at: '2026-11-29T16:00:00.000Z',
      without: [],
    });
  });

  it('begins with the highest values, without wallets that hold nothing', () => {
    const sums = [sum('9'), sum('0'), sum(null), sum('10.5'), sum('10.000001')];
    expect(highestValues(sums, 2).map(({ valueUsd }) => valueUsd)).toEqual(['10.5', '10.000001']);
    expect(highestValues(sums, 5)).toHaveLength(3);
  });

  it('names the wallets and the tokens that it leaves out', () => {
    const total = valueTotal([sum('10', { isComplete: false }), sum(null)]);
    expect([total?.shown, total?.exact, total?.wallets]).toEqual(['10 USD', '10 USD', 1]);
    expect(total?.without).toEqual(['1 wallet without a known value', 'tokens whose price failed']);
  });

  it('states zero for empty wallets and nothing while no value is known', () => {
    expect(valueTotal([sum('0')])?.exact).toBe('0 USD');
    expect(valueTotal([sum(null)])).toBeUndefined();
    expect(valueTotal([])).toBeUndefined();
  });
});
