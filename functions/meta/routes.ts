import * as z from 'zod';
import { Health } from '../../lib/meta/schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';

export const routes = {
  health: {
    method: 'GET',
    path: '/api/health',
    handler: 'meta/health',
    scope: 'public',
    tag: 'Service',
    summary: 'Whether the service answers',
    responses: { 200: Health },
    access: {},
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    handler: 'meta/openapi',
    scope: 'public',
    tag: 'Service',
    summary: 'This document',
    responses: { 200: z.looseObject({ openapi: z.string() }) },
    access: {},
  },
} as const satisfies Record<string, Route>;
