import * as z from 'zod';
import { type ErrorCode, errorCodes, statusOf } from '../../values/errors.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

/** Errors that any route can answer. */
const ALWAYS: readonly ErrorCode[] = ['validation_failed', 'rate_limited', 'internal', 'unavailable'];
const WITH_KEY: readonly ErrorCode[] = ['unauthorized', 'forbidden'];
const WITH_BODY: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];

const Problem = z.object({
  type: z.url(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(errorCodes),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** The OpenAPI 3.1 document of the routes, made from the schemas that validate. */
export function openapiOf(
  routes: Readonly<Record<string, Route>>,
  { version, description }: { readonly version: string; readonly description: string },
): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => jsonSchema(schema, io, schemas);
  schemas.Problem = schemaOf(Problem, 'output');
  for (const [operationId, route] of Object.entries(routes)) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(operationId, route, schemaOf),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Chainwatch', version, description },
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: cw_live_… or cw_test_…' },
      },
      schemas,
    },
  };
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => unknown;

function operationOf(operationId: string, route: Route, schemaOf: SchemaOf): Json {
  const { summary, description, tag, scope, params, query, body } = route;
  return {
    operationId,
    summary,
    description: [description, scope === 'public' ? 'Needs no key.' : `Needs a key with scope \`${scope}\`.`]
      .filter(Boolean)
      .join(' '),
    tags: [tag],
    ...(scope === 'public' && { security: [] }),
    ...((params || query) && {
      parameters: [...parametersOf('path', params, schemaOf), ...parametersOf('query', query, schemaOf)],
    }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: { ...answersOf(route, schemaOf), ...problemsOf(route) },
  };
}

const Parameters = z.object({
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).default([]),
});

function parametersOf(where: 'path' | 'query', schema: z.ZodType | undefined, schemaOf: SchemaOf): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = Parameters.parse(schemaOf(schema, 'input'));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: property,
  }));
}

function answersOf({ responses }: Route, schemaOf: SchemaOf): Json {
  const headers = { 'X-Request-Id': { schema: { type: 'string' } } };
  const answers = Object.entries(responses).map(([status, schema]) => {
    const description = DESCRIPTIONS[status] ?? 'Done';
    if (schema === null) return [status, { description, headers }];
    const content =
      typeof schema === 'string'
        ? { [schema]: { schema: { type: 'string' } } }
        : { 'application/json': { schema: schemaOf(schema, 'output') } };
    return [status, { description, headers, content }];
  });
  return Object.fromEntries(answers);
}

const DESCRIPTIONS: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: it is done in the background',
  204: 'Done, without an answer',
};

function problemsOf({ scope, body, errors = [] }: Route): Json {
  const codes = [...ALWAYS, ...(scope === 'public' ? [] : WITH_KEY), ...(body ? WITH_BODY : []), ...errors];
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

/** The JSON Schema of a schema. Schemas with a name become components, and every use refers to the component. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): unknown {
  const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries($defs)) components[name] = referring(definition);
  return referring(own);
}

const referring = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'));
