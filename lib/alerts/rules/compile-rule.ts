import { methodName as methodNameOf } from '../../chains/evm/selectors.ts';
import { tookEffect } from '../../transactions/took-effect.ts';
import type { Facts } from './port/facts.ts';
import type { Compiled, Evaluated, Reason } from './port/rule-type.ts';
import { type AnySelector, asksForGroups, covers, type Member } from './port/wallet-selector.ts';
import type { StoredRule } from './schema.ts';
import { ruleTypes } from './types/rule-types.ts';

/** The part of a rule that an evaluation needs. */
export type EvaluableRule = Pick<StoredRule, 'ruleType' | 'conditions'> & AnySelector;

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
export function compileRule({ ruleType, conditions, ...selector }: EvaluableRule): CompiledRule {
  const { matchesFailed, compile } = ruleTypes[ruleType];
  const compiled = compile(conditions, methodNameOf);
  const isAbout = (transaction: Evaluated, { wallet = null }: Facts) =>
    covers(selector, transaction.walletId, wallet) && (matchesFailed || tookEffect(transaction));
  return {
    ...compiled,
    ...(asksForGroups(selector) && { needs: { ...compiled.needs, wallet: 'now' } }),
    matches: (transaction, facts) => isAbout(transaction, facts) && compiled.matches(transaction, facts),
    mayMatch: (transaction, facts) => isAbout(transaction, facts) && compiled.mayMatch(transaction, facts),
    evaluate(transaction, facts) {
      const reasons = [
        ...walletReason(selector, transaction.walletId, facts.wallet ?? null),
        ...(matchesFailed ? [] : [succeeded(transaction)]),
        ...compiled.reasons(transaction, facts),
      ];
      return { matches: reasons.every(({ passed }) => passed), reasons };
    },
  };
}

/** Why a rule is about a wallet, or is not. Empty for a rule about all wallets. */
export function walletReason(selector: AnySelector, walletId: string, wallet: Member | null): Reason[] {
  const { walletIds, walletTags = [], walletTypes = [] } = selector;
  const passed = covers(selector, walletId, wallet);
  if (!asksForGroups(selector)) {
    return walletIds.length === 0 ? [] : [{ condition: 'walletIds', expected: walletIds, actual: walletId, passed }];
  }
  const asked = { ids: walletIds, tags: walletTags, types: walletTypes };
  const expected = Object.fromEntries(Object.entries(asked).filter(([, values]) => values.length > 0));
  const actual = { ids: [walletId], ...(wallet && { tags: wallet.tags, types: [wallet.type] }) };
  return [{ condition: 'wallets', expected, actual, passed }];
}

const succeeded = (transaction: Evaluated): Reason => ({
  condition: 'status',
  expected: 'success',
  actual: transaction.status === 'failed' && tookEffect(transaction) ? 'failed, with effects' : transaction.status,
  passed: tookEffect(transaction),
});
