import { figure, usdFigure } from '../../../sdk/figures.ts';
import { compare, isDecimal } from '../../values/decimal.ts';
import { sanitise, symbol } from '../../values/untrusted-text.ts';

/** Code points of a number. 2^256 in wei and its separators fit. */
const MAX_NUMBER = 110;

/** `1.12346 SOL`. A text that is no number stands as it is. Null for an asset that nobody knows by a symbol. */
export function amountInShort(amount: string, asset: string | null): string {
  const number = isDecimal(amount) ? sanitise(figure(amount), MAX_NUMBER) : sanitise(amount, MAX_NUMBER);
  return asset === null ? number : `${number} ${symbol(asset)}`;
}

/** `4,500.25 USD`, or `USD value unknown`. */
export function usdInShort(value: string | null): string {
  if (value === null) return 'USD value unknown';
  return isDecimal(value) ? sanitise(usdFigure(value), MAX_NUMBER) : `${sanitise(value, MAX_NUMBER)} USD`;
}

/** `1.12346 SOL (exactly 1.123456789)`. */
export const amountOf = (amount: string, asset: string | null): string =>
  withExact(amountInShort(amount, asset), amount);

/** `4,500.25 USD (exactly 4500.2538)`. */
export const usdOf = (value: string | null): string =>
  value === null ? usdInShort(value) : withExact(usdInShort(value), value);

/** The exact number stands behind a figure that is rounded. */
function withExact(shown: string, exact: string): string {
  const [number = ''] = shown.replaceAll(',', '').split(' ');
  const isExact = !isDecimal(exact) || (isDecimal(number) && compare(number, exact) === 0);
  return isExact ? shown : `${shown} (exactly ${sanitise(exact, MAX_NUMBER)})`;
}
