import * as z from 'zod';
import { errorCodes } from '../../values/errors.ts';
import { Components, type Io } from './openapi-components.ts';
import { type Example, operationOf } from './openapi-operation.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

const Problem = z
  .object({
    type: z.url(),
    title: z.string(),
    status: z.number().int(),
    code: z.enum(errorCodes),
    detail: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });

/** What the document says besides the routes. */
export interface ApiDocument {
  readonly info: Json;
  readonly servers: readonly Json[];
  /** The tags of the routes, with their descriptions, in the order of the document. */
  readonly tags: Readonly<Record<string, string>>;
  /** By the name of the route. */
  readonly examples: Readonly<Record<string, Example>>;
  /** Schemas that describe a component better than the schema that validates. */
  readonly variants: Readonly<Record<Io, Readonly<Record<string, z.ZodType>>>>;
  /** The requests that the service sends, by their name. */
  readonly webhooks: (schemaOf: (schema: z.ZodType) => Json) => Json;
  /** Fields of the document that OpenAPI does not define, by their name (`x-…`). */
  readonly extensions: Readonly<Record<`x-${string}`, unknown>>;
}

/**
 * The OpenAPI 3.1 document of the routes, made from the schemas that validate.
 * @throws Error when a route has a tag without a description.
 */
export function openapiOf(routes: Readonly<Record<string, Route>>, document: ApiDocument): Json {
  const { info, servers, tags, examples, variants, extensions } = document;
  const components = new Components(variants);
  components.schemaOf(Problem, 'output');
  const paths: Record<string, Json> = {};
  for (const [operationId, route] of Object.entries(routes)) {
    if (!(route.tag in tags)) throw new Error(`The tag ${route.tag} has no description`);
    const operation = operationOf(operationId, route, components, examples[operationId]);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  const webhooks = document.webhooks((schema) => components.schemaOf(schema, 'output'));
  return {
    openapi: '3.1.0',
    info,
    servers,
    ...extensions,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: cw_live_… or cw_test_…' },
      },
      schemas: components.all(),
    },
  };
}
