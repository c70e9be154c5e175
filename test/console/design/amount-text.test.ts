import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountText, separatorsOf } from '../../../console/design/amount-text.ts';

const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');

describe('amountText', () => {
  it.each([
    ['1234567.000000000000000001', '1,234,567.000000000000000001'],
    ['-1234.50', '-1,234.50'],
    ['0.1', '0.1'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', undefined],
    ['unlimited', 'unlimited'],
  ])('groups the digits of %s', (amount, expected) => {
    const text = amountText(amount, separatorsOf('en'));
    if (expected === undefined) expect(digitsOf(text)).toBe(amount);
    else expect(text).toBe(expected);
  });

  it('writes the separators of the locale', () => {
    expect(amountText('1234567.89', separatorsOf('de'))).toBe('1.234.567,89');
  });

  it('keeps every digit of any amount in any locale', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 78n });
    const fraction = fc.option(fc.stringMatching(/^\d{1,78}$/), { nil: undefined });
    const locale = fc.constantFrom('en', 'de', 'fr', 'en-IN', 'de-CH');
    fc.assert(
      fc.property(whole, fraction, locale, (digits, decimals, language) => {
        const amount = decimals === undefined ? `${digits}` : `${digits}.${decimals}`;
        expect(digitsOf(amountText(amount, separatorsOf(language)))).toBe(digitsOf(amount));
      }),
    );
  });
});
