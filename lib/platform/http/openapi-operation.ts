import * as z from 'zod';
import { type ErrorCode, statusOf } from '../../values/errors.ts';
import type { Components } from './openapi-components.ts';
import { IDEMPOTENCY_KEY, type Route } from './route.ts';

type Json = Record<string, unknown>;

/** An example of the request of a route, and of its successful answers by status. */
export interface Example {
  readonly request?: unknown;
  readonly answers: Readonly<Record<number, unknown>>;
}

/** Errors that any route can answer. */
const ALWAYS: readonly ErrorCode[] = ['validation_failed', 'rate_limited', 'internal', 'unavailable'];
const WITH_KEY: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'organisation_suspended'];
const WHEN_CREATING: readonly ErrorCode[] = ['idempotency_conflict', 'idempotency_in_progress'];
const WITH_BODY: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];

/** The operation of a route. */
export function operationOf(operationId: string, route: Route, components: Components, example?: Example): Json {
  const { summary, description, tag, scope, params, query, body, takesForm, creates } = route;
  return {
    operationId,
    summary,
    description: [description, scope === 'public' ? 'Needs no key.' : `Needs a key with scope \`${scope}\`.`]
      .filter(Boolean)
      .join(' '),
    tags: [tag],
    ...(scope === 'public' && { security: [] }),
    ...((params || query || creates) && {
      parameters: [
        ...parametersOf('path', params, components),
        ...parametersOf('query', query, components),
        ...(creates ? [IDEMPOTENCY_PARAMETER] : []),
      ],
    }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: {
          'application/json': { schema: components.schemaOf(body, 'input'), ...shown(example?.request) },
          ...(takesForm && {
            'application/x-www-form-urlencoded': { schema: components.schemaOf(body, 'input') },
          }),
        },
      },
    }),
    responses: { ...answersOf(route, components, example?.answers), ...problemsOf(route) },
  };
}

/** The header of a route that creates a record. */
const IDEMPOTENCY_PARAMETER: Json = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description:
    'Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same ' +
    'Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 ' +
    '`idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

const shown = (example: unknown): Json => (example === undefined ? {} : { example });

const Parameters = z.object({
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).default([]),
});

function parametersOf(where: 'path' | 'query', schema: z.ZodType | undefined, components: Components): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = Parameters.parse(components.inlined(schema, 'input'));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: property,
  }));
}

const HEADERS = { 'X-Request-Id': { description: 'Names the request in the logs', schema: { type: 'string' } } };

function answersOf({ responses, showsPages }: Route, components: Components, examples: Example['answers'] = {}): Json {
  const answers = Object.entries(responses).map(([status, schema]) => {
    const description = DESCRIPTIONS[status] ?? 'Done';
    if (schema === null) return [status, { description, headers: HEADERS }];
    const example = shown(examples[Number(status)]);
    const content =
      typeof schema === 'string'
        ? { [schema]: { schema: { type: 'string' }, ...example } }
        : {
            'application/json': { schema: components.schemaOf(schema, 'output'), ...example },
            ...(showsPages && { 'text/html': { schema: { type: 'string' } } }),
          };
    return [status, { description, headers: HEADERS, content }];
  });
  return Object.fromEntries(answers);
}

const DESCRIPTIONS: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: it is done in the background',
  204: 'Done, without an answer',
};

function problemsOf({ scope, body, creates, errors = [] }: Route): Json {
  const codes = [
    ...ALWAYS,
    ...(scope === 'public' ? [] : WITH_KEY),
    ...(body ? WITH_BODY : []),
    ...errors,
    ...(creates ? WHEN_CREATING : []),
  ];
  const byStatus = Map.groupBy(codes, statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, its]) => [
      status,
      {
        description: its.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}
