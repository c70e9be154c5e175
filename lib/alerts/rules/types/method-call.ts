import * as z from 'zod';
import { selectorOf } from '../../../chains/evm/method-selector.ts';
import { comparedText } from '../../../values/fields.ts';
import { every, type Test, test } from '../port/conditions.ts';
import { type Evaluated, type MethodNameOf, ruleType, type Term } from '../port/rule-type.ts';

const SELECTOR = /^0x[0-9a-f]{8}$/i;
/** A method name as Solidity, Anchor or the XRP Ledger write it. */
const NAME = /^[A-Za-z_$][\w$: ]*$/;
/** A full signature: a Solidity method name with its parameter types. */
const SIGNATURE = /^[A-Za-z_$][\w$]*\([\w$,()[\]]*\)$/;

/** Matches calls of one method. The rule names the method, its full signature or its 4-byte selector. */
export const methodCall = ruleType(
  z.strictObject({
    method: comparedText(256).refine(
      (method) => SELECTOR.test(method) || NAME.test(method) || SIGNATURE.test(method.replaceAll(' ', '')),
      'must be a method name, a full signature or a 4-byte selector',
    ),
  }),
  ({ method }, methodNameOf) => {
    const { matches, terms } = matcherOf(method, methodNameOf);
    const isMethod: Test<Evaluated> = test(
      'method',
      method,
      ({ methodName, methodSelector }) => methodName ?? methodSelector,
      (transaction) => matches(transaction) || (transaction.furtherCalls?.some(matches) ?? false),
    );
    return { ...every(isMethod), terms };
  },
  { matchesFailed: true },
);

interface Matcher {
  matches(transaction: Pick<Evaluated, 'methodName' | 'methodSelector'>): boolean;
  readonly terms: readonly Term[];
}

function matcherOf(method: string, methodNameOf: MethodNameOf): Matcher {
  if (SELECTOR.test(method)) {
    const selector = method.toLowerCase();
    return {
      matches: ({ methodName, methodSelector }) =>
        (methodSelector ?? methodName?.toLowerCase()) === selector ||
        (methodSelector === null && methodName !== null && methodName === methodNameOf(selector)),
      // The name of the method is known only when a transaction is evaluated.
      terms: ['method'],
    };
  }
  const signature = method.replaceAll(' ', '');
  if (!SIGNATURE.test(signature)) {
    return { matches: ({ methodName }) => methodName === method, terms: [`method ${method}`] };
  }
  const selector = selectorOf(signature);
  const [called = ''] = signature.split('(');
  return {
    // Overloaded methods share a name, so a known selector decides alone.
    matches: ({ methodName, methodSelector }) =>
      methodSelector !== null ? methodSelector === selector : methodName === called || methodName === selector,
    terms: [`selector ${selector}`, `method ${called}`, `method ${selector}`],
  };
}
