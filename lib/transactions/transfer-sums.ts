import { isZero, sum } from '../values/decimal.ts';
import { memoOf } from '../values/memo.ts';
import { assetOf } from './primary-movement.ts';
import type { StoredTransfer } from './schema.ts';
import { sideOf } from './transfer-side.ts';

/** Several transfers of one asset in one direction, or on one side, as one transfer of their sum. */
export type TransferSum = StoredTransfer & { readonly legs: readonly StoredTransfer[] };

/**
 * The sums of the transfers of each asset in each direction, where several moved something. A sale in two routes is
 * one sale to its owner.
 */
export const transferSums = memoOf((transfers: readonly StoredTransfer[]) =>
  sumsOf(transfers, ({ direction, side = '' }) => `${direction} ${side}`),
);

/** The sums of what the wallet sent, or received, of each asset, where own wallets and others are at the other ends. */
export const sideSums = memoOf((transfers: readonly StoredTransfer[]) =>
  sumsOf(
    transfers.filter((each) => sideOf(each) !== undefined),
    (each) => `${sideOf(each)}`,
  ).filter(({ legs }) => legs.some(({ direction }) => direction !== legs[0]?.direction)),
);

function sumsOf(
  transfers: readonly StoredTransfer[],
  kindOf: (transfer: StoredTransfer) => string,
): readonly TransferSum[] {
  if (transfers.length < 2) return [];
  const moved = transfers.filter(({ amount }) => !isZero(amount));
  const groups = Map.groupBy(moved, (each) => `${kindOf(each)} ${assetOf(each)}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0 ? [] : [summed(first, [first, ...others])],
  );
}

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
