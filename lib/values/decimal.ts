import Big from 'big.js';
import * as z from 'zod';

/**
 * Exact arithmetic on decimal strings, for token amounts and USD values up to 2^256 whole units and beyond. A `number`
 * keeps 15 digits, but an amount in wei needs 78. No function here rounds or writes an exponent.
 */

/** Digits with an optional fraction. 2^256 has 78 digits. */
const DECIMAL = /^\d{1,78}(\.\d{1,78})?$/;

/** Whether a text is a decimal: at most 78 digits, an optional fraction of at most 78 digits, no sign, no exponent. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/** The normal form of a decimal: no leading zeros, no trailing zeros in the fraction, and `0` for zero. */
export function normalise(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const integer = whole.replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/0+$/, '');
  return rest === '' ? integer : `${integer}.${rest}`;
}

/** A decimal from a caller, normalised. `overwrite` keeps the type a plain string in the JSON schema. */
export const DecimalString = z
  .string()
  .regex(DECIMAL, 'must be digits with an optional fraction, such as 0.25, with no sign or exponent')
  .overwrite(normalise);

/** Far more than the rounding errors of two doubles. */
const DOUBLE_ERROR = 1e-12;

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  // Doubles tell most numbers apart, in a tenth of the time. Decimals have at most 156 digits, so no double overflows.
  const [x, y] = [Number(a), Number(b)];
  if (Math.abs(x - y) > DOUBLE_ERROR * Math.max(Math.abs(x), Math.abs(y))) return x < y ? -1 : 1;
  return new Big(a).cmp(new Big(b));
}

/** The larger of two decimals. Null stands for an unknown one. */
export const larger = (a: string | null, b: string | null): string | null =>
  b === null || (a !== null && compare(a, b) >= 0) ? a : b;

/** The exact product, normalised. */
export const multiply = (a: string, b: string): string => normalise(new Big(a).times(new Big(b)).toFixed());

/** True for zero in any spelling (`0`, `0.00`). */
export const isZero = (text: string): boolean => !/[1-9]/.test(text);

/**
 * The exact decimal of a JSON number's text, which may have an exponent (`8.5e-8`).
 * @throws Error when the text is not a number.
 */
export const expand = (text: string): string => normalise(new Big(text).toFixed());

/** Converts an integer amount in the smallest unit to whole units, exactly: 1500 with 3 decimals is `1.5`. */
export function fromUnits(raw: bigint, decimals: number): string {
  const digits = raw.toString().padStart(decimals + 1, '0');
  return normalise(`${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`);
}

/**
 * Converts whole units to an integer amount in the smallest unit, exactly: the inverse of `fromUnits`.
 * @throws RangeError when the amount has more digits after the point than `decimals`.
 */
export function toUnits(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length > decimals) throw new RangeError(`${amount} has more than ${decimals} decimals`);
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}

/** A sum or a difference of amounts, which may be negative. Sums have more digits than amounts. */
export const SignedDecimal = z.string().regex(/^-?\d{1,100}(\.\d{1,78})?$/);

const signed = (value: Big): string => (value.lt(0) ? '-' : '') + normalise(value.abs().toFixed());

/** The exact sum of decimals, which may be negative. */
export const sum = (values: readonly string[]): string =>
  signed(values.reduce((total, value) => total.plus(new Big(value)), new Big(0)));

/** `a` minus `b`, exactly; both may be negative. */
export const minus = (a: string, b: string): string => signed(new Big(a).minus(new Big(b)));
