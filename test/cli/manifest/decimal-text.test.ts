import { expect, it } from '@jest/globals';
import { numbersAsText } from '../../../cli/manifest/decimal-text.ts';

it('numbersAsText writes numbers without an exponent, at any depth', () => {
  const numbers = { a: [1e-18, 1.5e-7, 1e21, 1.25e22, 1000, 0.1, 0], b: { c: true, d: null, e: '1e5' } };
  expect(numbersAsText(numbers)).toEqual({
    a: [
      '0.000000000000000001',
      '0.00000015',
      '1000000000000000000000',
      '12500000000000000000000',
      ...['1000', '0.1', '0'],
    ],
    b: { c: true, d: null, e: '1e5' },
  });
});
