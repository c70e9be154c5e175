import * as z from 'zod';
import { Health, HealthQuery } from '../../lib/operation/health/schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';

export const routes = {
  health: {
    method: 'GET',
    path: '/api/health',
    handler: 'meta/health',
    scope: 'public',
    tag: 'Service',
    summary: 'Check the health',
    description:
      'Whether the service answers, and how its parts are. With `deep=true` an admin key gets checks of the table, ' +
      'each queue, the secrets and each watched chain. A failing check is part of the answer, whose status stays ' +
      '200. Without `deep`:',
    query: HealthQuery,
    responses: { 200: Health },
    errors: ['unauthorized', 'organisation_suspended', 'forbidden'],
    access: { version: true, invokes: ['check-health'] },
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    handler: 'meta/openapi',
    scope: 'public',
    tag: 'Service',
    summary: 'Get this document',
    description: 'The OpenAPI document of the API.',
    responses: { 200: z.looseObject({ openapi: z.string() }) },
    access: {},
  },
} as const satisfies Record<string, Route>;
