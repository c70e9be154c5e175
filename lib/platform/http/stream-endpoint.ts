import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Deps, deps as productionDeps } from '../deps.ts';
import { log, withLogContext } from '../log.ts';
import { type Call, callFrom } from './call.ts';
import { failure } from './failure.ts';
import { limitsOf, stageReads } from './read-limit.ts';
import { callerOf } from './request.ts';
import type { Limit } from './respond.ts';
import type { Route } from './route.ts';
import { headOf, type ResponseHead, type Streamed, send, streamHandler } from './stream.ts';

/**
 * The Lambda handler of a route whose response may be larger than memory. An error before the first piece becomes a
 * problem document. An error after the first piece breaks the connection off, so that no caller takes a part for the
 * whole.
 */
export const streamEndpoint = <R extends Route>(
  route: R,
  fn: (call: Call<R, Deps>) => Promise<Streamed>,
  limit: Limit = limitsOf(route),
  reads: Pick<typeof stageReads, 'export'> = stageReads,
) =>
  streamHandler(async (event, stream) => {
    const { requestId } = event.requestContext;
    const gone = new AbortController();
    stream.once('close', () => gone.abort(new Error('the response was closed')));
    const paying = reads.export(fn, gone.signal);
    await withLogContext({ requestId, correlationId: requestId, route: route.handler }, async () => {
      const { head, pieces } = await answered(route, route.costs === undefined ? fn : paying.fn, limit, event);
      log.info('request.completed', { status: head.statusCode });
      await send(stream, head, pieces);
      await paying.end();
    });
  });

async function answered<R extends Route>(
  route: R,
  fn: (call: Call<R, Deps>) => Promise<Streamed>,
  limit: Limit,
  event: APIGatewayProxyEvent,
): Promise<{ head: ResponseHead; pieces: AsyncIterable<string> | Iterable<string> }> {
  const { requestId } = event.requestContext;
  try {
    await limit(callerOf(route, event));
    const { headers, chunks } = await fn(callFrom(route, event, productionDeps()));
    const pieces = await startedFrom(chunks);
    return { head: { statusCode: 200, headers: { 'X-Request-Id': requestId, ...headers } }, pieces };
  } catch (error) {
    const result = failure(error, requestId);
    return { head: headOf(result), pieces: [result.body] };
  }
}

/**
 * The same pieces, with the first piece already made: an error in the first piece can still become a problem document.
 * Yields at least one piece, because the runtime sends the head with the first piece.
 */
async function startedFrom(chunks: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    yield first.done ? '' : first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}
