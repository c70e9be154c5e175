import Big from 'big.js';

/** Figures as people write them. The fields of a record are exact. */

/** Digits of an amount that a person reads. Cents are always shown. */
const DIGITS = 6;
const CENTS = 2;

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * `249,310.55`: six significant digits, but at least two behind the point; half is rounded up. Large amounts keep all
 * digits before the point.
 * @throws Error when the text is no number.
 */
export function figure(amount: string): string {
  const value = new Big(amount);
  if (value.eq(0)) return '0';
  const places = Math.max(DIGITS - 1 - value.e, CENTS);
  const [whole = '', fraction = ''] = value.round(places, Big.roundHalfUp).toFixed(places).split('.');
  const rest = fraction.replace(/0+$/, '');
  return `${grouped(whole)}${rest === '' ? '' : `.${rest}`}`;
}

/** `4,500.25 USD` or `3,000 USD`: half a cent is rounded up. @throws Error when the text is no number. */
export function usdFigure(value: string): string {
  const usd = new Big(value);
  if (usd.gt(0) && usd.lt('0.005')) return 'less than 0.01 USD';
  const [whole = '', cents = ''] = usd.round(CENTS, Big.roundHalfUp).toFixed(CENTS).split('.');
  return `${grouped(whole)}${cents === '00' ? '' : `.${cents}`} USD`;
}
