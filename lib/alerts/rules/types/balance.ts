import * as z from 'zod';
import { allFamilies } from '../../../chains/registry.ts';
import { compare, expand } from '../../../values/decimal.ts';
import { ifValid } from '../../../values/dependent-checks.ts';
import { AmountBounds } from '../../../values/fields.ts';
import { type BalanceQuestion, MOST_BALANCE_RULES } from '../port/balance-question.ts';
import type { Facts } from '../port/facts.ts';
import { hasValue } from '../port/parties.ts';
import { Asset, assetForm, isOfAsset } from '../port/rule-asset.ts';
import { type Evaluated, ruleType } from '../port/rule-type.ts';

const Bound = AmountBounds.shape.lt.unwrap();

/** Far enough that a fee or a small payment does not bring the balance back. */
const REARM_PERCENT = 5;

const Conditions = z
  .strictObject({
    asset: Asset.describe('`native`, or the address of a token of an EVM chain or Solana'),
    below: Bound.optional(),
    above: Bound.optional(),
    rearm_percent: Bound.refine((percent) => compare(String(percent), '100') <= 0, {
      message: 'must be at most 100',
      when: ifValid(),
    })
      .optional()
      .describe('How far the balance must come back before the rule may fire again, in percent; 5 by default'),
  })
  .refine(({ below, above }) => below !== undefined || above !== undefined, {
    path: ['below'],
    message: 'below or above is required',
    when: ifValid('below', 'above'),
  })
  .refine(({ below }) => below === undefined || compare(String(below), '0') > 0, {
    path: ['below'],
    message: 'must be above 0: no balance is below 0',
    when: ifValid('below'),
  })
  .refine(
    ({ below, above }) => below === undefined || above === undefined || compare(String(below), String(above)) < 0,
    { path: ['above'], message: 'must be above the bound in below', when: ifValid('below', 'above') },
  );

/** The families of which a check reads the balances of tokens. */
const COMPARED = allFamilies.filter(({ checkedTokens }) => checkedTokens !== 'none');

/** A rule about another token would stay silent for ever, because nobody knows the first balance. */
const Input = Conditions.refine(
  ({ asset }) => asset === 'native' || COMPARED.some((family) => family.parseAddress(asset) !== null),
  {
    path: ['asset'],
    message:
      `must be native or the address of a token of ${COMPARED.map(({ label }) => label).join(' or ')}: ` +
      'no check reads the balances of other tokens',
    when: ifValid('asset'),
  },
);

/**
 * Fires when the balance of a wallet crosses a bound, and again only after the balance has come back. Judged at each
 * record that may move the asset, and at each check that finds a balance which the records do not explain.
 */
export const balance = ruleType(
  Conditions,
  ({ asset, below, above, rearm_percent = REARM_PERCENT }) => {
    const form = assetForm(asset);
    const question: BalanceQuestion = {
      asset: form,
      below: below === undefined ? null : expand(String(below)),
      above: above === undefined ? null : expand(String(above)),
      rearmPercent: expand(String(rearm_percent)),
    };
    // A fee moves the native balance without a transfer.
    const moves = ({ transfers }: Evaluated) =>
      form === 'native' || transfers.some((each) => hasValue(each) && isOfAsset(each, form));
    const crosses = (transaction: Evaluated, { balance: judged }: Facts): boolean =>
      judged !== undefined && judged.crossed !== null && moves(transaction);
    return {
      matches: crosses,
      mayMatch: crosses,
      matched: ({ transfers }, { balance: judged }) =>
        // Without facts, the watcher asks what a large record should keep.
        judged === undefined || judged.crossed !== null ? transfers.filter((each) => isOfAsset(each, form)) : [],
      reasons(transaction, facts) {
        const { balance: judged } = facts;
        const bound = judged?.crossed ?? (below === undefined ? 'above' : 'below');
        return [
          {
            condition: bound,
            expected: bound === 'below' ? question.below : question.above,
            actual: judged?.amount ?? null,
            passed: crosses(transaction, facts),
          },
        ];
      },
      ...(form !== 'native' && { terms: [`token ${form}`] }),
      needs: { balance: question },
    };
  },
  {
    input: Input,
    // The rule fires once for each crossing.
    cooldownMinutes: 0,
    // A failed transaction costs a fee.
    matchesFailed: true,
    untestable: 'judges the balance of a wallet',
    mostActive: MOST_BALANCE_RULES,
  },
);
