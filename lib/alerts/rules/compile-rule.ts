import { methodName as methodNameOf } from '../../chains/evm/selectors.ts';
import type { Compiled, Entry, Evaluated, EvaluationContext, Reason } from './port/rule-type.ts';
import type { StoredRule } from './schema.ts';
import { ruleTypes } from './types/rule-types.ts';

/** The part of a rule that an evaluation needs. */
export type EvaluableRule = Pick<StoredRule, 'ruleType' | 'walletIds' | 'conditions'>;

export interface Verdict {
  matches: boolean;
  reasons: Reason[];
}

export interface CompiledRule extends Pick<Compiled, 'terms' | 'windowMinutes'> {
  /** Whether the rule matches. Much faster than `evaluate`, which also tells the reasons. */
  matches(transaction: Evaluated, context: EvaluationContext): boolean;
  /** Whether the rule matches, or may match as soon as prices are known that failed. */
  mayMatch(transaction: Evaluated, context: EvaluationContext): boolean;
  evaluate(transaction: Evaluated, context: EvaluationContext): Verdict;
  /** The entries of a matching transaction that met the conditions. See `Judge`. */
  matched(transaction: Evaluated, context: EvaluationContext): readonly Entry[];
}

/**
 * Compiles a rule for the evaluation of many transactions. The pipeline and `POST /api/alerts/rules/test` both use this
 * function. The function is pure: the context provides the facts outside the transaction.
 */
export function compileRule({ ruleType, walletIds, conditions }: EvaluableRule): CompiledRule {
  const { matchesFailed, compile } = ruleTypes[ruleType];
  const compiled: Compiled = compile(conditions);
  const wallets = new Set(walletIds);
  const isAbout = ({ walletId, status }: Evaluated) =>
    (wallets.size === 0 || wallets.has(walletId)) && (matchesFailed || status === 'success');
  return {
    terms: compiled.terms,
    windowMinutes: compiled.windowMinutes,
    matches: (transaction, { recentCount }) =>
      isAbout(transaction) && compiled.matches(transaction, { recentCount, methodNameOf }),
    mayMatch: (transaction, { recentCount }) =>
      isAbout(transaction) && compiled.mayMatch(transaction, { recentCount, methodNameOf }),
    evaluate(transaction, { recentCount }) {
      const reasons = [
        ...walletReason(wallets, transaction),
        ...(matchesFailed ? [] : [succeeded(transaction)]),
        ...compiled.reasons(transaction, { recentCount, methodNameOf }),
      ];
      return { matches: reasons.every(({ passed }) => passed), reasons };
    },
    matched: (transaction, { recentCount }) => compiled.matched(transaction, { recentCount, methodNameOf }),
  };
}

function walletReason(wallets: ReadonlySet<string>, { walletId }: Evaluated): Reason[] {
  if (wallets.size === 0) return [];
  return [{ condition: 'walletIds', expected: [...wallets], actual: walletId, passed: wallets.has(walletId) }];
}

/** A failed transaction moved no value. */
const succeeded = ({ status }: Evaluated): Reason => ({
  condition: 'status',
  expected: 'success',
  actual: status,
  passed: status === 'success',
});
