import { DestinationMatch, PreviewQuery } from '../../lib/alerts/events/match-schema.ts';
import { audienceSchema } from '../../lib/channels/alert-audience.ts';
import { Delivery } from '../../lib/channels/delivery-schema.ts';
import { Destination, DestinationQuery, destinationBodies } from '../../lib/channels/destinations/schema.ts';
import { channels } from '../../lib/channels/index.ts';
import type { Access } from '../../lib/platform/access.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { ById, Nothing } from '../../lib/platform/http/route-parts.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';

const { CreateDestination, UpdateDestination } = destinationBodies(channels, DestinationMatch);

/** Longer than the mail service may take. */
const MAIL_SECONDS = 20;

/** A change may send a confirmation mail. */
const CHANGING = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
  secrets: ['data-key'],
  outbound: true,
  mail: true,
} as const satisfies Access;

export const routes = {
  createDestination: {
    method: 'POST',
    path: '/api/destinations',
    handler: 'destinations/create-destination',
    scope: 'admin',
    tag: 'Destinations',
    summary: 'Add a destination',
    description:
      'A destination is a place where people hear of what matches. An e-mail address gets a confirmation mail, and ' +
      'no alert until its recipient has confirmed.',
    body: CreateDestination,
    responses: { 201: Destination },
    errors: ['conflict'],
    creates: true,
    access: CHANGING,
    timeoutSeconds: MAIL_SECONDS,
  },
  listDestinations: {
    method: 'GET',
    path: '/api/destinations',
    handler: 'destinations/list-destinations',
    scope: 'read',
    tag: 'Destinations',
    summary: 'List destinations',
    query: DestinationQuery,
    responses: { 200: pageOfSchema(Destination) },
    costs: 'reads',
    access: { table: ['Query'] },
  },
  previewDestinations: {
    method: 'GET',
    path: '/api/destinations/preview',
    handler: 'destinations/preview-destinations',
    scope: 'read',
    tag: 'Destinations',
    summary: 'Preview the recipients',
    description:
      'Shows who would get an alert. What the query does not say may be anything. The answer names all who could ' +
      'get such an alert.',
    query: PreviewQuery,
    responses: { 200: audienceSchema(channels) },
    errors: ['not_found'],
    costs: 'reads',
    access: { table: ['GetItem', 'BatchGetItem', 'Query'] },
  },
  getDestination: {
    method: 'GET',
    path: '/api/destinations/{id}',
    handler: 'destinations/get-destination',
    scope: 'read',
    tag: 'Destinations',
    summary: 'Get a destination',
    params: ById,
    responses: { 200: Destination },
    errors: ['not_found'],
    access: { table: ['GetItem'] },
  },
  updateDestination: {
    method: 'PATCH',
    path: '/api/destinations/{id}',
    handler: 'destinations/update-destination',
    scope: 'admin',
    tag: 'Destinations',
    summary: 'Change a destination',
    description: 'Also turns the destination on or off.',
    params: ById,
    body: UpdateDestination,
    responses: { 200: Destination },
    errors: ['not_found', 'conflict'],
    access: CHANGING,
    timeoutSeconds: MAIL_SECONDS,
  },
  deleteDestination: {
    method: 'DELETE',
    path: '/api/destinations/{id}',
    handler: 'destinations/delete-destination',
    scope: 'admin',
    tag: 'Destinations',
    summary: 'Delete a destination',
    description: 'Its deliveries stay.',
    params: ById,
    responses: { 204: null },
    errors: ['not_found'],
    access: { table: ['GetItem', 'PutItem', 'DeleteItem', 'UpdateItem'] },
  },
  testDestination: {
    method: 'POST',
    path: '/api/destinations/{id}/test',
    handler: 'destinations/test-destination',
    scope: 'admin',
    tag: 'Destinations',
    summary: 'Test a destination',
    description: 'Sends a test message.',
    params: ById,
    body: Nothing,
    responses: { 202: Delivery },
    errors: ['not_found', 'conflict'],
    creates: true,
    access: { table: ['GetItem', 'PutItem'], queues: ['deliveries'] },
  },
} as const satisfies Record<string, Route>;
