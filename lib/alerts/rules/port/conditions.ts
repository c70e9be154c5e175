import { anyMatchForm } from '../../../chains/any-address.ts';
import type { Transfer } from '../../../transactions/schema.ts';
import { compare } from '../../../values/decimal.ts';
import type { AmountBounds, Direction } from '../../../values/fields.ts';
import type { Evaluated, Reason } from './rule-type.ts';

/** Whether a decimal string is within bounds, compared exactly. An unknown amount (null) is never within bounds. */
export function within(bounds: AmountBounds, actual: string | null): boolean {
  if (actual === null) return false;
  const { gte, gt, lte, lt } = bounds;
  return (
    (gte === undefined || compare(actual, String(gte)) >= 0) &&
    (gt === undefined || compare(actual, String(gt)) > 0) &&
    (lte === undefined || compare(actual, String(lte)) <= 0) &&
    (lt === undefined || compare(actual, String(lt)) < 0)
  );
}

/** A condition on one of several things that a transaction contains. */
export type Test<T> = (thing: T) => Reason;
/** A condition on a transfer. */
export type TransferTest = Test<Transfer>;
/** A condition on anything with a token: a transfer, or an approval. */
type TokenTest = Test<{ readonly asset: string; readonly tokenAddress: string | null }>;
type AmountTest = Test<{ readonly amount: string | null }>;

export const test =
  <T>(condition: string, expected: unknown, actual: (thing: T) => unknown, passes: (thing: T) => boolean): Test<T> =>
  (thing) => ({ condition, expected, actual: actual(thing), passed: passes(thing) });

/**
 * No rule about transfers fires on token transfers without value. Such transfers cost an attacker nothing, and
 * attackers send them to poison address histories.
 */
const movesValue: TransferTest = test(
  'transfer',
  'a transfer of value',
  ({ amount, asset }) => `${amount} ${asset}`,
  ({ amount, tokenAddress }) => tokenAddress === null || compare(amount, '0') > 0,
);

export const directionIs = (direction: Direction | undefined): TransferTest[] =>
  direction === undefined
    ? []
    : [
        test(
          'direction',
          direction,
          (transfer) => transfer.direction,
          (transfer) => transfer.direction === direction,
        ),
      ];

export const valueUsdWithin = (bounds: AmountBounds | undefined): TransferTest[] =>
  bounds === undefined
    ? []
    : [
        test(
          'value_usd',
          bounds,
          (transfer) => transfer.valueUsd,
          (transfer) => within(bounds, transfer.valueUsd),
        ),
      ];

export const amountWithin = (bounds: AmountBounds | undefined): AmountTest[] =>
  bounds === undefined
    ? []
    : [
        test(
          'amount',
          bounds,
          (transfer) => transfer.amount,
          (transfer) => within(bounds, transfer.amount),
        ),
      ];

export function symbolIs(symbols: string | readonly string[] | undefined): TokenTest[] {
  if (symbols === undefined) return [];
  const wanted = new Set([symbols].flat().map((symbol) => symbol.toLowerCase()));
  return [
    test(
      'token_symbol',
      symbols,
      ({ asset }) => asset,
      ({ asset }) => wanted.has(asset.toLowerCase()),
    ),
  ];
}

export const tokenIs = (address: string | undefined): TokenTest[] =>
  address === undefined
    ? []
    : [
        test(
          'token_address',
          address,
          ({ tokenAddress }) => tokenAddress,
          ({ tokenAddress }) => tokenAddress !== null && sameAddress(tokenAddress, address),
        ),
      ];

/**
 * Tests every transfer. The rule matches when one transfer passes all tests. Returns the reasons of this transfer, or
 * of the transfer that passes most tests, so that a person sees which condition failed.
 */
export function someTransfer(transaction: Evaluated, tests: readonly TransferTest[]): Reason[] {
  const none = { condition: 'transfer', expected: 'a transfer of value', actual: null, passed: false };
  return closest(transaction.transfers, [movesValue, ...tests]) ?? [none];
}

/** The reasons of the thing that passes most tests, the first of several; undefined when there is none. */
export function closest<T>(things: readonly T[], tests: readonly Test<T>[]): Reason[] | undefined {
  const answers = things.map((thing) => tests.map((each) => each(thing)));
  return answers.sort((a, b) => passedIn(b) - passedIn(a))[0];
}

const passedIn = (reasons: readonly Reason[]): number => reasons.filter(({ passed }) => passed).length;

export const sameAddress = (a: string, b: string): boolean => anyMatchForm(a) === anyMatchForm(b);
