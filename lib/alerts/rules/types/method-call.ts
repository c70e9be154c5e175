import * as z from 'zod';
import { selectorOf } from '../../../chains/evm/method-selector.ts';
import { name } from '../../../values/fields.ts';
import { type Evaluated, type Facts, ruleType } from '../port/rule-type.ts';

const SELECTOR = /^0x[0-9a-f]{8}$/i;
/** A method name as Solidity, Anchor or the XRP Ledger write it. */
const NAME = /^[A-Za-z_$][\w$: ]*$/;
/** A full signature: a Solidity method name with its parameter types. */
const SIGNATURE = /^[A-Za-z_$][\w$]*\([\w$,()[\]]*\)$/;

/** Matches calls of one method. The rule names the method, its full signature or its 4-byte selector. */
export const methodCall = ruleType(
  z.strictObject({
    method: name(256).refine(
      (method) => SELECTOR.test(method) || NAME.test(method) || SIGNATURE.test(method.replaceAll(' ', '')),
      'must be a method name, a full signature or a 4-byte selector',
    ),
  }),
  ({ method }) => {
    const matches = matcherOf(method);
    return (transaction, facts) => [
      {
        condition: 'method',
        expected: method,
        actual: transaction.methodName ?? transaction.methodSelector,
        passed: matches(transaction, facts),
      },
    ];
  },
  { matchesFailed: true },
);

type Matcher = (transaction: Pick<Evaluated, 'methodName' | 'methodSelector'>, facts: Facts) => boolean;

function matcherOf(method: string): Matcher {
  if (SELECTOR.test(method)) {
    const selector = method.toLowerCase();
    return ({ methodName, methodSelector }, { methodNameOf }) =>
      (methodSelector ?? methodName?.toLowerCase()) === selector ||
      (methodSelector === null && methodName !== null && methodName === methodNameOf(selector));
  }
  const signature = method.replaceAll(' ', '');
  if (!SIGNATURE.test(signature)) return ({ methodName }) => methodName === method;
  const selector = selectorOf(signature);
  const [called] = signature.split('(');
  // Overloaded methods share a name, so a known selector decides alone.
  return ({ methodName, methodSelector }) =>
    methodSelector !== null ? methodSelector === selector : methodName === called || methodName === selector;
}
