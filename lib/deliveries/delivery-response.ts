import type { DeliveryRepo } from './repo.ts';
import type { Delivery, StoredDelivery } from './schema.ts';

/** A delivery as a list answers it: with its attempts, without its body and its secrets. */
export async function deliveryResponse(deliveries: DeliveryRepo, delivery: StoredDelivery): Promise<Delivery> {
  const { eventKind, channel, summaryId = null, alertSummary = null, replayId = null, ...shown } = delivery;
  const attempts = await deliveries.attempts(delivery);
  const hasFailed = ['failed', 'retrying', 'not_sent'].includes(delivery.status);
  const error = hasFailed ? (attempts.at(-1)?.error ?? null) : null;
  const { kind, destinationId = null } = channel;
  return {
    ...shown,
    summaryId,
    alertSummary,
    replayId,
    error,
    destinationId,
    event: eventKind,
    kind,
    channel: kind,
    attempts,
  };
}
