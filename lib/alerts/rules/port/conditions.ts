import * as z from 'zod';
import { anyMatchForm } from '../../../chains/any-address.ts';
import { isFake } from '../../../chains/known-tokens.ts';
import type { StoredTransfer } from '../../../transactions/schema.ts';
import { sideSums, type TransferSum, transferSums } from '../../../transactions/transfer-sums.ts';
import { compare } from '../../../values/decimal.ts';
import type { AmountBounds } from '../../../values/fields.ts';
import { memoOf } from '../../../values/memo.ts';
import { allNeeds, type Facts, type Needs } from './facts.ts';
import { hasValue } from './parties.ts';
import type { Entry, Evaluated, Judge, Reason, Term } from './rule-type.ts';

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

/** A condition on the transaction, or on one of several things that a transaction contains. */
export interface Test<T> {
  readonly condition: string;
  readonly expected: unknown;
  actual(thing: T, facts: Facts, transaction: Pick<Evaluated, 'chain'>): unknown;
  passes(thing: T, facts: Facts, transaction: Pick<Evaluated, 'chain'>): boolean;
  /** Whether a price that failed decides the test, so that its outcome is open. */
  isOpen?(thing: T): boolean;
  /** Whether the sum of several transfers may pass the test. */
  readonly comparesSums?: boolean;
  /** Whether a sum may contain transfers in several directions, as long as the wallet is the same end of them. */
  readonly isOfSide?: boolean;
  /** The facts beside the transaction that the test looks at. */
  readonly needs?: Needs;
}
/** A condition on a transfer. */
export type TransferTest = Test<StoredTransfer>;
/** A condition on anything with a token: a transfer, or an approval. */
type TokenTest = Test<{ readonly asset: string; readonly tokenAddress: string | null }>;
type AmountTest = Test<{ readonly amount: string | null }>;

export const test = <T>(
  condition: string,
  expected: unknown,
  actual: Test<T>['actual'],
  passes: Test<T>['passes'],
  isOpen?: Test<T>['isOpen'],
): Test<T> => ({ condition, expected, actual, passes, ...(isOpen && { isOpen }) });

const withSums = <T>(test: Test<T>): Test<T> => ({ ...test, comparesSums: true });

const mayPass = <T>(test: Test<T>, thing: T, facts: Facts, transaction: Evaluated): boolean =>
  test.passes(thing, facts, transaction) || (test.isOpen?.(thing) ?? false);

export const typeIs = (type: Evaluated['txType']): Test<Evaluated> =>
  test(
    'txType',
    type,
    ({ txType }) => txType,
    ({ txType }) => txType === type,
  );

/** No rule about transfers fires on token transfers without value. */
const movesValue: TransferTest = test(
  'transfer',
  'a transfer of value',
  ({ amount, asset }) => `${amount} ${asset}`,
  hasValue,
);

/** What a condition on a USD value does while the value is unknown. */
export const UnknownValue = z
  .enum(['ignore', 'match'])
  .optional()
  .describe(
    '`ignore` (the default): the rule waits for a value that is pending, and does not match without a value; ' +
      '`match`: the rule fires at once',
  );
export type UnknownValue = z.output<typeof UnknownValue>;

/** @param unknown whether the test passes while the value is unknown. */
export const valueUsdWithin = (bounds: AmountBounds | undefined, unknown: UnknownValue): TransferTest[] =>
  bounds === undefined
    ? []
    : [
        withSums(
          test(
            'value_usd',
            bounds,
            ({ valueUsd }) => (unknown === 'match' ? (valueUsd ?? 'unknown') : valueUsd),
            ({ valueUsd }) => within(bounds, valueUsd) || (unknown === 'match' && valueUsd === null),
            ({ valuePending }) => valuePending === true,
          ),
        ),
      ];

export const amountWithin = (bounds: AmountBounds | undefined): AmountTest[] =>
  bounds === undefined
    ? []
    : [
        withSums(
          test(
            'amount',
            bounds,
            ({ amount }) => amount,
            ({ amount }) => within(bounds, amount),
          ),
        ),
      ];

const lowerCase = (symbols: string | readonly string[]) => [symbols].flat().map((symbol) => symbol.toLowerCase());

/** The token bears one of the symbols, and the symbol is not that of a listed token which it is not. */
export function symbolIs(symbols: string | readonly string[] | undefined): TokenTest[] {
  if (symbols === undefined) return [];
  const wanted = new Set(lowerCase(symbols));
  return [
    test(
      'token_symbol',
      symbols,
      ({ asset, tokenAddress }, _, { chain }) =>
        isFake({ chain, tokenAddress, symbol: asset }) ? `${asset} of ${tokenAddress}` : asset,
      ({ asset, tokenAddress }, _, { chain }) =>
        wanted.has(asset.toLowerCase()) && !isFake({ chain, tokenAddress, symbol: asset }),
    ),
  ];
}

export function tokenIs(address: string | undefined): TokenTest[] {
  if (address === undefined) return [];
  const wanted = anyMatchForm(address);
  return [
    test(
      'token_address',
      address,
      ({ tokenAddress }) => tokenAddress,
      ({ tokenAddress }) => tokenAddress !== null && anyMatchForm(tokenAddress) === wanted,
    ),
  ];
}

/** The terms of a transfer of a token; undefined when the conditions name no token. */
export function tokenTerms(symbols?: string | readonly string[], address?: string): readonly Term[] | undefined {
  if (address !== undefined) return [`token ${anyMatchForm(address)}`];
  return symbols === undefined ? undefined : lowerCase(symbols).map((symbol): Term => `symbol ${symbol}`);
}

/** The term of the transfers that a condition on a USD value may let pass. */
export const valueTerm = (bounds: AmountBounds | undefined, unknown: UnknownValue): 'transfer' | 'priced' =>
  bounds === undefined || unknown === 'match' ? 'transfer' : 'priced';

/** All conditions on the transaction itself hold. */
export const every = (...tests: readonly Test<Evaluated>[]): Judge => ({
  matches: (transaction, facts) => tests.every((each) => each.passes(transaction, facts, transaction)),
  mayMatch: (transaction, facts) => tests.every((each) => mayPass(each, transaction, facts, transaction)),
  reasons: (transaction, facts) => tests.map((each) => reasonOf(each, transaction, facts, transaction)),
  matched: () => [],
  ...needsOf(tests),
});

/** The facts that the tests or judges need, if they need any. */
function needsOf(all: readonly { readonly needs?: Needs | undefined }[]): { readonly needs?: Needs } {
  const needs = all.flatMap((each) => each.needs ?? []);
  return needs.length === 0 ? {} : { needs: allNeeds(needs) };
}

/**
 * One of the things that a transaction contains passes all tests. The reasons are those of this thing, or of the thing
 * that passes most tests, so that a person sees which condition failed.
 */
export const some = <T extends Entry & { readonly legs?: readonly Entry[] }>(
  thingsOf: (transaction: Evaluated) => readonly T[],
  first: Test<T>,
  ...others: readonly Test<T>[]
): Judge => {
  const tests = [first, ...others];
  const { condition, expected } = first;
  const none = { condition, expected, actual: null, passed: false };
  const passing = (transaction: Evaluated, facts: Facts) => (thing: T) =>
    tests.every((each) => each.passes(thing, facts, transaction));
  return {
    matches: (transaction, facts) => thingsOf(transaction).some(passing(transaction, facts)),
    mayMatch: (transaction, facts) =>
      thingsOf(transaction).some((thing) => tests.every((each) => mayPass(each, thing, facts, transaction))),
    matched: (transaction, facts) => {
      const things = thingsOf(transaction).filter(passing(transaction, facts));
      return [...new Set<Entry>(things.flatMap((thing) => thing.legs ?? [thing]))];
    },
    reasons(transaction, facts) {
      const reasonsOf = (thing: T) => tests.map((each) => reasonOf(each, thing, facts, transaction));
      const answers = thingsOf(transaction).map(reasonsOf);
      return answers.sort((a, b) => passedIn(b) - passedIn(a))[0] ?? [none];
    },
    ...needsOf(tests),
  };
};

/**
 * One transfer passes all tests, or the sum of the transfers of one asset and direction does. Where a test is about
 * the side of the wallet, the sum of the transfers of one asset and side may pass too.
 */
export function someTransfer(...tests: readonly TransferTest[]): Judge {
  const hasSums = tests.some(({ comparesSums }) => comparesSums);
  const isOfSide = tests.some((each) => each.isOfSide);
  return some(!hasSums ? transfersOf : isOfSide ? withSumsOfSides : withTheirSums, movesValue, ...tests);
}

const transfersOf = ({ transfers }: Evaluated): readonly StoredTransfer[] => transfers;
/** The single transfers come first, so that reasons name a sum only when no single transfer passes as many tests. */
const withTheirSums = memoOf(({ transfers }: Evaluated): readonly (StoredTransfer | TransferSum)[] => [
  ...transfers,
  ...transferSums(transfers),
]);
const withSumsOfSides = memoOf((transaction: Evaluated) => [
  ...withTheirSums(transaction),
  ...sideSums(transaction.transfers),
]);

export const both = (a: Judge, b: Judge): Judge => ({
  matches: (transaction, facts) => a.matches(transaction, facts) && b.matches(transaction, facts),
  mayMatch: (transaction, facts) => a.mayMatch(transaction, facts) && b.mayMatch(transaction, facts),
  reasons: (transaction, facts) => [...a.reasons(transaction, facts), ...b.reasons(transaction, facts)],
  matched: (transaction, facts) =>
    a.matches(transaction, facts) && b.matches(transaction, facts)
      ? [...a.matched(transaction, facts), ...b.matched(transaction, facts)]
      : [],
  ...needsOf([a, b]),
});

const reasonOf = <T>(
  { condition, expected, actual, passes, comparesSums }: Test<T>,
  thing: T & { readonly legs?: readonly Entry[] },
  facts: Facts,
  transaction: Evaluated,
): Reason => ({
  condition: comparesSums && thing.legs ? `${condition} (sum of ${thing.legs.length} transfers)` : condition,
  expected,
  actual: actual(thing, facts, transaction),
  passed: passes(thing, facts, transaction),
});

const passedIn = (reasons: readonly Reason[]): number => reasons.filter(({ passed }) => passed).length;

export const sameAddress = (a: string, b: string): boolean => anyMatchForm(a) === anyMatchForm(b);
