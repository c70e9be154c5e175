import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { type Deps, deps as productionDeps } from '../deps.ts';
import { errorFields, log, withLogContext } from '../log.ts';
import { type Call, callFrom } from './endpoint.ts';
import { failure } from './failure.ts';
import { callerOf } from './request.ts';
import { configuredLimit, type Limit } from './request-limit.ts';
import type { Route } from './route.ts';

interface ResponseHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What Lambda's Node runtime puts into the global scope for response streaming. */
declare const awslambda: {
  streamifyResponse<E>(handler: (event: E, stream: Writable, context: Context) => Promise<void>): unknown;
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
    await withLogContext({ requestId, route: route.handler }, async () => {
      const { head, pieces } = await answered(route, fn, limit, event);
      log.info('request.completed', { status: head.statusCode });
      await send(stream, head, pieces);
    });
  });
}

/**
 * The handler that `endpoint` made, its answer streamed: what a function returns may have 6 MB, and a page of a hundred
 * records, of which a stranger can make each large, has more.
 */
export function streamed(handler: (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>) {
  return awslambda.streamifyResponse(async (event: APIGatewayProxyEvent, stream, context) => {
    const result = await handler(event, context);
    await withLogContext({ requestId: event.requestContext.requestId }, () =>
      send(stream, headOf(result), [result.body]),
    );
  });
}

async function answered<R extends Route>(
  route: R,
  fn: (call: Call<R>) => Promise<Streamed>,
  limit: Limit,
  event: APIGatewayProxyEvent,
): Promise<{ head: ResponseHead; pieces: AsyncIterable<string> | Iterable<string> }> {
  const { requestId } = event.requestContext;
  try {
    await limit(callerOf(route, event));
    const { headers, chunks } = await fn(callFrom<R, Deps>(route, event, productionDeps()));
    const pieces = await startedFrom(chunks);
    return { head: { statusCode: 200, headers: { 'X-Request-Id': requestId, ...headers } }, pieces };
  } catch (error) {
    const result = failure(error, requestId);
    return { head: headOf(result), pieces: [result.body] };
  }
}

function headOf({ statusCode, headers = {} }: APIGatewayProxyResult): ResponseHead {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { statusCode, headers: Object.fromEntries(texts) };
}

async function send(stream: Writable, head: ResponseHead, pieces: AsyncIterable<string> | Iterable<string>) {
  try {
    // Which writes before it ends: with `end(piece)` alone the runtime would leave out the head.
    await pipeline(pieces, awslambda.HttpResponseStream.from(stream, head));
  } catch (error) {
    log.error('request.broken_off', errorFields(error));
  }
}

/**
 * The same pieces, the first of them already made: what fails before it can still be answered properly. One at least, which
 * the head goes with.
 */
async function startedFrom(chunks: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    yield first.done ? '' : first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}
