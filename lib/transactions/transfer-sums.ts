import { isZero, sum } from '../values/decimal.ts';
import { memoOf } from '../values/memo.ts';
import { assetOf } from './primary-movement.ts';
import type { StoredTransfer } from './schema.ts';

/** Several transfers of one asset in one direction, as one transfer of their sum. */
export type TransferSum = StoredTransfer & { readonly legs: readonly StoredTransfer[] };

/**
 * The sums of the transfers of each asset in each direction, where several moved something. A sale in two routes is
 * one sale to its owner.
 */
export const transferSums = memoOf((transfers: readonly StoredTransfer[]): readonly TransferSum[] => {
  if (transfers.length < 2) return [];
  const moved = transfers.filter(({ amount }) => !isZero(amount));
  const groups = Map.groupBy(moved, (each) => `${each.direction} ${each.side ?? ''} ${assetOf(each)}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0 ? [] : [summed(first, [first, ...others])],
  );
});

function summed(first: StoredTransfer, legs: readonly StoredTransfer[]): TransferSum {
  const values = legs.map(({ valueUsd }) => valueUsd).filter((value) => value !== null);
  return {
    ...first,
    amount: sum(legs.map(({ amount }) => amount)),
    valueUsd: values.length < legs.length ? null : sum(values),
    ...(legs.some(({ valuePending }) => valuePending) && { valuePending: true }),
    legs,
  };
}
