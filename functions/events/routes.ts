import {
  AcknowledgeEvent,
  AlertEvent,
  BulkAcknowledge,
  BulkAnswer,
  BulkResolve,
  EventQuery,
  ResolveEvent,
} from '../../lib/alerts/events/schema.ts';
import type { Access } from '../../lib/platform/access.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { ById, MANY_RECORDS } from '../../lib/platform/http/route-parts.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';

/** A review also makes the deliveries that tell of it. */
const REVIEWING = {
  table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
  queues: ['deliveries'],
} as const satisfies Access;

export const routes = {
  listEvents: {
    method: 'GET',
    path: '/api/alerts/events',
    handler: 'events/list-events',
    scope: 'read',
    tag: 'Alert events',
    summary: 'List alert events',
    query: EventQuery,
    responses: { 200: pageOfSchema(AlertEvent) },
    costs: 'reads',
    access: { table: ['GetItem', 'BatchGetItem', 'Query'] },
    ...MANY_RECORDS,
  },
  bulkAcknowledgeEvents: {
    method: 'PATCH',
    path: '/api/alerts/events/bulk-acknowledge',
    handler: 'events/bulk-acknowledge-events',
    scope: 'write',
    tag: 'Alert events',
    summary: 'Acknowledge up to 100 events',
    body: BulkAcknowledge,
    responses: { 200: BulkAnswer },
    access: REVIEWING,
    ...MANY_RECORDS,
  },
  bulkResolveEvents: {
    method: 'PATCH',
    path: '/api/alerts/events/bulk-resolve',
    handler: 'events/bulk-resolve-events',
    scope: 'write',
    tag: 'Alert events',
    summary: 'Resolve up to 100 events',
    body: BulkResolve,
    responses: { 200: BulkAnswer },
    access: REVIEWING,
    ...MANY_RECORDS,
  },
  getEvent: {
    method: 'GET',
    path: '/api/alerts/events/{id}',
    handler: 'events/get-event',
    scope: 'read',
    tag: 'Alert events',
    summary: 'Get an alert event',
    params: ById,
    responses: { 200: AlertEvent },
    errors: ['not_found'],
    access: { table: ['GetItem'] },
  },
  acknowledgeEvent: {
    method: 'PATCH',
    path: '/api/alerts/events/{id}/acknowledge',
    handler: 'events/acknowledge-event',
    scope: 'write',
    tag: 'Alert events',
    summary: 'Acknowledge an open event',
    params: ById,
    body: AcknowledgeEvent,
    responses: { 200: AlertEvent },
    errors: ['not_found', 'invalid_transition'],
    access: REVIEWING,
  },
  resolveEvent: {
    method: 'PATCH',
    path: '/api/alerts/events/{id}/resolve',
    handler: 'events/resolve-event',
    scope: 'write',
    tag: 'Alert events',
    summary: 'Resolve an open or acknowledged event',
    params: ById,
    body: ResolveEvent,
    responses: { 200: AlertEvent },
    errors: ['not_found', 'invalid_transition'],
    access: REVIEWING,
  },
} as const satisfies Record<string, Route>;
