import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod';
import type { OrganisationId } from '../../values/ids.ts';
import { memo } from '../../values/memo.ts';
import { type Deps, deps as productionDeps } from '../deps.ts';
import { addLogContext, log, withLogContext } from '../log.ts';
import { jsonBody } from './body.ts';
import { failure } from './failure.ts';
import { Reply } from './reply.ts';
import { callerOf, parsed, queryOf } from './request.ts';
import { configuredLimit, type Limit } from './request-limit.ts';
import type { Route } from './route.ts';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a function receives: everything parsed, the organisation known. */
export interface Call<R extends Route, D = Deps> {
  readonly body: Output<R['body']>;
  readonly query: Output<R['query']>;
  readonly params: Output<R['params']>;
  readonly organisation: R['scope'] extends 'public' ? undefined : OrganisationId;
  /** Id of the calling key. */
  readonly keyId: R['scope'] extends 'public' ? undefined : string;
  readonly deps: Deps & D;
  readonly requestId: string;
}

/** Makes a dependency that only some functions need, once per cold start. */
export type Extras<D> = { readonly [K in keyof D]: (deps: Deps) => D[K] };

/** What `fn` may answer: the body of the route's first status, or a `Reply`. */
export type Answer = Reply | object | null;

/**
 * The Lambda handler of a route: scope → rate → body → schemas → `fn` → response schema; whatever is thrown becomes the
 * contract's problem document. `extras` are dependencies beyond `Deps`, so that their SDKs are bundled only where used.
 */
export function endpoint<R extends Route, D extends object = object>(
  route: R,
  fn: (call: Call<R, D>) => Promise<Answer>,
  extras?: Extras<D>,
  limit: Limit = configuredLimit,
) {
  const deps = memo(() => withExtras(productionDeps(), extras));
  const run = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use({ before: ({ event }) => limit(callerOf(route, event)) })
    .use(route.body === undefined ? [] : [jsonBody(route.body)])
    .handler(async (event: APIGatewayProxyEvent) => {
      const answer = await fn(callFrom(route, event, deps()));
      return success(route, answer, event.requestContext.requestId);
    });
  return async (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    const { requestId } = event.requestContext;
    return withLogContext({ requestId, route: route.handler }, async () => {
      const started = performance.now();
      const lowered = { ...event, headers: lowerCased(event.headers) };
      const result = await run(lowered, context).catch((error: unknown) => failure(error, requestId));
      log.info('request.completed', { status: result.statusCode, ms: Math.round(performance.now() - started) });
      return result;
    });
  };
}

/** Parses the request in the contract's order: path, query, body. */
export function callFrom<R extends Route, D>(route: R, event: APIGatewayProxyEvent, deps: Deps & D): Call<R, D> {
  const caller = callerOf(route, event);
  addLogContext({ organisation: caller?.organisation });
  const noParameters = z.strictObject({});
  const call = {
    params: route.params && parsed(route.params, event.pathParameters ?? {}),
    query: parsed(route.query ?? noParameters, queryOf(event)),
    body: route.body && parsed(route.body, event.body),
    organisation: caller?.organisation,
    keyId: caller?.keyId,
    requestId: event.requestContext.requestId,
    deps,
  };
  // The conditional types of `Call` follow from the schemas just applied, which the compiler cannot see.
  return call as Call<R, D>;
}

function success(route: Route, answer: Answer, requestId: string): APIGatewayProxyResult {
  const first = Math.min(...Object.keys(route.responses).map(Number));
  const { status, body, headers } = answer instanceof Reply ? answer : new Reply(first, answer);
  const schema = route.responses[status];
  if (schema === undefined) throw new Error(`${route.handler} answered ${status}, which its route does not list`);
  if (schema === null) return { statusCode: status, headers: { 'X-Request-Id': requestId, ...headers }, body: '' };
  // Parsing strips whatever the schema does not list: an internal field cannot leak.
  const shown = typeof schema === 'string' ? body : schema.parse(body);
  return {
    statusCode: status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId, ...headers },
    body: JSON.stringify(shown),
  };
}

/** `Deps` and the extras in one, each made on first use; all are its own, so that it can be spread. */
export function withExtras<D extends object>(base: Deps, extras: Extras<D> | undefined): Deps & D {
  const made = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(base));
  for (const name in extras) {
    const get = memo(() => extras[name](base));
    Object.defineProperty(made, name, { get, enumerable: true });
  }
  return made;
}

const lowerCased = (headers: APIGatewayProxyEvent['headers'] | null): APIGatewayProxyEvent['headers'] =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([header, value]) => [header.toLowerCase(), value]));
