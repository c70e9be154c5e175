import { compare, sum } from '../../../../lib/values/decimal.ts';

/** A payment of a wallet in a test. */
export interface Payment {
  readonly minute: number;
  readonly amount: string;
  readonly wallet?: number;
  /** To an own wallet. */
  readonly isOwn?: boolean;
}

/** The numbers of the payments that cross the bound, of payments in the order of time: all of a window is added up. */
export function crossingsOf(
  payments: readonly Payment[],
  { bound, window, per }: { readonly bound: string; readonly window: number; readonly per: 'wallet' | 'rule' },
): number[] {
  const crossings: number[] = [];
  const isAbove = new Map<number, boolean>();
  for (const [n, { minute, wallet = 0, isOwn }] of payments.entries()) {
    if (isOwn) continue;
    const scope = per === 'rule' ? 0 : wallet;
    const others = payments
      .slice(0, n)
      .filter((each) => !each.isOwn && (per === 'rule' || (each.wallet ?? 0) === wallet))
      .filter((each) => each.minute >= minute - window);
    const before = sum(others.map(({ amount }) => amount));
    const reaches = compare(sum([before, payments[n]?.amount ?? '0']), bound) >= 0;
    if (reaches && (isAbove.get(scope) !== true || compare(before, bound) < 0)) crossings.push(n);
    isAbove.set(scope, reaches);
  }
  return crossings;
}
