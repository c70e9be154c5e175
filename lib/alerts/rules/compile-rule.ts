import type { Compiled, Evaluated, EvaluationContext, Reason } from './port/rule-type.ts';
import type { StoredRule } from './schema.ts';
import { ruleTypes } from './types/index.ts';

/** What of a rule is judged. */
export type Judged = Pick<StoredRule, 'ruleType' | 'walletIds' | 'conditions'>;

export interface Verdict {
  matches: boolean;
  reasons: Reason[];
}

export interface CompiledRule {
  evaluate(transaction: Evaluated, context: EvaluationContext): Verdict;
  readonly windowMinutes?: number;
}

/**
 * Makes a rule ready to be asked of many transactions. The pipeline and `POST /api/alerts/rules/test` both judge with
 * this. Pure: the context brings what is not in the transaction.
 */
export function compileRule({ ruleType, walletIds, conditions }: Judged): CompiledRule {
  const { matchesFailed, compile } = ruleTypes[ruleType];
  const compiled: Compiled = compile(conditions);
  const wallets = new Set(walletIds);
  return {
    windowMinutes: compiled.windowMinutes,
    evaluate(transaction, context) {
      const reasons = [
        ...walletReason(wallets, transaction),
        ...(matchesFailed ? [] : [succeeded(transaction)]),
        ...compiled.reasons(transaction, context),
      ];
      return { matches: reasons.every(({ passed }) => passed), reasons };
    },
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
