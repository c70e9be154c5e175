import type { TransactionFilters } from '../lib/transactions/transaction-query.ts';
import { START, tokenOf, walletId, YEARS_MS } from './list-records.ts';

/** The records of a page. */
export const PAGE_SIZE = 25;

const range = {
  from: new Date(START + 0.4 * YEARS_MS).toISOString(),
  to: new Date(START + 0.6 * YEARS_MS).toISOString(),
};

/** The filters of the requests that the benchmark measures. */
export const CASES: Readonly<Record<string, TransactionFilters>> = {
  'no filter': {},
  wallet: { walletId: walletId(7) },
  'busy wallet': { walletId: walletId(0) },
  chain: { chain: 'base' },
  direction: { direction: 'internal' },
  'rare token': { tokenSymbol: tokenOf(1, 64) },
  range,
  'wallet + token + range': { walletId: walletId(7), tokenSymbol: tokenOf(1, 10), ...range },
  'busy wallet + rare token': { walletId: walletId(0), tokenSymbol: tokenOf(0, 64) },
};

/** A page of a list. */
export type Place = 'first' | 'middle' | 'last';

/** The numbers of the first, the middle and the last page of so many records. */
export function placesOf(total: number): [place: Place, page: number][] {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return [
    ['first', 1],
    ['middle', Math.ceil(last / 2)],
    ['last', last],
  ];
}
