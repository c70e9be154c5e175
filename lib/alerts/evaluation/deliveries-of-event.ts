import type { DeliveryRepo } from '../../deliveries/repo.ts';
import { type DeliveryQuery, NO_RECIPIENT, type StoredDelivery } from '../../deliveries/schema.ts';
import { newestFirst, type Page, pageOf } from '../../platform/page.ts';
import type { Table } from '../../platform/table/table.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { EventRepo } from '../events/repo.ts';
import { decisionOf } from './decision.ts';

interface EventDeliveriesDeps {
  readonly table: Table;
  readonly events: Pick<EventRepo, 'find' | 'reviewDeliveries'>;
  readonly deliveries: Pick<DeliveryRepo, 'byIds'>;
}

/**
 * The deliveries that report an event, its retraction or its review. The decision and the event name them. An unknown
 * event has none.
 */
export async function deliveriesOfEvent(
  { table, events, deliveries }: EventDeliveriesDeps,
  organisationId: OrganisationId,
  eventId: string,
  { status, webhookId, destinationId, replayId, sort, ...request }: Omit<DeliveryQuery, 'eventId'>,
): Promise<Page<StoredDelivery>> {
  const event = await events.find(organisationId, eventId);
  const [decision, reviews] = await Promise.all([
    event === null ? null : decisionOf(table, organisationId, event),
    event === null ? [] : events.reviewDeliveries(organisationId, eventId),
  ]);
  const ids = [...(decision?.deliveryIds ?? []), ...(decision?.retraction?.deliveryIds ?? []), ...reviews];
  const found = await deliveries.byIds(organisationId, ids);
  const wanted = newestFirst(
    found.filter(
      (each) =>
        (status ?? each.status) === each.status &&
        (webhookId ?? each.webhookId) === each.webhookId &&
        (destinationId ?? recipientOf(each)) === recipientOf(each) &&
        (replayId ?? each.replayId) === each.replayId,
    ),
  );
  if (sort === 'createdAt') wanted.reverse();
  return pageOf(wanted, request, 'deliveries', organisationId, {
    eventId,
    status,
    webhookId,
    destinationId,
    replayId,
    sort,
  });
}

/** The value of the filter `destinationId` that finds the delivery. */
const recipientOf = ({ webhookId, channel: { destinationId } }: StoredDelivery) =>
  destinationId ?? (webhookId === null ? NO_RECIPIENT : undefined);
