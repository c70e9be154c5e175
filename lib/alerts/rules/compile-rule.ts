import { methodName as methodNameOf } from '../../chains/evm/selectors.ts';
import { tookEffect } from '../../transactions/took-effect.ts';
import type { Facts } from './port/facts.ts';
import type { Compiled, Evaluated, Reason } from './port/rule-type.ts';
import type { StoredRule } from './schema.ts';
import { ruleTypes } from './types/rule-types.ts';

/** The part of a rule that an evaluation needs. */
export type EvaluableRule = Pick<StoredRule, 'ruleType' | 'walletIds' | 'conditions'>;

export interface Verdict {
  matches: boolean;
  reasons: Reason[];
}

export interface CompiledRule extends Omit<Compiled, 'reasons'> {
  /** As `matches`, but slower and with the reasons. */
  evaluate(transaction: Evaluated, facts: Facts): Verdict;
}

/**
 * Compiles a rule for the evaluation of many transactions. The pipeline and `POST /api/alerts/rules/test` both use this
 * function. The function is pure: callers provide the facts beside the transaction.
 */
export function compileRule({ ruleType, walletIds, conditions }: EvaluableRule): CompiledRule {
  const { matchesFailed, compile } = ruleTypes[ruleType];
  const compiled = compile(conditions, methodNameOf);
  const wallets = new Set(walletIds);
  const isAbout = (transaction: Evaluated) =>
    (wallets.size === 0 || wallets.has(transaction.walletId)) && (matchesFailed || tookEffect(transaction));
  return {
    ...compiled,
    matches: (transaction, facts) => isAbout(transaction) && compiled.matches(transaction, facts),
    mayMatch: (transaction, facts) => isAbout(transaction) && compiled.mayMatch(transaction, facts),
    evaluate(transaction, facts) {
      const reasons = [
        ...walletReason(wallets, transaction),
        ...(matchesFailed ? [] : [succeeded(transaction)]),
        ...compiled.reasons(transaction, facts),
      ];
      return { matches: reasons.every(({ passed }) => passed), reasons };
    },
  };
}

function walletReason(wallets: ReadonlySet<string>, { walletId }: Evaluated): Reason[] {
  if (wallets.size === 0) return [];
  return [{ condition: 'walletIds', expected: [...wallets], actual: walletId, passed: wallets.has(walletId) }];
}

const succeeded = (transaction: Evaluated): Reason => ({
  condition: 'status',
  expected: 'success',
  actual: transaction.status === 'failed' && tookEffect(transaction) ? 'failed, with effects' : transaction.status,
  passed: tookEffect(transaction),
});
