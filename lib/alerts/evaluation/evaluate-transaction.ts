import type { Channels } from '../../channels/channel-registry.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import { addLogContext, log, withLogContext } from '../../platform/log.ts';
import { measured } from '../../platform/metrics.ts';
import type { SettingsRepo } from '../../settings/repo.ts';
import type { Suspended } from '../../suspension/suspended.ts';
import type { OutboxEntry } from '../../transactions/item.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { memo, memoBy } from '../../values/memo.ts';
import { type Mutex, mutex } from '../../values/mutex.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import { type CompiledRule, compileRule } from '../rules/compile-rule.ts';
import type { CurrentRules } from '../rules/current-rules.ts';
import type { EvaluationContext } from '../rules/port/rule-type.ts';
import type { RuleRepo } from '../rules/repo.ts';
import type { IndexedRule } from '../rules/rule-index.ts';
import { type AlertFacts, factsOf, matchOf } from './alert-facts.ts';
import { type DecideDeps, type Decision, decide, type RuleMatch } from './decide.ts';
import { queueAttempts, queueFirstAttempts } from './queue-first-attempts.ts';
import { retractAlerts } from './retract.ts';

export interface EvaluationDeps extends DecideDeps {
  readonly rules: RuleRepo;
  readonly currentRules: CurrentRules;
  readonly transactions: TransactionRepo;
  readonly wallets: WalletRepo;
  readonly webhooks: WebhookRepo;
  readonly settings: SettingsRepo;
  readonly queue: Queue;
  readonly channels: Channels;
  readonly suspended: Suspended;
  now(): Date;
}

/**
 * How many times an invocation evaluates a rule that changes meanwhile. After that, a retry of the invocation evaluates
 * the rule.
 */
const EVALUATION_ROUNDS = 5;

/** The transaction for which the rules are evaluated. */
interface Evaluation {
  readonly organisationId: OrganisationId;
  readonly transaction: StoredTransaction;
  /** When this inclusion of the transaction was recorded. */
  readonly recordedAt: string;
  /** Serialises the decisions. Each decision checks the outbox entry, so concurrent decisions would conflict. */
  readonly lock: Mutex;
  /** Read when the first rule fires: most transactions match no rule. */
  readonly facts: () => Promise<AlertFacts>;
  /** The number of recent transactions in a window, read once for all rules with this window. */
  readonly recentCount: (windowMinutes: number) => Promise<number>;
}

/** What the caller has read of a pending evaluation. */
export interface Seen {
  readonly entry: OutboxEntry;
  readonly transaction?: StoredTransaction;
}

/**
 * Evaluates every rule of the organisation for a recorded transaction and queues the deliveries of the rules that fire.
 * Skips a transaction that was orphaned meanwhile, and leaves the outbox entry of a suspended organisation to
 * reconcile. The call may be repeated and may stop anywhere: each rule match is decided once, and the outbox entry is
 * deleted last.
 * @param seen the outbox entry as the stream brought it, or with its record as read a moment ago, which saves reads. An
 *   entry that is gone does no harm: a rule fires only while the entry exists.
 * @throws AggregateError when the evaluation of some rules failed. The other rules are decided, and a retry evaluates
 *   only the failed rules.
 */
export async function evaluateTransaction(
  deps: EvaluationDeps,
  organisationId: OrganisationId,
  id: string,
  seen?: Seen,
): Promise<void> {
  await withLogContext({ organisation: organisationId, transaction: id }, async () => {
    if (await deps.suspended(organisationId)) {
      log.info('evaluation.suspended');
      return;
    }
    const pending = seen?.entry ?? (await deps.transactions.pending(organisationId, id));
    if (pending === null) {
      log.info('evaluation.duplicate');
      return;
    }
    addLogContext({ correlationId: pending.correlationId });
    const transaction = seen?.transaction ?? (await deps.transactions.find(organisationId, id));
    if (transaction === null) {
      log.info('evaluation.gone');
    } else if (transaction.reorged || transaction.inclusion !== pending.inclusion) {
      log.info('evaluation.orphaned');
    } else {
      await evaluateRules(deps, evaluationOf(deps, organisationId, transaction, pending));
    }
    await deps.transactions.evaluated(organisationId, id, pending);
  });
}

function evaluationOf(
  deps: EvaluationDeps,
  organisationId: OrganisationId,
  transaction: StoredTransaction,
  { recordedAt }: OutboxEntry,
): Evaluation {
  return {
    organisationId,
    transaction,
    recordedAt,
    lock: mutex(),
    facts: memo(() => factsOf(deps, organisationId, transaction)),
    recentCount: memoBy((windowMinutes) =>
      deps.transactions.countRecentOfStored(organisationId, transaction, windowMinutes),
    ),
  };
}

async function evaluateRules(deps: EvaluationDeps, evaluation: Evaluation): Promise<void> {
  const { organisationId, transaction } = evaluation;
  // Retracts the alerts of earlier inclusions, because the watcher that orphaned the block may not have done so yet. No
  // receiver may get a second alert without the retraction of the first alert.
  if (transaction.inclusion > 0) await retractAlerts(deps, organisationId, transaction);
  const rules = await deps.currentRules(organisationId);
  const outcomes = await Promise.allSettled(
    rules.candidates(transaction).map((candidate) => evaluateRule(deps, evaluation, candidate)),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rules.size} rules failed`);
  const evaluationAgeMs = deps.now().getTime() - Date.parse(evaluation.recordedAt);
  log.info('evaluation.completed', { rules: rules.size, ...measured(deps.now(), { evaluationAgeMs }, {}) });
}

async function evaluateRule(deps: EvaluationDeps, evaluation: Evaluation, first: IndexedRule): Promise<void> {
  const { organisationId, transaction } = evaluation;
  const { id } = first.rule;
  let { rule, compiled } = first;
  for (let round = 0; round < EVALUATION_ROUNDS; round++) {
    const context = await contextOf(evaluation, compiled());
    if (!compiled().matches(transaction, context)) return;
    const { reasons } = compiled().evaluate(transaction, context);
    const match = matchOf(deps, evaluation, rule, reasons);
    const decision = await evaluation.lock(() => decide(deps, match));
    if (decision === 'orphaned') {
      log.info('rule.orphaned', { rule: id });
      return;
    }
    if (decision !== 'rule changed') {
      log.info('rule.decided', { rule: id, outcome: decision.outcome });
      return queueAttemptsOf(deps, match, decision);
    }
    const changed = await deps.rules.find(organisationId, id);
    if (changed === null || !changed.isActive) return;
    rule = changed;
    compiled = memo(() => compileRule(changed));
  }
  throw new Error(`rule ${id} changed ${EVALUATION_ROUNDS} times while it was evaluated`);
}

const contextOf = async (
  { recentCount }: Pick<Evaluation, 'recentCount'>,
  { windowMinutes }: CompiledRule,
): Promise<EvaluationContext> => (windowMinutes === undefined ? {} : { recentCount: await recentCount(windowMinutes) });

/** Queues the first attempts of the deliveries of a decision. Reads them only if another evaluation decided. */
async function queueAttemptsOf(deps: EvaluationDeps, match: RuleMatch, decision: Decision): Promise<void> {
  if (decision.outcome === 'suppressed') return;
  if (decision.decidedAt === match.decidedAt) return queueAttempts(deps, (await match.alert()).deliveries);
  return queueFirstAttempts(deps, match.organisationId, decision.deliveryIds);
}
