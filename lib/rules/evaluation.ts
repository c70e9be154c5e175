import type { Queue } from '../deliveries/queue.ts';
import { nextAttemptOf } from '../deliveries/queue.ts';
import type { AlertEvent } from '../events/schema.ts';
import { derivedId, type OrganisationId } from '../ids.ts';
import { log, withLogContext } from '../log.ts';
import { deliveriesOf } from '../notifications/deliveries.ts';
import type { SettingsRepo } from '../settings/repo.ts';
import { presented } from '../transactions/present.ts';
import type { TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { WebhookRepo } from '../webhooks/repo.ts';
import { type DecideDeps, type Decision, decide } from './decide.ts';
import { compileRule } from './evaluate.ts';
import type { RuleRepo } from './repo.ts';
import type { StoredRule } from './schema.ts';

export interface EvaluationDeps extends DecideDeps {
  readonly rules: RuleRepo;
  readonly transactions: TransactionRepo;
  readonly wallets: WalletRepo;
  readonly webhooks: WebhookRepo;
  readonly settings: SettingsRepo;
  readonly queue: Queue;
  now(): Date;
}

/** A rule that keeps changing while it is evaluated is left to the retry after so many rounds. */
const ROUNDS = 5;

/**
 * Evaluates every rule of the organisation on a recorded transaction and sees to it that the deliveries of what fired
 * are queued. It may run any number of times and stop anywhere: decisions are made once, and the note that evaluation is
 * pending goes last.
 * @throws AggregateError when some rules failed; the others are decided all the same, and a retry does only the rest.
 */
export async function evaluateTransaction(
  deps: EvaluationDeps,
  organisation: OrganisationId,
  transaction: StoredTransaction,
): Promise<void> {
  await withLogContext({ organisation, transaction: transaction.id }, async () => {
    if (!(await deps.transactions.isPending(organisation, transaction.id))) {
      log.info('evaluation.duplicate');
      return;
    }
    const rules = await deps.rules.all(organisation);
    const outcomes = await Promise.allSettled(
      rules.filter(({ isActive }) => isActive).map((rule) => evaluateRule(deps, organisation, transaction, rule)),
    );
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rules.length} rules failed`);
    await deps.transactions.evaluated(organisation, transaction.id);
    log.info('evaluation.completed', { rules: rules.length });
  });
}

async function evaluateRule(
  deps: EvaluationDeps,
  o: OrganisationId,
  transaction: StoredTransaction,
  first: StoredRule,
): Promise<void> {
  let rule: StoredRule | undefined = first;
  for (let round = 0; round < ROUNDS; round++) {
    if (rule === undefined || !rule.isActive) return;
    if (!(await matches(deps, o, transaction, rule))) return;
    const decision = await decideMatch(deps, o, transaction, rule);
    if (decision !== null) {
      log.info('rule.decided', { rule: rule.id, outcome: decision.outcome });
      return enqueue(deps, o, decision);
    }
    rule = (await deps.rules.all(o)).find(({ id }) => id === first.id);
  }
  throw new Error(`rule ${first.id} changed ${ROUNDS} times while it was evaluated`);
}

async function matches(deps: EvaluationDeps, o: OrganisationId, transaction: StoredTransaction, rule: StoredRule) {
  const compiled = compileRule(rule);
  const { windowMinutes } = compiled;
  const recentCount =
    windowMinutes === undefined ? undefined : await deps.transactions.countRecent(o, transaction, windowMinutes);
  return compiled.evaluate(transaction, { recentCount }).matches;
}

async function decideMatch(
  deps: EvaluationDeps,
  organisation: OrganisationId,
  transaction: StoredTransaction,
  rule: StoredRule,
): Promise<Decision | null> {
  const [webhooks, settings, [shown]] = await Promise.all([
    deps.webhooks.all(organisation),
    deps.settings.get(organisation),
    presented(deps.wallets, organisation, [transaction]),
  ]);
  if (shown === undefined) throw new Error('a transaction was lost while it was presented');
  const event: AlertEvent = {
    id: derivedId('event', rule.id, transaction.id),
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
  };
  const deliveries = deliveriesOf(organisation, event, { rule, webhooks, settings });
  return decide(deps, { organisation, rule, recordedAt: transaction.createdAt, event, deliveries });
}

/** Queues the first attempts of what fired, those that a run before may have left unqueued included. */
async function enqueue(deps: EvaluationDeps, o: OrganisationId, { deliveryIds }: Decision): Promise<void> {
  const found = await Promise.all(deliveryIds.map((id) => deps.deliveries.find(o, id)));
  const waiting = found.filter((delivery) => delivery?.status === 'pending' && delivery.leaseUntil === null);
  await deps.queue.send(waiting.flatMap((delivery) => (delivery ? [nextAttemptOf(delivery)] : [])));
}
