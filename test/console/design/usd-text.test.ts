import { describe, expect, it } from '@jest/globals';
import { missingPrice, suppressedText } from '../../../console/design/usd-text.ts';

describe('The value of a record without all of its prices', () => {
  it.each([
    ['3000', 'known', null],
    ['3000', 'pending', '(more pending)'],
    [null, 'pending', 'Pending'],
    [null, 'unpriced', '–'],
    [null, undefined, '–'],
    ['3000', undefined, null],
  ] as const)('of %s that is %s says %s', (value, status, text) => {
    expect(missingPrice(value, status)?.text ?? null).toBe(text);
  });

  it('says why: nobody may take a source that failed for a token without a price', () => {
    expect(missingPrice(null, 'pending')?.why).not.toBe(missingPrice(null, 'unpriced')?.why);
  });
});

describe('suppressedText', () => {
  it.each([
    [0, null, 'Nothing since the last alert'],
    [1, null, '1 match'],
    [1, '300', '1 match, the largest of 300 USD'],
    [1234, '0.5', '1,234 matches, the largest of 0.50 USD'],
  ])('of %d with %s USD says %s', (count, largestUsd, text) => {
    expect(suppressedText({ count, largestUsd })).toBe(text);
  });
});
