import { attemptMessage, type Queue } from '../../deliveries/delivery-queue.ts';
import { pendingDelivery } from '../../deliveries/pending-delivery.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { create } from '../../platform/table/create.ts';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { Channel } from '../port/channel.ts';
import type { StoredDestination } from '../port/destination.ts';
import type { Notice } from '../port/notice.ts';

interface PingDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly deliveries: Pick<DeliveryRepo, 'creations'>;
  readonly queue: Queue;
  readonly channels: {
    of(delivery: Pick<StoredDelivery, 'channel'>): Channel;
    render(channel: Channel, notice: Notice): string;
    destinationOf(delivery: StoredDelivery): string;
  };
}

/**
 * Makes and queues a delivery of `ping` to a destination, whatever it matches.
 * @throws ApiError `conflict` when the destination is off.
 */
export async function pingDestination(
  deps: PingDeps,
  organisationId: OrganisationId,
  { id, name, kind, url, isActive, disabledReason }: StoredDestination,
): Promise<StoredDelivery> {
  const { table, now, newId, deliveries, queue, channels } = deps;
  if (!isActive) throw new ApiError('conflict', `The destination is off: ${disabledReason}.`);
  const channel = { kind, destinationId: id };
  const createdAt = now().toISOString();
  const body = channels.render(channels.of({ channel }), { kind: 'ping', id, name, at: createdAt });
  const delivery = pendingDelivery(organisationId, { id: newId(), eventKind: 'ping', channel, url, body, createdAt });
  await create(table, {
    delivery: deliveries.creations(organisationId, [delivery]),
    audit: audited(deps, organisationId, { action: 'test', resource: 'destination', id }),
  });
  await queue.send([attemptMessage(delivery, channels.destinationOf(delivery))]);
  return delivery;
}
