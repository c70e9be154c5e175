import { expect, it } from '@jest/globals';
import { numbersAsText, withPlainBounds } from '../../../cli/manifest/decimal-text.ts';

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

it('withPlainBounds takes amounts as people write them, and leaves every other text', () => {
  const written = {
    value_usd: { gte: '50,000', lt: '2.5m' },
    gas_price_gwei: { gt: '1 000' },
    below: '$1k',
    method: '1,000',
    count: { gte: 20 },
    amount: { lte: '2,5' },
    destination_tag: ['1,000'],
  };
  expect(withPlainBounds(written)).toEqual({
    ...written,
    value_usd: { gte: '50000', lt: '2500000' },
    gas_price_gwei: { gt: '1000' },
    below: '1000',
  });
});
