import * as z from 'zod';
import { keys } from '../../platform/table/keys.ts';
import { getItem, type Table } from '../../platform/table/table.ts';
import type { OutboxEntry } from '../../transactions/item.ts';
import { PendingValue } from '../../transactions/pending-value.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { Instant } from '../../values/fields.ts';
import { type OrganisationId, Uuid } from '../../values/ids.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { EventRepo } from '../events/repo.ts';
import type { AlertEvent } from '../events/schema.ts';
import { compileRule, type Verdict } from '../rules/compile-rule.ts';
import { type Facts, factsBeside, type Needs } from '../rules/port/facts.ts';
import type { PartySource } from '../rules/port/groups.ts';
import { Reason, shortenedReason } from '../rules/port/reason.ts';
import type { RuleRepo } from '../rules/repo.ts';
import type { StoredRule } from '../rules/schema.ts';
import { type Decision, decisionsOn, eventIdOf } from './decision.ts';

/** In the order in which the API lists them. */
const OUTCOMES = ['fired', 'suppressed', 'waiting', 'not_matched'] as const;

/** What became of a rule for a transaction. */
export const RuleDecision = z
  .object({
    ruleId: Uuid,
    ruleName: z.string(),
    outcome: z.enum(OUTCOMES),
    reason: z
      .enum(['cooldown', 'muted', 'price', 'evaluation'])
      .nullable()
      .describe(
        'Why the rule suppressed its match (`cooldown`, `muted`), or what it waits for (`price`, `evaluation`)',
      ),
    eventId: Uuid.nullable().describe('The alert; of a match within a cooldown, the alert that stands for it'),
    decidedAt: Instant.nullable().describe('Null while nothing is decided, and for a rule that does not match'),
    reasons: z.array(Reason).describe('As `POST /api/alerts/rules/test` gives them; a long list of values is cut'),
  })
  .meta({ id: 'RuleDecision' });
type RuleDecision = z.output<typeof RuleDecision>;

export interface RuleDecisionDeps {
  readonly table: Table;
  readonly rules: Pick<RuleRepo, 'all'>;
  readonly events: Pick<EventRepo, 'find'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
  readonly parties: PartySource;
  readonly transactions: Pick<TransactionRepo, 'get' | 'whole' | 'pending' | 'countRecent'>;
}

/** Tests of an entry by a rule, each of which makes its reasons. So many take about a second. */
const MOST_TESTS = 200_000;
/** Events and facts that are read at a time. */
const AT_ONCE = 8;

/** All that decides what became of the rules for one transaction. */
interface Seen {
  readonly transaction: StoredTransaction;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly entry: OutboxEntry | null;
  readonly waiting: readonly string[];
  readonly tried: (rule: StoredRule) => Promise<Verdict>;
  /** The event of an alert; null when it has expired. */
  readonly event: (decision: Decision) => Promise<AlertEvent | null>;
}

/**
 * What became of every rule for a transaction, in its present inclusion: what was decided, as stored, and for the other
 * rules what a test says now. Also rules that were deleted since.
 * @throws ApiError `not_found`.
 */
export async function ruleDecisions(
  deps: RuleDecisionDeps,
  organisationId: OrganisationId,
  transactionId: string,
): Promise<RuleDecision[]> {
  const transaction = await deps.transactions.get(organisationId, transactionId);
  // Read first, because it is deleted last: so no decision is missed.
  const entry = await deps.transactions.pending(organisationId, transactionId);
  const [all, decided, value] = await Promise.all([
    deps.rules.all(organisationId),
    decisionsOn(deps.table, organisationId, transactionId),
    getItem(deps.table, keys.value(organisationId, transactionId), PendingValue),
  ]);
  const present = decided.filter(({ inclusion }) => inclusion === transaction.inclusion);
  const decisions = new Map(present.map((decision) => [decision.ruleId, decision]));
  const seen: Seen = {
    ...{ transaction, decisions, entry, waiting: value?.rules ?? [] },
    tried: await trying(deps, organisationId, transaction, all.length),
    event: (decision) => deps.events.find(organisationId, eventIdOf(decision)),
  };
  const known = new Set(all.map(({ id }) => id));
  const deleted = present.filter(({ ruleId }) => !known.has(ruleId));
  const answers = [
    ...(await mapConcurrent(all, AT_ONCE, (rule) => outcomeOf(seen, rule))),
    ...(await mapConcurrent(deleted, AT_ONCE, (decision) => outcomeOfDeleted(seen, decision))),
  ];
  return answers
    .map((answer) => ({ ...answer, reasons: answer.reasons.map(shortenedReason) }))
    .sort(
      (a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || a.ruleName.localeCompare(b.ruleName, 'en'),
    );
}

async function outcomeOf(seen: Seen, rule: StoredRule): Promise<RuleDecision> {
  const named = { ruleId: rule.id, ruleName: rule.name };
  const undecided = { ...named, eventId: null, decidedAt: null };
  const decision = seen.decisions.get(rule.id);
  if (decision?.outcome === 'fired') return { ...named, ...firedOf(decision, await seen.event(decision)) };
  if (decision !== undefined) {
    const { matches, reasons } = await seen.tried(rule);
    // The rule has changed since, and its present conditions do not explain the match.
    return { ...named, ...suppressedOf(decision), reasons: matches ? reasons : [] };
  }
  const { entry, waiting, transaction } = seen;
  if (rule.isActive && entry?.inclusion === transaction.inclusion && (entry.rules?.includes(rule.id) ?? true)) {
    return { ...undecided, outcome: 'waiting', reason: 'evaluation', reasons: [] };
  }
  const { matches, reasons } = await seen.tried(rule);
  if (rule.isActive && waiting.includes(rule.id)) return { ...undecided, outcome: 'waiting', reason: 'price', reasons };
  const more = matches || !rule.isActive ? [unasked(rule, transaction)] : [];
  return { ...undecided, outcome: 'not_matched', reason: null, reasons: [...more, ...reasons] };
}

async function outcomeOfDeleted(seen: Seen, decision: Decision): Promise<RuleDecision> {
  const { ruleId } = decision;
  const named = { ruleId, ruleName: decision.ruleName ?? 'deleted rule' };
  if (decision.outcome !== 'fired') return { ...named, ...suppressedOf(decision), reasons: [] };
  const event = await seen.event(decision);
  return { ...named, ...(event !== null && { ruleName: event.ruleName }), ...firedOf(decision, event) };
}

const firedOf = (decision: Decision, event: AlertEvent | null) =>
  ({
    outcome: 'fired',
    reason: null,
    eventId: eventIdOf(decision),
    decidedAt: decision.decidedAt,
    reasons: event?.reasons ?? [],
  }) as const;

const suppressedOf = ({ reason, eventId, decidedAt }: Decision) =>
  ({ outcome: 'suppressed', reason: reason ?? 'cooldown', eventId, decidedAt }) as const;

/** Why a rule whose conditions hold now has decided nothing. */
function unasked(
  { isActive, createdAt, updatedAt }: StoredRule,
  transaction: StoredTransaction,
): Verdict['reasons'][number] {
  const at = transaction.createdAt;
  if (!isActive) return { condition: 'isActive', expected: true, actual: false, passed: false };
  if (createdAt > at) return { condition: 'createdAt', expected: `before ${at}`, actual: createdAt, passed: false };
  if (updatedAt > at) return { condition: 'updatedAt', expected: `before ${at}`, actual: updatedAt, passed: false };
  return {
    condition: 'decision',
    expected: 'when the transaction was recorded',
    actual: 'none is stored: the transaction was recorded without alerts, or the decision has expired',
    passed: false,
  };
}

/** Tries rules on all effects of the transaction, or on those that the record shows where all are too many to test. */
async function trying(
  { transactions, wallets, parties }: RuleDecisionDeps,
  organisationId: OrganisationId,
  record: StoredTransaction,
  rules: number,
): Promise<Seen['tried']> {
  const whole = await transactions.whole(organisationId, record);
  const entries = whole.transfers.length + whole.approvals.length + whole.authority.length;
  const transaction = entries * rules <= MOST_TESTS ? whole : record;
  const { countRecent } = transactions;
  const facts = factsBeside({ organisationId, transaction, countRecent, wallets, parties });
  return (rule) => tried(rule, transaction, facts);
}

async function tried(
  rule: StoredRule,
  transaction: StoredTransaction,
  facts: (needs: Needs) => Promise<Facts>,
): Promise<Verdict> {
  try {
    const { needs = {}, evaluate } = compileRule(rule);
    return evaluate(transaction, await facts(needs));
  } catch (error) {
    // A rule with invalid conditions fails alone, here as in an evaluation.
    if (!(error instanceof z.ZodError)) throw error;
    return {
      matches: false,
      reasons: [{ condition: 'conditions', expected: 'valid', actual: 'invalid', passed: false }],
    };
  }
}
