import * as z from 'zod';
import { ifValid } from '../../values/dependent-checks.ts';
import { Uuid } from '../../values/ids.ts';
import { TestTransaction } from './test-transaction.ts';

const oneOf = (a: string, b: string) => ({
  check: (value: Record<string, unknown>) => (value[a] === undefined) !== (value[b] === undefined),
  // Only the presence of the two fields counts, so the check also runs when their contents are invalid.
  issue: { path: [a], message: `exactly one of ${a} and ${b} is required`, when: ifValid() },
});
export const whichRule = oneOf('rule', 'ruleId');
const whichTransaction = oneOf('transaction', 'transactionId');

/**
 * @param rule the dry run reads its type, wallets and conditions. The other fields of the rule may be given and change
 *   nothing.
 */
export const testRule = <S extends z.ZodType>(rule: S) =>
  z
    .strictObject({
      rule: rule.optional(),
      ruleId: Uuid.optional(),
      transaction: TestTransaction.optional(),
      transactionId: Uuid.optional(),
    })
    .refine(whichRule.check, whichRule.issue)
    .refine(whichTransaction.check, whichTransaction.issue);
