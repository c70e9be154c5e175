import type { Channels } from '../../channels/channel-registry.ts';
import { log } from '../../platform/log.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import type { Table } from '../../platform/table/table.ts';
import type { Check, Write } from '../../platform/table/write.ts';
import type { OutboxEntry } from '../../transactions/item.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { memo } from '../../values/memo.ts';
import type { EventSubject } from '../events/schema.ts';
import { type CompiledRule, compileRule } from '../rules/compile-rule.ts';
import type { Muting } from '../rules/muting.ts';
import type { Facts, Needs } from '../rules/port/facts.ts';
import type { RuleRepo } from '../rules/repo.ts';
import type { IndexedRule } from '../rules/rule-index.ts';
import type { StoredRule } from '../rules/schema.ts';
import { type AlertContext, matchOf } from './alert-context.ts';
import { type HeldSince, judgeBalance } from './balance/judge-balance.ts';
import type { Decider } from './decider.ts';
import { type Holds, weightOf } from './match-weight.ts';
import type { MoveLevel } from './move-level.ts';
import { judgeLeft } from './outflow/judge-left.ts';

interface RuleDeps {
  readonly table: Table;
  readonly rules: Pick<RuleRepo, 'find'>;
  readonly channels: Channels;
  readonly heldSince?: HeldSince;
  now(): Date;
}

/**
 * How many times an invocation evaluates a rule that changes meanwhile. After that, a retry of the invocation goes on.
 */
const RULE_ROUNDS = 5;

/** How often other transactions may change the state that a rule judges. After that, a retry goes on. */
const LEVEL_TRIES = 20;

/** The transaction for which the rules are evaluated. */
export interface Evaluation {
  readonly organisationId: OrganisationId;
  /** With all effects of the transaction. */
  readonly transaction: StoredTransaction;
  readonly entry: OutboxEntry;
  /** Holds while the inclusion is to be evaluated. */
  readonly pending: Check;
  readonly decider: Decider;
  readonly move: MoveLevel;
  /** Read when the first rule fires: most transactions match no rule. */
  readonly context: () => Promise<AlertContext>;
  /** What rules need to know beside the transaction, read once for all rules. */
  readonly facts: (needs: Needs) => Promise<Facts>;
  /** Whether the wallet has held one of these tokens before. Read once for all rules. */
  readonly holds: Holds;
}

/** `waits`: a price that failed decides whether the rule matches, or whether the match fires within a cooldown. */
export type RuleOutcome = 'decided' | 'nothing to decide' | 'waits' | 'over budget';

/** Evaluates a rule for a transaction. A rule that changes meanwhile is evaluated as it is then. */
export async function evaluateRule(
  deps: RuleDeps,
  evaluation: Evaluation,
  { rule: first, compiled }: IndexedRule,
  muteOf: Muting,
): Promise<RuleOutcome> {
  let rule = first;
  let compiledNow = compiled;
  for (let round = 0; round < RULE_ROUNDS; round++) {
    const outcome = await optimistically(`the state that rule ${rule.id} judges`, LEVEL_TRIES, () =>
      judgeRule(deps, evaluation, rule, compiledNow(), muteOf),
    );
    if (outcome !== 'rule changed') return outcome;
    const changed = await deps.rules.find(evaluation.organisationId, rule.id);
    if (changed === null || !changed.isActive) return 'nothing to decide';
    rule = changed;
    compiledNow = memo(() => compileRule(changed));
  }
  throw new Error(`rule ${rule.id} changed ${RULE_ROUNDS} times while it was evaluated`);
}

/** Undefined when another transaction changed the state that the rule judges. */
async function judgeRule(
  deps: RuleDeps,
  evaluation: Evaluation,
  rule: StoredRule,
  compiled: CompiledRule,
  muteOf: Muting,
): Promise<RuleOutcome | 'rule changed' | undefined> {
  const { transaction } = evaluation;
  const { facts, level } = await factsOf(deps, evaluation, rule, compiled);
  if (!compiled.matches(transaction, facts)) {
    const moved = level === null ? 'moved' : await evaluation.move(level);
    if (moved === 'over budget') return moved;
    if (moved === 'level changed') return undefined;
    return moved === 'moved' && compiled.mayMatch(transaction, facts) ? 'waits' : 'nothing to decide';
  }
  const { reasons } = compiled.evaluate(transaction, facts);
  const matched = compiled.matched(transaction, facts);
  const weight = await weightOf(transaction, rule, matched, evaluation.holds);
  const subject = subjectOf(transaction, compiled, facts);
  const match = matchOf(deps, evaluation, rule, { reasons, matched, subject }, weight, muteOf, level);
  const decision = await evaluation.decider.decide(match);
  if (decision === 'over budget' || decision === 'waits' || decision === 'rule changed') return decision;
  if (decision === 'decided before') return 'nothing to decide';
  if (decision === 'level changed') return undefined;
  if (decision === 'orphaned') {
    log.info('rule.orphaned', { rule: rule.id });
    return 'nothing to decide';
  }
  log.info('rule.decided', { rule: rule.id, outcome: decision.outcome });
  return 'decided';
}

/** The facts that the rule needs, and how its state changes by the transaction. */
async function factsOf(
  deps: RuleDeps,
  { organisationId, transaction, facts }: Evaluation,
  rule: StoredRule,
  { needs = {} }: CompiledRule,
): Promise<{ readonly facts: Facts; readonly level: readonly Write[] | null }> {
  const found = await facts(needs);
  const judged =
    needs.left !== undefined
      ? await judgeLeft(deps, organisationId, rule.id, transaction, needs.left)
      : needs.balance !== undefined
        ? await judgeBalance(deps, organisationId, rule.id, transaction, needs.balance)
        : null;
  if (judged === null) return { facts: found, level: null };
  const { writes, ...state } = judged;
  return { facts: { ...found, ...state }, level: writes.length === 0 ? null : writes };
}

function subjectOf(
  { walletId, chain }: StoredTransaction,
  { needs }: CompiledRule,
  { left, balance }: Facts,
): EventSubject | null {
  if (needs?.balance !== undefined && balance !== undefined) {
    return { walletId, chain, asset: needs.balance.asset, level: balance.amount };
  }
  if (needs?.left === undefined || left === undefined) return null;
  const { asset } = needs.left;
  return { walletId, chain: asset === null ? null : chain, asset, level: left.sum };
}
