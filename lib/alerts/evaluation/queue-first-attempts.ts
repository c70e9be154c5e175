import type { Channels } from '../../channels/channel-registry.ts';
import { attemptMessage, type Queue } from '../../deliveries/delivery-queue.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { OrganisationId } from '../../values/ids.ts';

export interface QueueingDeps {
  readonly deliveries: Pick<DeliveryRepo, 'find'>;
  readonly queue: Queue;
  readonly channels: Pick<Channels, 'destinationOf'>;
}

/** Queues the first attempts of these deliveries, those that a run before may have left unqueued included. */
export async function queueFirstAttempts(
  deps: QueueingDeps,
  organisationId: OrganisationId,
  deliveryIds: readonly string[],
): Promise<void> {
  const found = await Promise.all(deliveryIds.map((id) => deps.deliveries.find(organisationId, id)));
  const waiting = found.filter((delivery) => delivery?.status === 'pending' && delivery.leaseUntil === null);
  const { channels } = deps;
  await deps.queue.send(
    waiting.flatMap((delivery) => (delivery ? [attemptMessage(delivery, channels.destinationOf(delivery))] : [])),
  );
}
