import type { ListedRecords, RecordQuery } from '../platform/lists/index.ts';
import { keys } from '../platform/table/keys.ts';
import { invalidField } from '../values/errors.ts';
import { DeliveryItem } from './delivery-item.ts';
import { type DeliveryQuery, type DeliveryStatus, NO_RECIPIENT } from './schema.ts';

/**
 * The list of deliveries. Fields may be added at the end; the order of the others is stored. A delivery goes to a
 * subscription or to a destination, so `webhook` holds the id of either. `replay` has too many values to be counted.
 */
export const deliveryList: ListedRecords<typeof DeliveryItem> = {
  definition: {
    name: 'DELIVERY',
    fields: ['status', 'webhook', 'replay'],
    views: [{ name: 'all', fields: ['status', 'webhook'] }],
    terms: ['replay'],
    // A delivery changes twice or more often, and an alert may have several.
    tails: 4,
  },
  schema: DeliveryItem,
  keyOf: keys.delivery,
  // The time of the next attempt changes without the tuple.
  tellsChanges: false,
  listed: (_, { id, createdAt, status, webhookId, channel: { destinationId }, replayId }) => ({
    id,
    time: createdAt,
    tuple: [status, webhookId ?? destinationId ?? '', replayId ?? ''],
  }),
};

/** The query of the list for filters of the API. */
export const listQueryOf = ({
  status,
  webhookId,
  destinationId,
  replayId,
  sort,
}: Pick<DeliveryQuery, 'status' | 'webhookId' | 'destinationId' | 'replayId' | 'sort'>): RecordQuery => ({
  filter: {
    status,
    webhook: webhookId ?? (destinationId === NO_RECIPIENT ? '' : destinationId),
    ...(replayId !== undefined && { replay: { has: replayId } }),
  },
  order: sort === 'createdAt' ? 'oldest first' : 'newest first',
  // No count answers this filter, so it examines the entries of the leaves that may have the replay.
  ...(replayId !== undefined && { refusal: tooMany }),
});

const tooMany = () =>
  invalidField('replayId', 'would examine more than a million deliveries: narrow `status` or the recipient');

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
