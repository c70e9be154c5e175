import Big from 'big.js';
import * as z from 'zod';

/**
 * Exact arithmetic on decimal strings: token amounts and USD values, up to 2^256 whole units and beyond. `number` keeps
 * 15 digits, an amount in wei needs 78; nothing here rounds or writes an exponent.
 */

/** Digits with an optional fraction; 2^256 has 78 digits. */
const DECIMAL = /^\d{1,78}(\.\d{1,78})?$/;

/**
 * True for digits with an optional fraction: no sign, no exponent, no white space, at most 78 digits on either side.
 */
export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/** The one spelling of a decimal: no leading zeros, no trailing zeros in the fraction, `0` for nothing. */
export function normalise(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const integer = whole.replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/0+$/, '');
  return rest === '' ? integer : `${integer}.${rest}`;
}

/** A decimal given by a caller, normalised. `overwrite` keeps it a plain string in the JSON schema. */
export const DecimalString = z
  .string()
  .regex(DECIMAL, 'must be digits with an optional fraction, such as 0.25, with no sign or exponent')
  .overwrite(normalise);

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export const compare = (a: string, b: string): -1 | 0 | 1 => new Big(a).cmp(new Big(b));

/** The exact product, normalised; no digit is rounded away. */
export const multiply = (a: string, b: string): string => normalise(new Big(a).times(new Big(b)).toFixed());

/** True for zero in any spelling (`0`, `0.00`). */
export const isZero = (text: string): boolean => compare(text, '0') === 0;

/**
 * The decimal that the text of a JSON number stands for, which may have an exponent (`8.5e-8`), exactly.
 * @throws Error when the text is no number.
 */
export const expand = (text: string): string => normalise(new Big(text).toFixed());

/** Whole units as a decimal from an integer amount in the smallest unit, exactly: 1500 with 3 decimals is `1.5`. */
export function fromUnits(raw: bigint, decimals: number): string {
  const digits = raw.toString().padStart(decimals + 1, '0');
  return normalise(`${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`);
}
