import type { OrganisationId } from '../values/ids.ts';
import type { DeliveryRepo } from './repo.ts';
import type { Delivery, StoredDelivery } from './schema.ts';

/** A delivery as the API answers it: with its attempts, without its body and its secrets. */
export async function deliveryResponse(
  deliveries: DeliveryRepo,
  organisationId: OrganisationId,
  { eventKind, channel, ...delivery }: StoredDelivery,
): Promise<Delivery> {
  const attempts = delivery.attemptsMade === 0 ? [] : await deliveries.attempts(organisationId, delivery.id);
  return { ...delivery, event: eventKind, channel: channel.kind, attempts };
}
