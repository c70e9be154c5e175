import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { DeliveryQuery, StoredDelivery } from '../../deliveries/schema.ts';
import { newestFirst, type Page, pageOf } from '../../platform/page.ts';
import type { Table } from '../../platform/table/table.ts';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { EventRepo } from '../events/repo.ts';
import { decisionsOn, eventIdOf } from './decision.ts';

interface EventDeliveriesDeps {
  readonly table: Table;
  readonly events: Pick<EventRepo, 'get'>;
  readonly deliveries: Pick<DeliveryRepo, 'byIds'>;
}

/** The deliveries that report an event or its retraction. The decision names them. An unknown event has none. */
export async function deliveriesOfEvent(
  { table, events, deliveries }: EventDeliveriesDeps,
  organisationId: OrganisationId,
  eventId: string,
  { status, webhookId, destinationId, sort, ...request }: Omit<DeliveryQuery, 'eventId'>,
): Promise<Page<StoredDelivery>> {
  const transactionId = await transactionOf(events, organisationId, eventId);
  const decisions = transactionId === null ? [] : await decisionsOn(table, organisationId, transactionId);
  const ids = decisions
    .filter((decision) => eventIdOf(decision) === eventId)
    .flatMap(({ deliveryIds, retraction }) => [...deliveryIds, ...(retraction?.deliveryIds ?? [])]);
  const found = await deliveries.byIds(organisationId, ids);
  const wanted = newestFirst(
    found.filter(
      (each) =>
        (status ?? each.status) === each.status &&
        (webhookId ?? each.webhookId) === each.webhookId &&
        (destinationId ?? each.channel.destinationId) === each.channel.destinationId,
    ),
  );
  if (sort === 'createdAt') wanted.reverse();
  return pageOf(wanted, request, 'deliveries', organisationId, { eventId, status, webhookId, destinationId, sort });
}

async function transactionOf(
  events: Pick<EventRepo, 'get'>,
  organisationId: OrganisationId,
  eventId: string,
): Promise<string | null> {
  try {
    return (await events.get(organisationId, eventId)).transactionId;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}
