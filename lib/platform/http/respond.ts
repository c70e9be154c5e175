import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Caller } from '../caller.ts';
import { PAGE_HEADERS } from '../html-page.ts';
import { log, withLogContext } from '../log.ts';
import { ofVersion } from '../metrics.ts';
import { jsonBody } from './body.ts';
import { type Call, callFrom } from './call.ts';
import { failure } from './failure.ts';
import type { Run } from './idempotency.ts';
import { Reply } from './reply.ts';
import { callerOf } from './request.ts';
import type { Route } from './route.ts';

/** The result of an endpoint's function: the body of the route's first status, or a `Reply`. */
export type Answer = Reply | object | null;

/** Lets a caller pass. @throws ApiError `rate_limited` when the caller's key sends too many requests. */
export type Limit = (caller: Caller | undefined) => Promise<void>;

export type Respond = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * Answers the requests of a route: scope → rate → body → schemas → `fn` → response schema. An error becomes the
 * contract's problem document. The dependencies and the limit are parameters, so that this file imports no AWS client.
 * @param once answers requests that may be repeated with an idempotency key.
 */
export function responder<R extends Route, D>(
  route: R,
  fn: (call: Call<R, D>) => Promise<Answer>,
  deps: () => D,
  limit: Limit,
  once?: (event: APIGatewayProxyEvent, caller: Caller, deps: D, run: Run<D>) => Promise<APIGatewayProxyResult>,
): Respond {
  const run = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use({ before: ({ event }) => limit(callerOf(route, event)) })
    .use(route.body === undefined ? [] : [jsonBody(route.body, route.takesForm)])
    .handler(async (event: APIGatewayProxyEvent) => {
      const call = callFrom(route, event, deps());
      const run: Run<D> = async (own) => success(route, await fn({ ...call, deps: own }), call.requestId);
      const caller = callerOf(route, event);
      return once === undefined || caller === undefined ? run(call.deps) : once(event, caller, call.deps, run);
    });
  return async (event, context) => {
    const { requestId, requestTimeEpoch } = event.requestContext;
    return withLogContext({ requestId, correlationId: requestId, route: route.handler }, async () => {
      const started = performance.now();
      const lowered = { ...event, headers: lowerCased(event.headers) };
      const result = await run(lowered, context).catch((error: unknown) => failure(error, requestId));
      const { statusCode: status } = result;
      const counted = ofVersion(new Date(requestTimeEpoch), { handled: 1, faults: status >= 500 ? 1 : 0 });
      log.info('request.completed', { status, ms: Math.round(performance.now() - started), ...counted });
      return result;
    });
  };
}

function success(route: Route, answer: Answer, requestId: string): APIGatewayProxyResult {
  const first = Math.min(...Object.keys(route.responses).map(Number));
  const { status, body, headers } = answer instanceof Reply ? answer : new Reply(first, answer);
  const schema = route.responses[status];
  if (schema === undefined) throw new Error(`${route.handler} answered ${status}, which its route does not list`);
  if (schema === null) return { statusCode: status, headers: { 'X-Request-Id': requestId, ...headers }, body: '' };
  const isPage = route.showsPages && headers['Content-Type'] === PAGE_HEADERS['Content-Type'];
  return {
    statusCode: status,
    headers: {
      'Content-Type': typeof schema === 'string' ? schema : 'application/json',
      'X-Request-Id': requestId,
      ...headers,
    },
    // The schema strips every field that it does not list, so that no internal field reaches the caller.
    body: isPage || typeof schema === 'string' ? String(body) : JSON.stringify(schema.parse(body)),
  };
}

const lowerCased = (headers: APIGatewayProxyEvent['headers'] | null): APIGatewayProxyEvent['headers'] =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([header, value]) => [header.toLowerCase(), value]));
