import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod';
import { limitOf } from '../../../lib/platform/http/request-limit.ts';
import { type Answer, responder } from '../../../lib/platform/http/respond.ts';
import type { Route } from '../../../lib/platform/http/route.ts';
import type { Streamed } from '../../../lib/platform/http/stream.ts';
import { aKey, anApiEvent, context, problemOf, type Request, requestId, unlimited } from '../../support/gateway.ts';
import { capturedLog } from '../../support/stderr.ts';

process.env.STAGE = 'test';
process.env.VERSION = '1.2.3';

type Head = { statusCode: number; headers: Record<string, string> };
type Handler = (event: APIGatewayProxyEvent, stream: Writable, context: Context) => Promise<void>;

/** Lambda's runtime: the head goes before the first piece that is written, on the same stream. */
const heads: Head[] = [];
const runtime = {
  streamifyResponse: (handler: Handler) => handler,
  HttpResponseStream: {
    from(stream: Writable, head: Head) {
      const { write } = stream;
      stream.write = new Proxy(write, {
        apply(_target, _this, args) {
          stream.write = write;
          heads.push(head);
          return Reflect.apply(write, stream, args);
        },
      });
      return stream;
    },
  },
};
Object.assign(globalThis, { awslambda: runtime });
const { streamed } = await import('../../../lib/platform/http/stream.ts');
const { streamEndpoint } = await import('../../../lib/platform/http/stream-endpoint.ts');
const { endpoint } = await import('../../../lib/platform/http/endpoint.ts');

const route = {
  method: 'GET',
  path: '/api/things/export',
  handler: 'things/export',
  scope: 'read',
  tag: 'Things',
  summary: 'Export things',
  query: z.strictObject({ q: z.string().optional() }),
  responses: { 200: 'text/csv' },
  access: {},
  stream: true,
} as const satisfies Route;

/** The output of a handler; `broken` when the connection was broken off instead of ended. */
async function sent(handler: unknown, request: Request, stream = new PassThrough()) {
  heads.length = 0;
  const read = text(stream).then(
    (body) => ({ body, broken: false }),
    () => ({ body: '', broken: true }),
  );
  if (typeof handler !== 'function') throw new Error('the runtime was given no handler');
  await handler(anApiEvent(request), stream, context);
  const [head = { statusCode: 0, headers: {} }] = heads;
  return { ...head, ...(await read) };
}

const run = (fn: () => Promise<Streamed>, request: Request = {}, limit = unlimited) =>
  sent(streamEndpoint(route, fn, limit), request);

async function* chunks(...given: (string | Error)[]) {
  for (const chunk of given) {
    if (chunk instanceof Error) throw chunk;
    yield chunk;
  }
}
const streaming =
  (...given: (string | Error)[]) =>
  async () => ({ headers: { 'Content-Type': 'text/csv' }, chunks: chunks(...given) });

let lines: ReturnType<typeof capturedLog>;
beforeEach(() => {
  lines = capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('streamEndpoint', () => {
  it('sends the headers, then all pieces in order', async () => {
    expect(await run(streaming('a,b\r\n', '1,2\r\n', '3,4\r\n'))).toEqual({
      statusCode: 200,
      headers: { 'Content-Type': 'text/csv', 'X-Request-Id': requestId },
      body: 'a,b\r\n1,2\r\n3,4\r\n',
      broken: false,
    });
    expect(lines).toMatchObject([{ event: 'request.completed', status: 200, requestId }]);
  });

  it('answers with an empty body when there are no pieces', async () => {
    expect(await run(streaming())).toMatchObject({ statusCode: 200, body: '', broken: false });
  });

  it.each<[string, number, Request]>([
    ['unauthorized', 401, { authorizer: null }],
    ['validation_failed', 400, { query: { page: ['1'] } }],
    ['validation_failed', 400, { query: { q: ['1', '2'] } }],
  ])('answers %s before it calls the function', async (code, status, request) => {
    const fn = jest.fn(streaming('a'));
    expect(problemOf(await run(fn, request))).toMatchObject({ code, status });
    expect(fn).not.toHaveBeenCalled();
  });

  it('answers 429 to a key that sends too many requests', async () => {
    const fn = jest.fn(streaming('a'));
    const answer = await run(
      fn,
      {},
      limitOf(() => ({ take: async () => 0.02 })),
    );
    expect(problemOf(answer)).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(answer.headers).toMatchObject({ 'Retry-After': '1' });
    expect(fn).not.toHaveBeenCalled();
  });

  it('accepts a key with scope read', async () => {
    expect((await run(streaming('a'), { authorizer: aKey('read') })).statusCode).toBe(200);
  });

  it('answers with a problem when the first piece fails', async () => {
    const answer = await run(streaming(new Error('SECRET')));
    expect(problemOf(answer)).toMatchObject({ status: 500, code: 'internal' });
    expect(JSON.stringify(answer)).not.toContain('SECRET');
    expect(heads).toHaveLength(1);
  });

  it('breaks the connection off when a later piece fails, so that no caller takes a part for the whole', async () => {
    const answer = await run(streaming('a,b\r\n', new Error('the table is gone')));
    expect(answer).toMatchObject({ statusCode: 200, broken: true });
    expect(heads).toHaveLength(1);
    expect(lines).toMatchObject([
      { event: 'request.completed' },
      { event: 'request.broken_off', message: 'the table is gone', requestsBrokenOff: 1 },
    ]);
  });
});

describe('A streamed endpoint', () => {
  const listing = {
    ...route,
    path: '/api/things',
    handler: 'things/list',
    responses: { 200: z.object({ data: z.array(z.string()) }) },
  } as const satisfies Route;
  const answering = (fn: () => Promise<Answer>) => responder<Route, undefined>(listing, fn, () => undefined, unlimited);

  it.each<[string, () => Promise<Answer>, Request]>([
    ['an answer', async () => ({ data: ['ä', 'x'.repeat(7e6)], sealed: 'no' }), {}],
    ['a refusal', async () => ({ data: [] }), { authorizer: null }],
    ['a fault', () => Promise.reject(new Error('SECRET')), {}],
  ])('sends the same bytes as without streaming: %s', async (_name, fn, request) => {
    const { statusCode, headers, body } = await answering(fn)(anApiEvent(request), context);
    expect(await sent(streamed(answering(fn)), request)).toEqual({ statusCode, headers, body, broken: false });
  });

  it('logs when the caller has closed the connection', async () => {
    const gone = new PassThrough();
    gone.destroy();
    await sent(streamed(answering(async () => ({ data: [] }))), {}, gone);
    expect(lines).toMatchObject([
      { event: 'request.completed', status: 200 },
      { event: 'request.broken_off', requestId },
    ]);
  });

  it('exists only for a route with `stream`', async () => {
    const open = { ...listing, scope: 'public' } as const;
    const { stream: _, ...buffered } = open;
    const fn = async () => ({ data: ['a'] });
    expect(await sent(endpoint(open, fn), { authorizer: null })).toMatchObject({
      statusCode: 200,
      body: '{"data":["a"]}',
    });
    expect(endpoint(open, fn)).toHaveLength(3);
    expect(endpoint(buffered, fn)).toHaveLength(2);
  });
});
