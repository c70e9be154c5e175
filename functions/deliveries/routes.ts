import { Delivery, DeliveryDetail } from '../../lib/channels/delivery-schema.ts';
import { DeliveryQuery, ReplayAnswer, ReplayDeliveries } from '../../lib/deliveries/schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { ById, LONG_ANSWER, MANY_RECORDS, Nothing } from '../../lib/platform/http/route-parts.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';

export const routes = {
  listDeliveries: {
    method: 'GET',
    path: '/api/webhooks/deliveries',
    handler: 'deliveries/list-deliveries',
    scope: 'read',
    tag: 'Deliveries',
    summary: 'List deliveries',
    query: DeliveryQuery,
    responses: { 200: pageOfSchema(Delivery) },
    costs: 'reads',
    access: { table: ['GetItem', 'BatchGetItem', 'Query'] },
    ...MANY_RECORDS,
  },
  replayDeliveries: {
    method: 'POST',
    path: '/api/webhooks/deliveries/replay',
    handler: 'deliveries/replay-deliveries',
    scope: 'write',
    tag: 'Deliveries',
    summary: 'Replay several deliveries',
    description: 'Up to 100 finished deliveries.',
    body: ReplayDeliveries,
    responses: { 202: ReplayAnswer },
    access: { invokes: ['run-jobs'] },
    timeoutSeconds: 25,
  },
  getDelivery: {
    method: 'GET',
    path: '/api/webhooks/deliveries/{id}',
    handler: 'deliveries/get-delivery',
    scope: 'read',
    tag: 'Deliveries',
    summary: 'Get a delivery',
    description: 'With its attempts.',
    params: ById,
    responses: { 200: DeliveryDetail },
    errors: ['not_found'],
    access: { table: ['GetItem', 'Query'] },
    ...LONG_ANSWER,
  },
  replayDelivery: {
    method: 'POST',
    path: '/api/webhooks/deliveries/{id}/replay',
    handler: 'deliveries/replay-delivery',
    scope: 'write',
    tag: 'Deliveries',
    summary: 'Replay a delivery',
    description: 'The delivery must be finished.',
    params: ById,
    body: Nothing,
    responses: { 202: Delivery },
    errors: ['not_found', 'conflict'],
    access: { table: ['GetItem', 'Query'], invokes: ['run-jobs'] },
    ...LONG_ANSWER,
  },
} as const satisfies Record<string, Route>;
