import { describe, expect, it } from '@jest/globals';
import { atLeastUsd, otherLeastUsd } from '../../../../console/pages/rules/backtest-amount.ts';

describe('the other amount of a backtest', () => {
  it.each([
    [{ gte: '10000' }, '50000'],
    [{ gt: 0.5, lt: 9 }, '2.5'],
    [{ lte: '10' }, undefined],
    [{ gte: 'much' }, undefined],
    [undefined, undefined],
  ])('is five times the least value of the rule: %j', (value_usd, other) => {
    expect(otherLeastUsd({ ruleType: 'large_transfer', conditions: { value_usd } })).toBe(other);
  });

  it('replaces the lower bound alone', () => {
    const rule = { ruleType: 'large_transfer', conditions: { side: 'sends', value_usd: { gt: '1', lt: '99' } } };
    expect(atLeastUsd(rule, '50')).toEqual({
      ruleType: 'large_transfer',
      conditions: { side: 'sends', value_usd: { gte: '50', lt: '99' } },
    });
  });
});
