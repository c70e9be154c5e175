import type { ListedRecords, RecordQuery } from '../platform/lists/index.ts';
import { keys } from '../platform/table/keys.ts';
import { DeliveryItem } from './delivery-item.ts';
import type { DeliveryQuery, DeliveryStatus } from './schema.ts';

/**
 * The list of deliveries. Fields may be added at the end; the order of the others is stored. A delivery goes to a
 * subscription or to a destination, so `webhook` holds the id of either.
 */
export const deliveryList: ListedRecords<typeof DeliveryItem> = {
  definition: {
    name: 'DELIVERY',
    fields: ['status', 'webhook'],
    views: [{ name: 'all', fields: ['status', 'webhook'] }],
  },
  schema: DeliveryItem,
  keyOf: keys.delivery,
  // The time of the next attempt changes without the tuple.
  tellsChanges: false,
  listed: (_, { id, createdAt, status, webhookId, channel: { destinationId } }) => ({
    id,
    time: createdAt,
    tuple: [status, webhookId ?? destinationId ?? ''],
  }),
};

/** The query of the list for filters of the API. */
export const listQueryOf = ({
  status,
  webhookId,
  destinationId,
  sort,
}: Pick<DeliveryQuery, 'status' | 'webhookId' | 'destinationId' | 'sort'>): RecordQuery => ({
  filter: { status, webhook: webhookId ?? destinationId },
  order: sort === 'createdAt' ? 'oldest first' : 'newest first',
});

/** The deliveries that a bulk replay restarts. Null: no condition. */
export interface ReplayFilter {
  readonly status: DeliveryStatus;
  readonly webhookId: string | null;
  readonly destinationId: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export const replayQueryOf = ({ status, webhookId, destinationId, from, to }: ReplayFilter): RecordQuery => ({
  filter: { status, webhook: webhookId ?? destinationId ?? undefined },
  from: from ?? undefined,
  to: to ?? undefined,
  order: 'oldest first',
});
