import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  compare,
  DecimalString,
  expand,
  fromUnits,
  isDecimal,
  isZero,
  multiply,
  normalise,
  SignedDecimal,
  sum,
  toUnits,
} from '../../lib/values/decimal.ts';

const MAX_256 = 2n ** 256n - 1n;

/** A decimal as an integer and the number of its digits after the point. */
const scaled = fc.record({ digits: fc.bigInt(0n, MAX_256), scale: fc.integer({ min: 0, max: 78 }) });
const written = ({ digits, scale }: { digits: bigint; scale: number }): string => {
  const text = digits.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
};
/** The same value with 78 digits after the point, so that the integers compare like the decimals. */
const at78 = ({ digits, scale }: { digits: bigint; scale: number }): bigint => digits * 10n ** BigInt(78 - scale);

describe('decimal arithmetic', () => {
  it('compares decimals like integers of the same scale', () => {
    fc.assert(
      fc.property(scaled, scaled, (a, b) => {
        const difference = at78(a) - at78(b);
        expect(compare(written(a), written(b))).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
      }),
    );
  });

  it('multiplies without losing a digit', () => {
    fc.assert(
      fc.property(scaled, scaled, (a, b) => {
        const product = { digits: a.digits * b.digits, scale: a.scale + b.scale };
        expect(multiply(written(a), written(b))).toBe(normalise(written(product)));
      }),
    );
  });

  it('normalises each value to one spelling and keeps the value', () => {
    fc.assert(
      fc.property(scaled, fc.nat(5), fc.nat(5), (value, before, after) => {
        const text = written(value);
        const padded = `${'0'.repeat(before)}${text.includes('.') ? text : `${text}.`}${'0'.repeat(after)}`;
        const normal = normalise(padded);
        expect(normal).toBe(normalise(text));
        expect(normal).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(compare(normal, text)).toBe(0);
      }),
    );
  });

  it.each([
    ['0.000000000000000001', '3000.5', '0.0000000000000030005'],
    [MAX_256.toString(), '1', MAX_256.toString()],
    ['0', '1234.5', '0'],
  ])('multiplies %s by %s', (a, b, product) => {
    expect(multiply(a, b)).toBe(product);
  });

  it.each([
    ['8.5e-8', '0.000000085'],
    ['1E+3', '1000'],
    ['1.0182482830027697', '1.0182482830027697'],
  ])('expands the number %s', (text, decimal) => {
    expect(expand(text)).toBe(decimal);
  });

  it('recognises zero in any spelling', () => {
    expect(['0', '0.000', '00'].every(isZero)).toBe(true);
    expect(isZero('0.0000000000000000000000001')).toBe(false);
  });
});

describe('DecimalString', () => {
  it.each([
    '1e999',
    '-1',
    '+1',
    '0x10',
    'NaN',
    'Infinity',
    '',
    ' 1',
    '1 ',
    '1\n',
    '.5',
    '5.',
    '1,5',
    '1.2.3',
    '٣',
    '9'.repeat(400),
  ])('refuses %j', (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(DecimalString.safeParse(text).success).toBe(false);
  });

  it('accepts 78 digits on either side of the point and no more', () => {
    const most = '9'.repeat(78);
    expect(DecimalString.parse(`${most}.${most}`)).toBe(`${most}.${most}`);
    expect(DecimalString.safeParse(`${most}9`).success).toBe(false);
    expect(DecimalString.safeParse(`0.${most}9`).success).toBe(false);
  });

  it('normalises the accepted text', () => {
    expect(DecimalString.parse('007.50')).toBe('7.5');
    expect(DecimalString.parse('0.000')).toBe('0');
  });
});

describe('SignedDecimal', () => {
  it('accepts a sum of many greatest amounts, which has more digits than each of them', () => {
    // A token contract may log any amount. A sum that the schema refused would stop all checks of a chain.
    const total = sum(Array.from({ length: 1_000 }, () => String(MAX_256)));
    expect(total.length).toBeGreaterThan(String(MAX_256).length);
    expect(SignedDecimal.parse(total)).toBe(total);
    expect(SignedDecimal.parse(`-${total}`)).toBe(`-${total}`);
  });
});

describe('fromUnits', () => {
  it.each([
    [0n, 9, '0'],
    [5n, 9, '0.000000005'],
    [1_500n, 3, '1.5'],
    [1_500n, 0, '1500'],
    [MAX_256, 0, `${MAX_256}`],
  ])('writes %i with %i decimals', (raw, decimals, text) => {
    expect(fromUnits(raw, decimals)).toBe(text);
  });

  it('keeps every digit', () => {
    fc.assert(
      fc.property(scaled, ({ digits, scale }) => {
        expect(fromUnits(digits, scale)).toBe(normalise(written({ digits, scale })));
      }),
    );
  });
});

describe('toUnits', () => {
  it('reads every amount that fromUnits writes', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, MAX_256), fc.integer({ min: 0, max: 96 }), (raw, decimals) => {
        expect(toUnits(fromUnits(raw, decimals), decimals)).toBe(raw);
      }),
    );
  });

  it('refuses an amount that is smaller than the smallest unit', () => {
    expect(() => toUnits('0.0000001', 6)).toThrow(RangeError);
  });
});
