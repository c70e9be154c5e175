import { sanitise } from '../../values/untrusted-text.ts';

/** Short figures of a headline. The facts below the headline hold the exact figures. */

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** Characters of a figure in a headline. Usual figures fit, 2^256 in wei does not. */
const MAX_FIGURE = 40;
const FRACTION = 8;

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');

/** `12,345.67890123…`: an ellipsis stands for the digits that were cut. Nothing is rounded. */
export function amountInShort(amount: string): string {
  const [, whole, fraction = ''] = DECIMAL.exec(amount) ?? [];
  if (whole === undefined) return sanitise(amount, MAX_FIGURE);
  // A small amount shows its leading zeros and the first digits behind them.
  const shown = Math.max(FRACTION, fraction.search(/[1-9]/) + 3);
  const cut = fraction.length > shown ? `${fraction.slice(0, shown)}…` : fraction;
  return sanitise(cut === '' ? grouped(whole) : `${grouped(whole)}.${cut}`, MAX_FIGURE);
}

/** `4,500.25 USD`: whole cents, rounded down. */
export function usdInShort(value: string | null): string {
  if (value === null) return 'USD value unknown';
  const [, whole, fraction = ''] = DECIMAL.exec(value) ?? [];
  if (whole === undefined) return `${sanitise(value, MAX_FIGURE)} USD`;
  const cents = fraction.slice(0, 2).padEnd(2, '0');
  if (/^0*$/.test(whole + cents) && /[1-9]/.test(fraction)) return 'less than 0.01 USD';
  return `${sanitise(`${grouped(whole)}.${cents}`, MAX_FIGURE)} USD`;
}
