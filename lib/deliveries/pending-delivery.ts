import { correlationId } from '../platform/log.ts';
import type { OrganisationId } from '../values/ids.ts';
import { attemptMessage, type Queue } from './delivery-queue.ts';
import type { DeliveryRepo } from './repo.ts';
import type { StoredDelivery } from './schema.ts';

type NewDelivery = Pick<StoredDelivery, 'id' | 'eventKind' | 'channel' | 'url' | 'body' | 'createdAt'> &
  Partial<Pick<StoredDelivery, 'eventId' | 'ruleId' | 'webhookId' | 'alertSummary' | 'transactionId' | 'review'>>;

/** A delivery that is due at once and has no attempt yet. The caller stores it together with what it reports. */
export const pendingDelivery = (
  organisationId: OrganisationId,
  { eventId = null, ruleId = null, webhookId = null, ...delivery }: NewDelivery,
): StoredDelivery => ({
  ...delivery,
  eventId,
  ruleId,
  webhookId,
  organisationId,
  status: 'pending',
  generation: 1,
  attemptsMade: 0,
  generationStart: 0,
  attempts: [],
  nextAttemptAt: delivery.createdAt,
  leaseUntil: null,
  deliveredAt: null,
  correlationId: correlationId(),
});

export interface FirstAttemptDeps {
  readonly deliveries: Pick<DeliveryRepo, 'byIds'>;
  /** The queue of first attempts. */
  readonly queue: Queue;
  /** Names the destination of a delivery. */
  readonly channels: { destinationOf(delivery: StoredDelivery): string };
}

/** Queues the first attempts of those of the deliveries that had no attempt, after the deliveries are stored. */
export const queueAttempts = (
  { queue, channels }: Pick<FirstAttemptDeps, 'queue' | 'channels'>,
  deliveries: readonly StoredDelivery[],
): Promise<void> =>
  queue.send(
    deliveries
      .filter(({ status, leaseUntil }) => status === 'pending' && leaseUntil === null)
      .map((delivery) => attemptMessage(delivery, channels.destinationOf(delivery))),
  );

/** The same by ids. An earlier invocation may have stopped before it queued the attempts. */
export async function queueFirstAttempts(
  deps: FirstAttemptDeps,
  organisationId: OrganisationId,
  deliveryIds: readonly string[],
): Promise<void> {
  await queueAttempts(deps, await deps.deliveries.byIds(organisationId, deliveryIds));
}
