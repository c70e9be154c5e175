import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Deps, deps as productionDeps } from '../deps.ts';
import { errorFields, log, withLogContext } from '../log.ts';
import { type Call, callFrom } from './endpoint.ts';
import { failure } from './failure.ts';
import { configuredLimit, type Limit } from './rate-limit.ts';
import { callerOf } from './request.ts';
import type { Route } from './route.ts';

interface ResponseHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What Lambda's Node runtime puts into the global scope for response streaming. */
declare const awslambda: {
  streamifyResponse<E>(handler: (event: E, stream: Writable) => Promise<void>): unknown;
  HttpResponseStream: { from(stream: Writable, head: ResponseHead): Writable };
};

/** What a streaming function answers: headers, and the body in pieces. */
export interface Streamed {
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<string>;
}

/**
 * The Lambda handler of a route whose answer may be larger than memory. Errors before the first piece become problem
 * documents as everywhere; one after it breaks the connection off, so that no one takes half an answer for a whole one.
 */
export function streamEndpoint<R extends Route>(
  route: R,
  fn: (call: Call<R>) => Promise<Streamed>,
  limit: Limit = configuredLimit,
) {
  return awslambda.streamifyResponse(async (event: APIGatewayProxyEvent, stream) => {
    const { requestId } = event.requestContext;
    await withLogContext({ requestId, route: route.handler }, () => answer(route, fn, limit, event, stream));
  });
}

async function answer<R extends Route>(
  route: R,
  fn: (call: Call<R>) => Promise<Streamed>,
  limit: Limit,
  event: APIGatewayProxyEvent,
  stream: Writable,
): Promise<void> {
  const { requestId } = event.requestContext;
  try {
    await limit(callerOf(route, event));
    const call = callFrom<R, Deps>(route, event, productionDeps());
    const { headers, chunks } = await fn(call);
    const started = await startedFrom(chunks);
    const head = { statusCode: 200, headers: { 'X-Request-Id': requestId, ...headers } };
    log.info('request.completed', { status: 200 });
    await pipeline(started, awslambda.HttpResponseStream.from(stream, head));
  } catch (error) {
    if (stream.writableEnded || stream.destroyed) {
      log.error('request.broken_off', errorFields(error));
      return;
    }
    const { statusCode, headers = {}, body } = failure(error, requestId);
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    log.info('request.completed', { status: statusCode });
    awslambda.HttpResponseStream.from(stream, { statusCode, headers: texts }).end(body);
  }
}

/** The same pieces, the first of them already made: what fails before it can still be answered properly. */
async function startedFrom(chunks: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}
