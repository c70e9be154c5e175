import { anyMatchForm } from '../../../chains/any-address.ts';
import type { Transfer } from '../../../transactions/schema.ts';
import { compare } from '../../../values/decimal.ts';
import type { AmountBounds, Direction } from '../../../values/fields.ts';
import type { Evaluated, Reason } from './rule-type.ts';

/** Exact comparison of a decimal string with bounds; an amount that is not known is within none. */
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

/** One question asked of a transfer. */
export type TransferTest = (transfer: Transfer) => Reason;

const asked =
  (
    condition: string,
    expected: unknown,
    actual: (transfer: Transfer) => unknown,
    passes: (transfer: Transfer) => boolean,
  ): TransferTest =>
  (transfer) => ({ condition, expected, actual: actual(transfer), passed: passes(transfer) });

/**
 * Zero-value token transfers cost an attacker nothing and are sent to poison address histories: they move no value, so
 * no rule about transfers fires on them.
 */
const movesValue: TransferTest = asked(
  'transfer',
  'a transfer of value',
  ({ amount, asset }) => `${amount} ${asset}`,
  ({ amount, tokenAddress }) => tokenAddress === null || compare(amount, '0') > 0,
);

export const directionIs = (direction: Direction | undefined): TransferTest[] =>
  direction === undefined
    ? []
    : [
        asked(
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
        asked(
          'value_usd',
          bounds,
          (transfer) => transfer.valueUsd,
          (transfer) => within(bounds, transfer.valueUsd),
        ),
      ];

export const amountWithin = (bounds: AmountBounds | undefined): TransferTest[] =>
  bounds === undefined
    ? []
    : [
        asked(
          'amount',
          bounds,
          (transfer) => transfer.amount,
          (transfer) => within(bounds, transfer.amount),
        ),
      ];

export function symbolIs(symbols: string | readonly string[] | undefined): TransferTest[] {
  if (symbols === undefined) return [];
  const wanted = new Set([symbols].flat().map((symbol) => symbol.toLowerCase()));
  return [
    asked(
      'token_symbol',
      symbols,
      ({ asset }) => asset,
      ({ asset }) => wanted.has(asset.toLowerCase()),
    ),
  ];
}

export const tokenIs = (address: string | undefined): TransferTest[] =>
  address === undefined
    ? []
    : [
        asked(
          'token_address',
          address,
          ({ tokenAddress }) => tokenAddress,
          ({ tokenAddress }) => tokenAddress !== null && sameAddress(tokenAddress, address),
        ),
      ];

/**
 * Asks every transfer all the questions; the rule matches when one transfer answers all of them. Reported is that
 * transfer, else the one that came closest, so that a person sees what was missing.
 */
export function someTransfer(transaction: Evaluated, tests: readonly TransferTest[]): Reason[] {
  const all = [movesValue, ...tests];
  const answers = transaction.transfers.map((transfer) => all.map((test) => test(transfer)));
  const [closest] = answers.sort((a, b) => passedIn(b) - passedIn(a));
  return closest ?? [{ condition: 'transfer', expected: 'a transfer of value', actual: null, passed: false }];
}

const passedIn = (reasons: readonly Reason[]): number => reasons.filter(({ passed }) => passed).length;

export const sameAddress = (a: string, b: string): boolean => anyMatchForm(a) === anyMatchForm(b);
