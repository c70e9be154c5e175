import { describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import fc from 'fast-check';
import { exactFigure, figure, typedFigure, usdFigure } from '../../sdk/index.ts';

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.option(fc.stringMatching(/^\d{1,40}$/)))
  .map(([isNegative, whole, fraction]) => `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`);
const plain = (text: string): string => text.replaceAll(',', '').replace(' USD', '');

describe('An amount as people read it', () => {
  it.each([
    ['249310.554999', '249,310.55'],
    ['1.123456789', '1.12346'],
    ['0.00000012345678', '0.000000123457'],
    ['0.9999999', '1'],
    ['99999.995', '100,000'],
    ['1234567.891', '1,234,567.89'],
    ['-1234.5', '-1,234.5'],
    ['000.50', '0.5'],
    ['0.000', '0'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', undefined],
  ])('has six digits, and cents: %s', (amount, expected) => {
    const shown = figure(amount);
    if (expected === undefined) expect(plain(shown)).toBe(amount);
    else expect(shown).toBe(expected);
  });

  it('is the exact amount, rounded to six significant digits or to cents', () => {
    fc.assert(
      fc.property(decimal, (amount) => {
        const exact = new Big(amount);
        const places = Math.max(5 - exact.e, 2);
        expect(new Big(plain(figure(amount))).eq(exact.round(places, Big.roundHalfUp))).toBe(true);
      }),
    );
  });

  it.each(['', 'unlimited', '1e7', '1,000', '.5', '5.', '0x10'])('refuses "%s", which is no decimal number', (text) => {
    expect(() => figure(text)).toThrow('is no decimal number');
    expect(() => usdFigure(text)).toThrow('is no decimal number');
    expect(exactFigure(text)).toBe(text);
  });
});

describe('A value in USD as people read it', () => {
  it.each([
    ['4500.2538', '4,500.25 USD'],
    ['3000.00', '3,000 USD'],
    ['3000.5', '3,000.50 USD'],
    ['0.005', '0.01 USD'],
    ['0.0049', 'less than 0.01 USD'],
    ['-0.001', 'less than 0.01 USD'],
    ['0', '0 USD'],
    ['24274533.7529436989225', '24,274,533.75 USD'],
  ])('has cents: %s', (value, expected) => {
    expect(usdFigure(value)).toBe(expected);
  });
});

describe('An exact amount', () => {
  it('keeps every digit of any amount', () => {
    fc.assert(
      fc.property(decimal, (amount) => {
        const shown = exactFigure(amount);
        expect(plain(shown)).toBe(amount);
        expect(shown).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d+)?$/);
      }),
    );
  });
});

describe('An amount as people write it', () => {
  it.each([
    ['50,000', '50000'],
    ['50 000', '50000'],
    ['50.000', '50.000'],
    ['1\u202f234\u00a0567.25', '1234567.25'],
    [' 2.5m ', '2500000'],
    ['2.5 M', '2500000'],
    ['$1,000', '1000'],
    ['1.23456k', '1234.56'],
    ['0.000000001b', '1'],
    ['.5', '0.5'],
    ['0.10', '0.10'],
    ['-7', '-7'],
  ])('%s is %s', (text, expected) => {
    expect(typedFigure(text)).toBe(expected);
  });

  it.each([
    ...['', ' ', '2,5', '1,00,000', '1000,000', '1.000,5', '5.', '1e7', '0x10', '5 apples', '1 2', '$', 'k', '--1'],
    // In much of Europe, `0,500` is a half.
    ...['0,500', '0 500', '00,250', '-0,500', '$0,500k'],
  ])('is not "%s"', (text) => {
    expect(typedFigure(text)).toBeUndefined();
  });

  it('is the amount that was shown exactly', () => {
    fc.assert(
      fc.property(decimal, (amount) => {
        expect(new Big(typedFigure(exactFigure(amount)) ?? Number.NaN).eq(new Big(amount))).toBe(true);
      }),
    );
  });
});
