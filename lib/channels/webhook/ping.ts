import { attemptMessage, type Queue } from '../../deliveries/delivery-queue.ts';
import { pendingDelivery } from '../../deliveries/pending-delivery.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { create } from '../../platform/table/create.ts';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { StoredWebhook } from '../../webhooks/schema.ts';
import { pingBody } from '../http/payload.ts';
import { webhookChannel } from './webhook-channel.ts';

export interface PingDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly deliveries: DeliveryRepo;
  readonly queue: Queue;
}

/**
 * Makes and queues a delivery of `ping` to a subscription, also when the subscription does not take this event.
 * @throws ApiError `conflict` when the subscription is off.
 */
export async function ping(
  deps: PingDeps,
  organisationId: OrganisationId,
  webhook: StoredWebhook,
): Promise<StoredDelivery> {
  if (!webhook.isActive) throw new ApiError('conflict', `The webhook is off: ${webhook.disabledReason}.`);
  const at = deps.now();
  const delivery = pendingDelivery(organisationId, {
    id: deps.newId(),
    webhookId: webhook.id,
    eventKind: 'ping',
    channel: { kind: 'webhook', webhookId: webhook.id },
    url: webhook.url,
    body: pingBody(webhook.id, at),
    createdAt: at.toISOString(),
  });
  await create(deps.table, {
    delivery: deps.deliveries.creations(organisationId, [delivery]),
    audit: audited(deps, organisationId, { action: 'test', resource: 'webhook', id: webhook.id }),
  });
  await deps.queue.send([attemptMessage(delivery, webhookChannel.destinationOf(delivery))]);
  return delivery;
}
