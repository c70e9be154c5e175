import { foreign } from './foreign.ts';

/** Figures of a headline, which a person reads at a glance; the facts below it hold them exactly. */

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** Characters of a figure in a headline: those of real life fit, 2^256 in wei does not. */
const MAX_FIGURE = 40;
const FRACTION = 8;

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');

/** `12,345.67890123…`: what is cut off is told by an ellipsis, never rounded. */
export function amountInShort(amount: string): string {
  const [, whole, fraction = ''] = DECIMAL.exec(amount) ?? [];
  if (whole === undefined) return foreign(amount, MAX_FIGURE);
  // Of a small amount, the zeros and what comes first after them.
  const shown = Math.max(FRACTION, fraction.search(/[1-9]/) + 3);
  const cut = fraction.length > shown ? `${fraction.slice(0, shown)}…` : fraction;
  return foreign(cut === '' ? grouped(whole) : `${grouped(whole)}.${cut}`, MAX_FIGURE);
}

/** `4,500.25 USD`: the cents that are full. */
export function usdInShort(value: string | null): string {
  if (value === null) return 'USD value unknown';
  const [, whole, fraction = ''] = DECIMAL.exec(value) ?? [];
  if (whole === undefined) return `${foreign(value, MAX_FIGURE)} USD`;
  const cents = fraction.slice(0, 2).padEnd(2, '0');
  if (/^0*$/.test(whole + cents) && /[1-9]/.test(fraction)) return 'less than 0.01 USD';
  return `${foreign(`${grouped(whole)}.${cents}`, MAX_FIGURE)} USD`;
}

/** `0x5290…9EE7`. Enough to recognise an address; to trust one takes all of it, which the facts show. */
export function addressInShort(address: string): string {
  const characters = [...address];
  if (characters.length <= 14) return foreign(address, 14);
  return foreign(`${characters.slice(0, 6).join('')}…${characters.slice(-4).join('')}`, 14);
}
