import * as z from 'zod';
import { ApiKey, ApiKeyQuery, CreateApiKey, CreatedApiKey } from '../../lib/organisations/api-keys/schema.ts';
import { Me } from '../../lib/overview/me.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { ById } from '../../lib/platform/http/route-parts.ts';
import { Instant, pageOfSchema } from '../../lib/values/fields.ts';

export const routes = {
  getMe: {
    method: 'GET',
    path: '/api/me',
    handler: 'keys/get-me',
    scope: 'read',
    tag: 'API keys',
    summary: 'Get the caller',
    description: 'The organisation and the API key or person of the request, and the limits of the organisation.',
    responses: { 200: Me },
    access: { table: ['GetItem', 'Query'], limits: true },
  },
  createKey: {
    method: 'POST',
    path: '/api/keys',
    handler: 'keys/create-key',
    scope: 'admin',
    tag: 'API keys',
    summary: 'Create an API key',
    description: 'The key is shown once. An organisation can have 50 keys that are neither revoked nor expired.',
    body: CreateApiKey,
    responses: { 201: CreatedApiKey },
    errors: ['conflict'],
    creates: true,
    access: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], partitions: ['KEYHASH#'] },
  },
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    handler: 'keys/list-keys',
    scope: 'admin',
    tag: 'API keys',
    summary: 'List API keys',
    query: ApiKeyQuery,
    responses: { 200: pageOfSchema(ApiKey) },
    costs: 'reads',
    access: { table: ['Query', 'BatchGetItem'], partitions: ['KEYHASH#'] },
  },
  deleteKey: {
    method: 'DELETE',
    path: '/api/keys/{id}',
    handler: 'keys/delete-key',
    scope: 'admin',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description: 'The last valid key of scope admin stays.',
    params: ById,
    responses: { 204: null },
    errors: ['not_found', 'conflict'],
    access: {
      table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      partitions: ['KEYHASH#'],
    },
  },
  keepKey: {
    method: 'POST',
    path: '/api/session',
    handler: 'keys/keep-key',
    scope: 'read',
    tag: 'API keys',
    summary: 'Keep the key',
    description:
      'The answer has a cookie with the encrypted key of the request, which works for 12 hours. Only the paths under ' +
      '`/api/session` read it.',
    responses: { 200: z.object({ expiresAt: Instant }).meta({ id: 'KeptKey' }) },
    access: { secrets: ['data-key'] },
  },
  resumeKey: {
    method: 'POST',
    path: '/api/session/resume',
    handler: 'keys/resume-key',
    scope: 'public',
    tag: 'API keys',
    summary: 'Resume a kept key',
    description:
      'The key that the browser keeps, while the key works. Answers a page of the same origin alone ' +
      '(`Sec-Fetch-Site`). Does not extend the 12 hours.',
    responses: { 200: z.object({ key: z.string() }).meta({ id: 'ResumedKey' }) },
    errors: ['unauthorized'],
    access: { table: ['GetItem'], partitions: ['KEYHASH#'], secrets: ['data-key'] },
  },
  forgetKey: {
    method: 'DELETE',
    path: '/api/session',
    handler: 'keys/forget-key',
    scope: 'public',
    tag: 'API keys',
    summary: 'Forget the key',
    description:
      'Takes the cookie away from the browser. The key stays valid, and so does a copy of the cookie until its end. ' +
      'Revoke the key to end both.',
    responses: { 204: null },
    access: {},
  },
} as const satisfies Record<string, Route>;
