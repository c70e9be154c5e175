import { compare, isZero, multiply } from '../values/decimal.ts';
import { DAY_MS } from '../values/time.ts';

export interface LastPrice {
  readonly usd: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** An honest price hardly ever grows or falls a thousandfold within a day. A low price hides a large transfer. */
const MOST_CHANGE = '1000';

/** Whether two times, in milliseconds, are at most a day apart. */
export const isWithinADay = (a: number, b: number): boolean => Math.abs(a - b) <= DAY_MS;

/** Whether a price in USD, which may have a sign, can be a fact beside the last price that is known. */
export function isPlausible(usd: string, last: LastPrice | null, at: number): boolean {
  if (isZero(usd) || usd.startsWith('-')) return false;
  if (last === null || !isWithinADay(at, last.at)) return true;
  return compare(usd, multiply(last.usd, MOST_CHANGE)) < 0 && compare(multiply(usd, MOST_CHANGE), last.usd) > 0;
}
