import type { StoredTransfer } from '../../../transactions/schema.ts';
import { isZero, sum } from '../../../values/decimal.ts';
import { type LeftQuestion, namesOf } from './left.ts';
import { hasValue } from './parties.ts';
import { isOfAsset } from './rule-asset.ts';

/** What one transaction took. */
export interface Taken {
  readonly sum: string;
  readonly unknown: readonly string[];
  readonly transfers: readonly StoredTransfer[];
  /** Whether a price that failed may still make the sum larger. */
  readonly isPending: boolean;
}

/** What left by these transfers. Transfers between own wallets and fees do not count, and what came back neither. */
export function takenBy(
  transfers: readonly StoredTransfer[],
  { unit, asset }: Pick<LeftQuestion, 'unit' | 'asset'>,
): Taken {
  const out = transfers.filter((each) => each.direction === 'outbound' && hasValue(each) && isOfAsset(each, asset));
  // The amount of a token without known decimals is in its smallest unit.
  const known = out.flatMap(({ amount, isRaw, valueUsd }) => (unit === 'usd' ? (valueUsd ?? []) : isRaw ? [] : amount));
  const isUnknown = ({ isRaw, valueUsd }: StoredTransfer) => (unit === 'usd' ? valueUsd === null : isRaw === true);
  return {
    sum: sum(known),
    unknown: namesOf(out.filter(isUnknown).map((each) => each.asset)),
    transfers: out,
    isPending: unit === 'usd' && out.some(({ valuePending }) => valuePending === true),
  };
}

export const isNothing = ({ sum: taken }: Pick<Taken, 'sum'>): boolean => isZero(taken);
