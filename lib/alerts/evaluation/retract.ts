import type { Queue } from '../../deliveries/delivery-queue.ts';
import { retractionsOf } from '../../notifications/retraction.ts';
import { log, withLogContext } from '../../platform/log.ts';
import { keys } from '../../platform/table/keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { conditionFailed, transact } from '../../platform/table/write.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import { type DecideDeps, Decision, decisionsOn, eventIdOf, type Retraction } from './decide.ts';
import { decisionStates } from './decision-states.ts';
import { queueFirstAttempts } from './queue-first-attempts.ts';

export interface RetractionDeps extends Pick<DecideDeps, 'table' | 'events' | 'deliveries'> {
  readonly webhooks: Pick<WebhookRepo, 'all'>;
  readonly queue: Queue;
  now(): Date;
}

/**
 * Retracts every alert of the transaction's inclusions that are no longer in the chain: those before the present one, and
 * the present one too while the record is orphaned. Rules that were deleted since make no difference: what is told goes by
 * the event and by what was told when it fired. It may run any number of times and stop anywhere, and is to be called again
 * until it returns. A cooldown that a retracted alert took stays taken, but for the transaction's own return.
 * @throws whatever the table or the queue throws: try again.
 */
export async function retractAlerts(
  deps: RetractionDeps,
  organisation: OrganisationId,
  transaction: Pick<StoredTransaction, 'id' | 'reorged' | 'inclusion'>,
): Promise<void> {
  const { id, reorged, inclusion } = transaction;
  await withLogContext({ organisation, transaction: id }, async () => {
    const decisions = await decisionsOn(deps.table, organisation, id);
    const orphaned = decisions.filter(
      (made) => made.inclusion < inclusion || (reorged && made.inclusion === inclusion),
    );
    for (const decision of orphaned.filter(({ outcome }) => outcome === 'fired')) {
      const retraction = decision.retraction ?? (await retract(deps, organisation, decision));
      // Of the alert too: a crash may have left it unqueued, and nobody should hear of the retraction alone for long.
      await queueFirstAttempts(deps, organisation, [...decision.deliveryIds, ...retraction.deliveryIds]);
    }
  });
}

/** Retracts an alert in one transaction: the decision and the event are marked, and the deliveries made. Once. */
async function retract(deps: RetractionDeps, organisationId: OrganisationId, decision: Decision): Promise<Retraction> {
  const [event, webhooks, told] = await Promise.all([
    deps.events.get(organisationId, eventIdOf(decision)),
    deps.webhooks.all(organisationId),
    Promise.all(decision.deliveryIds.map((id) => deps.deliveries.get(organisationId, id))),
  ]);
  const retractedAt = deps.now().toISOString();
  const deliveries = retractionsOf(organisationId, { ...event, retractedAt }, webhooks, told);
  const retraction: Retraction = { at: retractedAt, deliveryIds: deliveries.map(({ id }) => id) };
  const key = keys.decision(organisationId, decision.transactionId, decision.inclusion, decision.ruleId);
  try {
    await transact(deps.table, [
      { update: key, set: { retraction }, ...decisionStates.allows('retract', {}) },
      deps.events.retraction(organisationId, event.id, retractedAt),
      ...deliveries.map(deps.deliveries.creation),
    ]);
  } catch (error) {
    if (!conditionFailed(error)?.includes(0)) throw error;
    const made = await getItem(deps.table, key, Decision);
    if (!made?.retraction) throw error;
    return made.retraction;
  }
  log.info('rule.retracted', { rule: decision.ruleId, alert: event.id, deliveries: deliveries.length });
  return retraction;
}
