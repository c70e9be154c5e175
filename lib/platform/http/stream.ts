import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { clock } from '../deps.ts';
import { errorFields, log, withLogContext } from '../log.ts';
import { measured } from '../metrics.ts';
import type { Respond } from './respond.ts';

export interface ResponseHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a streaming endpoint's function: headers, and the body in pieces. */
export interface Streamed {
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<string>;
}

/** The global object of Lambda's Node runtime for response streaming. */
declare const awslambda: {
  streamifyResponse<E>(handler: (event: E, stream: Writable, context: Context) => Promise<void>): unknown;
  HttpResponseStream: { from(stream: Writable, head: ResponseHead): Writable };
};

/** A Lambda handler that writes its response to a stream of the runtime. */
export const streamHandler = (
  handler: (event: APIGatewayProxyEvent, stream: Writable, context: Context) => Promise<void>,
) => awslambda.streamifyResponse(handler);

/**
 * The same responses, streamed. A function can return at most 6 MB without streaming. A page of 100 records is larger
 * when outsiders made each record large.
 */
export const streamed = (respond: Respond) =>
  streamHandler(async (event, stream, context) => {
    const result = await respond(event, context);
    await withLogContext({ requestId: event.requestContext.requestId }, () =>
      send(stream, headOf(result), [result.body]),
    );
  });

export function headOf({ statusCode, headers = {} }: APIGatewayProxyResult): ResponseHead {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { statusCode, headers: Object.fromEntries(texts) };
}

/** Sends the head and the pieces. Breaks the connection off when a piece fails. */
export async function send(stream: Writable, head: ResponseHead, pieces: AsyncIterable<string> | Iterable<string>) {
  try {
    // `pipeline` writes before it ends the stream: with `end(piece)` alone the runtime would leave out the head.
    await pipeline(pieces, awslambda.HttpResponseStream.from(stream, head));
  } catch (error) {
    log.error('request.broken_off', { ...errorFields(error), ...measured(clock(), { requestsBrokenOff: 1 }, {}) });
  }
}
