import type { Channels } from '../../channels/channel-registry.ts';
import type { DestinationRepo } from '../../channels/destinations/repo.ts';
import { retractionDeliveries } from '../../channels/plan-deliveries.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import { queueFirstAttempts } from '../../deliveries/pending-delivery.ts';
import { log, withLogContext } from '../../platform/log.ts';
import { keys } from '../../platform/table/keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { tryTransact, type Update } from '../../platform/table/write.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import type { CurrentRules } from '../rules/current-rules.ts';
import { rearmBalances } from './balance/rearm.ts';
import type { DecideDeps } from './decide.ts';
import { Decision, decisionsOn, eventIdOf, type Retraction } from './decision.ts';
import { decisionStates } from './decision-states.ts';
import { retractedNotice, walletOf } from './notices.ts';
import { removeLeft } from './outflow/remove-left.ts';

export interface RetractionDeps extends Pick<DecideDeps, 'table' | 'events' | 'deliveries'> {
  readonly webhooks: Pick<WebhookRepo, 'all'>;
  readonly destinations: Pick<DestinationRepo, 'all'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
  readonly currentRules: CurrentRules;
  readonly queue: Queue;
  readonly channels: Channels;
  now(): Date;
}

/**
 * Retracts the alerts of all inclusions of a transaction that are no longer in the chain: the earlier inclusions, and
 * the present inclusion while the record is orphaned. The alerts about a false import stay. Also works for deleted
 * rules, because the retractions derive from the event and its deliveries. The cooldown that a retracted alert started
 * stays in force, except for the same transaction. The sums of rules about what left lose the transaction, and the
 * rules about balances judge again what comes in its place.
 *
 * The call may be repeated and may stop anywhere. The caller must repeat the call until the call returns.
 * @throws any error of the table or the queue. The caller may try again.
 */
export async function retractAlerts(
  deps: RetractionDeps,
  organisationId: OrganisationId,
  transaction: StoredTransaction,
): Promise<void> {
  const { id, reorged, inclusion, firstInclusion } = transaction;
  await withLogContext({ organisation: organisationId, transaction: id }, async () => {
    await removeLeft(deps, organisationId, transaction);
    await rearmBalances(deps, organisationId, transaction);
    const decisions = await decisionsOn(deps.table, organisationId, id);
    const orphaned = decisions.filter(
      (decision) =>
        decision.inclusion >= firstInclusion &&
        (decision.inclusion < inclusion || (reorged && decision.inclusion === inclusion)),
    );
    for (const decision of orphaned) await retractFired(deps, organisationId, decision, eventIdOf(decision));
  });
}

/** Retracts the alert of a decision, if the decision made an alert. */
export async function retractFired(
  deps: RetractionDeps,
  organisationId: OrganisationId,
  decision: Decision,
  eventId: string,
): Promise<void> {
  if (decision.outcome !== 'fired') return;
  const retraction = decision.retraction ?? (await retract(deps, organisationId, decision, eventId));
  // Also queues the deliveries of the alert. A crash may have left them unqueued, and a receiver should not get the
  // retraction without the alert for long.
  await queueFirstAttempts(deps, organisationId, [...decision.deliveryIds, ...retraction.deliveryIds]);
}

/**
 * Retracts an alert once, in one DynamoDB transaction: marks the decision and the event, and creates the deliveries.
 */
async function retract(
  deps: RetractionDeps,
  organisationId: OrganisationId,
  decision: Decision,
  eventId: string,
): Promise<Retraction> {
  const [event, webhooks, destinations, sent] = await Promise.all([
    deps.events.get(organisationId, eventId),
    deps.webhooks.all(organisationId),
    deps.destinations.all(organisationId),
    // Deliveries may have expired.
    deps.deliveries.byIds(organisationId, decision.deliveryIds),
  ]);
  const wallet = await walletOf(deps, organisationId, event);
  const retractedAt = deps.now().toISOString();
  const notice = retractedNotice({ ...event, retractedAt }, wallet);
  const deliveries = retractionDeliveries(
    deps.channels,
    organisationId,
    notice,
    { webhooks, destinations },
    wallet,
    sent,
  );
  const retraction: Retraction = { at: retractedAt, deliveryIds: deliveries.map(({ id }) => id) };
  const key = keys.decision(organisationId, decision.transactionId, decision.inclusion, decision.ruleId);
  const refusal = await tryTransact(deps.table, {
    decision: { update: key, set: { retraction }, ...decisionStates.allows('retract', {}) } satisfies Update<Decision>,
    event: deps.events.retraction(organisationId, event, retractedAt),
    deliveries: deps.deliveries.creations(organisationId, deliveries),
  });
  if (refusal !== null) {
    const retracted = refusal.failed.includes('decision') ? await getItem(deps.table, key, Decision) : null;
    if (!retracted?.retraction) throw refusal;
    return retracted.retraction;
  }
  log.info('rule.retracted', { rule: decision.ruleId, alert: event.id, deliveries: deliveries.length });
  return retraction;
}
