import { describe, expect, it } from '@jest/globals';
import { withoutValue } from '../../../../console/pages/transactions/value-in-sentence.ts';

describe('the sentence beside the column of values', () => {
  it('leaves out the value that the column states', () => {
    const summary = 'Treasury paid 50 ETH (187,500 USD) to Ops gas station';
    expect(withoutValue({ summary, valueUsd: '187500.00' })).toBe('Treasury paid 50 ETH to Ops gas station');
  });

  it('keeps a value that is not that of the column, and a sentence without a value', () => {
    const summary = 'Treasury paid 50 ETH (187,500 USD) to Ops gas station';
    expect(withoutValue({ summary, valueUsd: '187501' })).toBe(summary);
    expect(withoutValue({ summary, valueUsd: null })).toBe(summary);
  });
});
