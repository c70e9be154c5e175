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
import { compileRule } from '../rules/compile-rule.ts';
import type { RuleRepo } from '../rules/repo.ts';
import type { StoredRule } from '../rules/schema.ts';
import { type DecideDeps, type Decision, decide, decisionsOn, eventIdOf, type Undecided } from './decide.ts';
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

/** A rule that keeps changing while it is evaluated is left to the retry after so many rounds. */
const ROUNDS = 5;

/** What the rules are asked about. */
interface Evaluation {
  readonly organisation: OrganisationId;
  readonly transaction: StoredTransaction;
  /** When this inclusion of it was recorded. */
  readonly recordedAt: string;
  /** All decisions on a transaction check its record, and would only cancel each other. */
  readonly lock: Mutex;
}

/**
 * Evaluates every rule of the organisation on a recorded transaction and sees to it that the deliveries of what fired
 * are queued. It may run any number of times and stop anywhere: decisions are made once, and the note that evaluation is
 * pending goes last. A transaction that was orphaned meanwhile is not evaluated.
 * @throws AggregateError when some rules failed; the others are decided all the same, and a retry does only the rest.
 */
export async function evaluateTransaction(
  deps: EvaluationDeps,
  organisation: OrganisationId,
  id: string,
): Promise<void> {
  await withLogContext({ organisation, transaction: id }, async () => {
    const pending = await deps.transactions.pending(organisation, id);
    if (pending === null) {
      log.info('evaluation.duplicate');
      return;
    }
    const transaction = await deps.transactions.get(organisation, id);
    if (transaction.reorged || transaction.inclusion !== pending.inclusion) {
      log.info('evaluation.orphaned');
    } else {
      const recordedAt = pending.recordedAt ?? transaction.createdAt;
      await evaluateRules(deps, { organisation, transaction, recordedAt, lock: mutex() });
    }
    await deps.transactions.evaluated(organisation, id, pending.inclusion);
  });
}

async function evaluateRules(deps: EvaluationDeps, evaluation: Evaluation): Promise<void> {
  const { organisation, transaction } = evaluation;
  // What it did in another block is retracted here, if whoever orphaned that block has not: nobody is told a second time
  // without the retraction of the first.
  if (transaction.inclusion > 0) await retractAlerts(deps, organisation, transaction);
  const [rules, decisions] = await Promise.all([
    deps.rules.all(organisation),
    decisionsOn(deps.table, organisation, transaction.id),
  ]);
  // A repeat gets on where the run before stopped: to decide again costs as much as the first time.
  const made = new Map(
    decisions.filter(({ inclusion }) => inclusion === transaction.inclusion).map((each) => [each.ruleId, each]),
  );
  const evaluated = rules
    .filter(({ isActive }) => isActive)
    .map((rule) => {
      const decision = made.get(rule.id);
      return decision
        ? queueFirstAttempts(deps, organisation, decision.deliveryIds)
        : evaluateRule(deps, evaluation, rule);
    });
  const outcomes = await Promise.allSettled(evaluated);
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rules.length} rules failed`);
  log.info('evaluation.completed', { rules: rules.length });
}

async function evaluateRule(deps: EvaluationDeps, evaluation: Evaluation, first: StoredRule): Promise<void> {
  const { organisation: organisationId, transaction } = evaluation;
  let rule: StoredRule | undefined = first;
  for (let round = 0; round < ROUNDS; round++) {
    if (rule === undefined || !rule.isActive) return;
    if (!(await matches(deps, organisationId, transaction, rule))) return;
    const decision = await decideMatch(deps, evaluation, rule);
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
  throw new Error(`rule ${first.id} changed ${ROUNDS} times while it was evaluated`);
}

async function matches(
  deps: EvaluationDeps,
  organisationId: OrganisationId,
  transaction: StoredTransaction,
  rule: StoredRule,
) {
  const compiled = compileRule(rule);
  const { windowMinutes } = compiled;
  const recentCount =
    windowMinutes === undefined
      ? undefined
      : await deps.transactions.countRecentOfStored(organisationId, transaction, windowMinutes);
  return compiled.evaluate(transaction, { recentCount }).matches;
}

async function decideMatch(
  deps: EvaluationDeps,
  { organisation, transaction, recordedAt, lock }: Evaluation,
  rule: StoredRule,
): Promise<Decision | Undecided> {
  const [webhooks, settings, [shown]] = await Promise.all([
    deps.webhooks.all(organisation),
    deps.settings.get(organisation),
    transactionResponses(deps.wallets, organisation, [transaction]),
  ]);
  if (shown === undefined) throw new Error('a transaction was lost while it was presented');
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
    transaction: shown,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    resolutionNote: null,
    retractedAt: null,
  };
  const notice = { kind: 'alert.fired', event } as const;
  const deliveries = alertDeliveries(deps.channels, organisation, notice, { rule, webhooks, settings });
  return lock(() => decide(deps, { organisation, rule, inclusion, recordedAt, event, deliveries }));
}
