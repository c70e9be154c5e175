import { nextAttemptOf, type Queue } from '../deliveries/delivery-queue.ts';
import type { DeliveryRepo } from '../deliveries/repo.ts';
import type { StoredDelivery } from '../deliveries/schema.ts';
import { pendingDelivery } from '../notifications/deliveries.ts';
import type { Deps } from '../platform/deps.ts';
import { write } from '../platform/table/write.ts';
import { ApiError } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { pingBody } from './payload.ts';
import type { StoredWebhook } from './schema.ts';

export interface PingDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly deliveries: DeliveryRepo;
  readonly queue: Queue;
}

/** A delivery of `ping` to a subscription, whatever events it takes. @throws ApiError `conflict` when it is off. */
export async function ping(
  deps: PingDeps,
  organisationId: OrganisationId,
  webhook: StoredWebhook,
): Promise<StoredDelivery> {
  if (!webhook.isActive) throw new ApiError('conflict', `The webhook is off: ${webhook.disabledReason}.`);
  const at = deps.now();
  const delivery = pendingDelivery(organisationId, {
    id: deps.newId(),
    eventId: null,
    ruleId: null,
    webhookId: webhook.id,
    eventKind: 'ping',
    channel: { kind: 'webhook', webhookId: webhook.id },
    url: webhook.url,
    body: pingBody(webhook.id, at),
    createdAt: at.toISOString(),
  });
  await write(deps.table, deps.deliveries.creation(delivery));
  await deps.queue.send([nextAttemptOf(delivery)]);
  return delivery;
}
