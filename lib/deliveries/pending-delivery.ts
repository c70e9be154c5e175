import { correlationId } from '../platform/log.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredDelivery } from './schema.ts';

type NewDelivery = Pick<
  StoredDelivery,
  'id' | 'eventId' | 'ruleId' | 'webhookId' | 'eventKind' | 'channel' | 'url' | 'body' | 'createdAt'
>;

/** A delivery that is due at once and has no attempt yet. */
export const pendingDelivery = (organisationId: OrganisationId, delivery: NewDelivery): StoredDelivery => ({
  ...delivery,
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
