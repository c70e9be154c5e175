import { isWrapped, knownToken } from '../../chains/known-tokens.ts';
import { chainOf } from '../../chains/registry.ts';
import { type HeldAssets, tokensIn } from '../../transactions/held-assets.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import { sideSums, transferSums } from '../../transactions/transfer-sums.ts';
import { compare, larger } from '../../values/decimal.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { memo } from '../../values/memo.ts';
import type { Entry, Evaluated } from '../rules/port/rule-type.ts';
import type { StoredRule } from '../rules/schema.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';
import type { RuleMatch } from './rule-match.ts';

/** What the cooldown of a rule, or its mute, must know of a match. */
export type Weight = Pick<RuleMatch, 'valueUsd' | 'isValuePending' | 'isUnsolicited'>;

/**
 * Anybody can have nothing move from anybody: `transferFrom` of zero needs no approval, and some tokens then state an
 * approval of nothing.
 */
const isOfNothing = (entry: Entry): boolean =>
  ('direction' in entry && !/[1-9]/.test(entry.amount)) || ('approved' in entry && !entry.approved);

/** Whether the wallet of a transaction has held one of these tokens before. */
export type Holds = (tokens: readonly string[]) => Promise<boolean>;

/** Reads what the wallet has held once, when first asked. */
export function holdsIn(
  { heldAssets }: { readonly heldAssets: Pick<HeldAssets, 'among'> },
  organisationId: OrganisationId,
  transaction: StoredTransaction,
  budget: EvaluationBudget,
): Holds {
  const held = memo(() => {
    budget.spend(1);
    return heldAssets.among(organisationId, transaction, tokensIn(transaction));
  });
  return async (some) => {
    const known = await held();
    return some.some((token) => known.has(token));
  };
}

/**
 * The weight of a match.
 * @param matched what passed the tests of the rule. A rule that tests the transaction as a whole matched all of it.
 * @param holds whether the wallet has held one of these tokens before. Asked only when nothing else decides.
 */
export async function weightOf(
  transaction: Evaluated,
  rule: Pick<StoredRule, 'conditions' | 'cooldownMinutes'>,
  matched: readonly Entry[],
  holds: Holds,
): Promise<Weight> {
  const { transfers, approvals, authority, unsigned } = transaction;
  const entries: readonly Entry[] = matched.length > 0 ? matched : [...transfers, ...approvals, ...authority];
  const moved = entries.filter((entry) => 'valueUsd' in entry);
  const values = [...moved, ...transferSums(moved), ...sideSums(moved)].flatMap((each) => each.valueUsd ?? []);
  const valueUsd = values.reduce<string | null>(larger, null);
  const isValuePending = entries.some((entry) => 'valuePending' in entry && entry.valuePending === true);
  const solicited = { valueUsd, isValuePending, isUnsolicited: false };
  if (rule.cooldownMinutes <= 0 || !unsigned || (valueUsd !== null && compare(valueUsd, '0') > 0)) return solicited;
  const { id: chain } = chainOf(transaction.chain);
  const tokens = new Set<string>();
  for (const entry of entries) {
    if (isOfNothing(entry)) continue;
    // Nobody can state a movement of the native coin, or a change of authority, that did not happen.
    if (!('tokenAddress' in entry) || entry.tokenAddress === null) return solicited;
    // The contract of a known token states only what its owner allows.
    const token = { chain, tokenAddress: entry.tokenAddress, symbol: entry.asset };
    if ('approved' in entry && (knownToken(token) !== null || isWrapped(token))) return solicited;
    tokens.add(entry.tokenAddress);
  }
  // Anybody can use any symbol, so a rule names a token by its address alone. Then all that matched is this token.
  const isNamed = rule.conditions.token_address !== undefined;
  return { ...solicited, isUnsolicited: !isNamed && !(await holds([...tokens])) };
}
