import type { Channels } from '../../channels/channel-registry.ts';
import { alertDeliveries } from '../../channels/plan-deliveries.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import { log, withLogContext } from '../../platform/log.ts';
import type { SettingsRepo } from '../../settings/repo.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import { transactionResponses } from '../../transactions/transaction-response.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type Mutex, mutex } from '../../values/mutex.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import type { AlertEvent } from '../events/schema.ts';
import { compileRule, type Verdict } from '../rules/compile-rule.ts';
import type { RuleRepo } from '../rules/repo.ts';
import type { StoredRule } from '../rules/schema.ts';
import { type DecideDeps, type Decision, decide, decisionsOn, eventIdOf, type Undecided } from './decide.ts';
import { firedNotice, walletOf } from './notices.ts';
import { queueFirstAttempts } from './queue-first-attempts.ts';
import { retractAlerts } from './retract.ts';

export interface EvaluationDeps extends DecideDeps {
  readonly rules: RuleRepo;
  readonly transactions: TransactionRepo;
  readonly wallets: WalletRepo;
  readonly webhooks: WebhookRepo;
  readonly settings: SettingsRepo;
  readonly queue: Queue;
  readonly channels: Channels;
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
  /**
   * Serialises the decisions. Each decision checks the transaction's record, so concurrent decisions would conflict.
   */
  readonly lock: Mutex;
}

/**
 * Evaluates every rule of the organisation for a recorded transaction and queues the deliveries of the rules that fire.
 * Skips a transaction that was orphaned meanwhile. The call may be repeated and may stop anywhere: each rule match is
 * decided once, and the outbox entry is deleted last.
 * @throws AggregateError when the evaluation of some rules failed. The other rules are decided, and a retry evaluates
 *   only the failed rules.
 */
export async function evaluateTransaction(
  deps: EvaluationDeps,
  organisationId: OrganisationId,
  id: string,
): Promise<void> {
  await withLogContext({ organisation: organisationId, transaction: id }, async () => {
    const pending = await deps.transactions.pending(organisationId, id);
    if (pending === null) {
      log.info('evaluation.duplicate');
      return;
    }
    const transaction = await deps.transactions.get(organisationId, id);
    if (transaction.reorged || transaction.inclusion !== pending.inclusion) {
      log.info('evaluation.orphaned');
    } else {
      const recordedAt = pending.recordedAt ?? transaction.createdAt;
      await evaluateRules(deps, { organisationId, transaction, recordedAt, lock: mutex() });
    }
    await deps.transactions.evaluated(organisationId, id, pending);
  });
}

async function evaluateRules(deps: EvaluationDeps, evaluation: Evaluation): Promise<void> {
  const { organisationId, transaction } = evaluation;
  // Retracts the alerts of earlier inclusions, because the watcher that orphaned the block may not have done so yet. No
  // receiver may get a second alert without the retraction of the first alert.
  if (transaction.inclusion > 0) await retractAlerts(deps, organisationId, transaction);
  const [rules, decisions] = await Promise.all([
    deps.rules.all(organisationId),
    decisionsOn(deps.table, organisationId, transaction.id),
  ]);
  // A repeated evaluation skips the rules that are decided, because each decision costs a transaction.
  const decided = new Map(
    decisions
      .filter(({ inclusion }) => inclusion === transaction.inclusion)
      .map((decision) => [decision.ruleId, decision]),
  );
  const evaluated = rules
    .filter(({ isActive }) => isActive)
    .map((rule) => {
      const decision = decided.get(rule.id);
      return decision
        ? queueFirstAttempts(deps, organisationId, decision.deliveryIds)
        : evaluateRule(deps, evaluation, rule);
    });
  const outcomes = await Promise.allSettled(evaluated);
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rules.length} rules failed`);
  log.info('evaluation.completed', { rules: rules.length });
}

async function evaluateRule(deps: EvaluationDeps, evaluation: Evaluation, first: StoredRule): Promise<void> {
  const { organisationId, transaction } = evaluation;
  let rule: StoredRule | undefined = first;
  for (let round = 0; round < EVALUATION_ROUNDS; round++) {
    if (rule === undefined || !rule.isActive) return;
    const verdict = await verdictOn(deps, organisationId, transaction, rule);
    if (!verdict.matches) return;
    const decision = await decideMatch(deps, evaluation, rule, verdict);
    if (decision === 'orphaned') {
      log.info('rule.orphaned', { rule: rule.id });
      return;
    }
    if (decision !== 'rule changed') {
      log.info('rule.decided', { rule: rule.id, outcome: decision.outcome });
      return queueFirstAttempts(deps, organisationId, decision.deliveryIds);
    }
    rule = (await deps.rules.all(organisationId)).find(({ id }) => id === first.id);
  }
  throw new Error(`rule ${first.id} changed ${EVALUATION_ROUNDS} times while it was evaluated`);
}

async function verdictOn(
  deps: EvaluationDeps,
  organisationId: OrganisationId,
  transaction: StoredTransaction,
  rule: StoredRule,
): Promise<Verdict> {
  const compiled = compileRule(rule);
  const { windowMinutes } = compiled;
  const recentCount =
    windowMinutes === undefined
      ? undefined
      : await deps.transactions.countRecentOfStored(organisationId, transaction, windowMinutes);
  return compiled.evaluate(transaction, { recentCount });
}

async function decideMatch(
  deps: EvaluationDeps,
  { organisationId, transaction, recordedAt, lock }: Evaluation,
  rule: StoredRule,
  { reasons }: Verdict,
): Promise<Decision | Undecided> {
  const [webhooks, settings, wallet, [response]] = await Promise.all([
    deps.webhooks.all(organisationId),
    deps.settings.get(organisationId),
    walletOf(deps, organisationId, transaction),
    transactionResponses(deps.wallets, organisationId, [transaction]),
  ]);
  if (response === undefined) throw new Error(`transaction ${transaction.id} has no response`);
  const { inclusion } = transaction;
  const event: AlertEvent = {
    id: eventIdOf({ ruleId: rule.id, transactionId: transaction.id, inclusion }),
    ruleId: rule.id,
    ruleName: rule.name,
    ruleType: rule.ruleType,
    severity: rule.severity,
    status: 'open',
    firedAt: deps.now().toISOString(),
    transactionId: transaction.id,
    walletId: transaction.walletId,
    transaction: response,
    reasons,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    resolutionNote: null,
    retractedAt: null,
  };
  const deliveries = alertDeliveries(deps.channels, organisationId, firedNotice(event, wallet), {
    rule,
    webhooks,
    settings,
  });
  return lock(() => decide(deps, { organisationId, rule, inclusion, recordedAt, event, deliveries }));
}
