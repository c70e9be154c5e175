import * as z from 'zod';
import { Uuid } from '../../values/ids.ts';
import { TestTransaction } from './test-transaction.ts';

const oneOf = (a: string, b: string) => ({
  check: (value: Record<string, unknown>) => (value[a] === undefined) !== (value[b] === undefined),
  issue: { path: [a], message: `exactly one of ${a} and ${b} is required` },
});
const whichRule = oneOf('rule', 'ruleId');
const whichTransaction = oneOf('transaction', 'transactionId');

/** @param rule the dry run reads its type, wallets and conditions. Its other fields may be given and change nothing. */
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
