import type { Channels } from '../../channels/channel-registry.ts';
import { attemptMessage, type Queue } from '../../deliveries/delivery-queue.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { OrganisationId } from '../../values/ids.ts';

export interface QueueFirstAttemptsDeps {
  readonly deliveries: Pick<DeliveryRepo, 'find'>;
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
  const deliveries = await Promise.all(deliveryIds.map((id) => deps.deliveries.find(organisationId, id)));
  const waiting = deliveries.filter((delivery) => delivery?.status === 'pending' && delivery.leaseUntil === null);
  const { channels } = deps;
  await deps.queue.send(
    waiting.flatMap((delivery) => (delivery ? [attemptMessage(delivery, channels.destinationOf(delivery))] : [])),
  );
}
