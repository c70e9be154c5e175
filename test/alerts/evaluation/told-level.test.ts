import { describe, expect, it } from '@jest/globals';
import { balanceSentence } from '../../../lib/alerts/evaluation/told-level.ts';

const question = { asset: 'native', below: '9000', above: null, rearmPercent: '5' } as const;
const holding = (amount: string) => ({ label: 'Hot desk', amount, symbol: 'ETH' });

describe('balanceSentence', () => {
  it('rounds the balance and groups its digits', () => {
    expect(balanceSentence(question, 'below', holding('8909.999757762922869'))).toBe(
      'Hot desk holds 8,910 ETH, less than 9,000',
    );
  });

  it('states a balance exactly that would round to the bound', () => {
    expect(balanceSentence(question, 'below', holding('8999.9999999'))).toBe(
      'Hot desk holds 8,999.9999999 ETH, less than 9,000',
    );
  });
});
