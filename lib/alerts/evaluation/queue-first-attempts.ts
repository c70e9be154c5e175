import type { Channels } from '../../channels/channel-registry.ts';
import { attemptMessage, type Queue } from '../../deliveries/delivery-queue.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';

export interface QueueFirstAttemptsDeps {
  readonly deliveries: Pick<DeliveryRepo, 'byIds'>;
  readonly queue: Queue;
  readonly channels: Pick<Channels, 'destinationOf'>;
}

/**
 * Queues the first attempt of each delivery that has had no attempt. An earlier invocation may have stopped before it
 * queued the attempt.
 */
export async function queueFirstAttempts(
  deps: QueueFirstAttemptsDeps,
  organisationId: OrganisationId,
  deliveryIds: readonly string[],
): Promise<void> {
  await queueAttempts(deps, await deps.deliveries.byIds(organisationId, deliveryIds));
}

/** Queues the first attempts of those of the deliveries that had no attempt. */
export const queueAttempts = (
  { queue, channels }: Pick<QueueFirstAttemptsDeps, 'queue' | 'channels'>,
  deliveries: readonly StoredDelivery[],
): Promise<void> =>
  queue.send(
    deliveries
      .filter(({ status, leaseUntil }) => status === 'pending' && leaseUntil === null)
      .map((delivery) => attemptMessage(delivery, channels.destinationOf(delivery))),
  );
