import type * as z from 'zod';
import { ById, Nothing } from '../lib/platform/http/route-parts.ts';
import { pageOfSchema } from '../lib/values/fields.ts';

interface JobShapes<B, J, Q> {
  /** Names the files of the handlers: `export` for `exports/create-export`. */
  readonly name: string;
  readonly path: `/api/${string}`;
  readonly tag: string;
  /** What a caller sends to create a job. */
  readonly body: B;
  readonly job: J;
  readonly query: Q;
}

/**
 * What the rows of the endpoints of jobs have in common. The rows of a kind add their summaries and their access. A
 * kind leaves out the rows of endpoints that it does not offer.
 */
export function jobRoutes<B extends z.ZodType, J extends z.ZodObject, Q extends z.ZodType>(of: JobShapes<B, J, Q>) {
  const { name, path, tag, body, job, query } = of;
  const responses = { 200: job };
  const change = { method: 'POST', scope: 'write', tag, params: ById, body: Nothing, responses } as const;
  return {
    create: {
      method: 'POST',
      path,
      handler: `${name}s/create-${name}`,
      scope: 'write',
      tag,
      body,
      responses: { 201: job },
      errors: ['conflict'],
      creates: true,
    },
    list: {
      method: 'GET',
      path,
      handler: `${name}s/list-${name}s`,
      scope: 'read',
      tag,
      query,
      responses: { 200: pageOfSchema(job) },
      costs: 'reads',
    },
    get: {
      method: 'GET',
      path: `${path}/{id}`,
      handler: `${name}s/get-${name}`,
      scope: 'read',
      tag,
      params: ById,
      responses,
      errors: ['not_found'],
    },
    cancel: {
      ...change,
      path: `${path}/{id}/cancel`,
      handler: `${name}s/cancel-${name}`,
      errors: ['not_found', 'invalid_transition'],
    },
    resume: {
      ...change,
      path: `${path}/{id}/resume`,
      handler: `${name}s/resume-${name}`,
      errors: ['not_found', 'conflict', 'invalid_transition'],
    },
  } as const;
}
