import * as z from 'zod';
import { ifValid } from '../../../values/dependent-checks.ts';
import { AmountBounds } from '../../../values/fields.ts';
import { memoOf } from '../../../values/memo.ts';
import { within } from '../port/conditions.ts';
import type { Facts } from '../port/facts.ts';
import type { LeftQuestion } from '../port/left.ts';
import { Asset, assetForm } from '../port/rule-asset.ts';
import { type Evaluated, type Reason, ruleType, type Term } from '../port/rule-type.ts';
import { isNothing, takenBy } from '../port/taken.ts';
import { wholeNumber } from '../port/whole-number.ts';

const { gte, gt } = AmountBounds.shape;

/** A bound that a growing sum can cross: from below, and above zero. */
const LeastSum = z
  .strictObject({ gte, gt })
  .refine((bound) => (bound.gte === undefined) !== (bound.gt === undefined), 'needs either gte or gt')
  .refine((bound) => bound.gte === undefined || Number(bound.gte) > 0, 'must be above 0');

const WINDOW = { least: 5, most: 10_080 };

/**
 * Matches when what left within the window that ends at the transaction crosses the bound. Transfers between own
 * wallets and fees do not count. Matches again only after the sum was below the bound.
 */
export const outflow = ruleType(
  z
    .strictObject({
      value_usd: LeastSum.optional(),
      amount: LeastSum.optional(),
      asset: Asset.optional(),
      window_minutes: wholeNumber(WINDOW.least, WINDOW.most),
      per: z.enum(['wallet', 'rule']).optional().describe('One sum for each wallet, the default, or one for the rule'),
    })
    .refine(({ value_usd, amount }) => (value_usd === undefined) !== (amount === undefined), {
      path: ['value_usd'],
      message: 'exactly one of value_usd and amount is required',
      when: ifValid(),
    })
    .refine(({ amount, asset }) => amount === undefined || asset !== undefined, {
      path: ['asset'],
      message: 'is required beside amount',
      when: ifValid(),
    }),
  ({ value_usd, amount, asset, window_minutes, per = 'wallet' }) => {
    const windowMinutes = Number(window_minutes);
    const bounds = value_usd ?? amount ?? {};
    const form = asset === undefined ? null : assetForm(asset);
    const question: LeftQuestion = {
      ...{ unit: value_usd === undefined ? 'amount' : 'usd', asset: form, windowMinutes, per },
      reaches: (sum) => within(bounds, sum),
    };
    const terms: readonly Term[] = form === null || form === 'native' ? ['transfer outbound'] : [`token ${form}`];
    const taken = memoOf(({ transfers }: Evaluated) => takenBy(transfers, question));
    const crosses = ({ left }: Facts): boolean => left?.isArmed === true && question.reaches(left.sum);
    const matches = (transaction: Evaluated, facts: Facts) => !isNothing(taken(transaction)) && crosses(facts);
    return {
      matches,
      mayMatch: (transaction, facts) => matches(transaction, facts) || taken(transaction).isPending,
      // Without facts, the watcher asks what a large record should keep.
      matched: (transaction, facts) =>
        facts.left === undefined || matches(transaction, facts) ? taken(transaction).transfers : [],
      reasons(transaction, facts): Reason[] {
        const { left } = facts;
        const expected = { ...bounds, window_minutes: windowMinutes, per };
        const sum = left?.sum ?? null;
        const isCounted = !isNothing(taken(transaction));
        const reached = isCounted && sum !== null && question.reaches(sum);
        return [
          { condition: `left_${question.unit}`, expected, actual: sum, passed: reached },
          ...(reached && left?.isArmed === false
            ? [{ condition: 'crossing', expected: 'below the bound before', actual: left.before, passed: false }]
            : []),
          ...(left === undefined || left.unknown.length === 0
            ? []
            : [{ condition: 'left_unknown', expected: 'known values', actual: left.unknown, passed: true }]),
          ...(left?.isPartial ? [{ condition: 'left_partial', expected: 'all', actual: 'a part', passed: true }] : []),
        ];
      },
      terms,
      needs: { left: question },
    };
  },
  // The rule fires once for each crossing.
  { cooldownMinutes: 0 },
);
