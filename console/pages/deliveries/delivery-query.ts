import type { operations } from '../../../sdk/index.ts';

type Query = NonNullable<operations['listDeliveries']['parameters']['query']>;

export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'failed'] as const;

/** The filters that the address names, for the API. */
export function deliveryQuery(params: Readonly<Record<string, string>>): Query {
  const { webhookId, eventId } = params;
  return {
    status: DELIVERY_STATUSES.find((status) => status === params.status),
    webhookId,
    eventId,
    sort: params.sort === 'createdAt' ? 'createdAt' : undefined,
  };
}
