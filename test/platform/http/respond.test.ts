import { ProvisionedThroughputExceededException, ThrottlingException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { type Deps, deps } from '../../../lib/platform/deps.ts';
import type { Call } from '../../../lib/platform/http/call.ts';
import { Reply } from '../../../lib/platform/http/reply.ts';
import { limitOf } from '../../../lib/platform/http/request-limit.ts';
import { type Answer, responder } from '../../../lib/platform/http/respond.ts';
import type { Route } from '../../../lib/platform/http/route.ts';
import { ApiError, BusyError } from '../../../lib/values/errors.ts';
import {
  aKey,
  anApiEvent,
  context,
  json,
  problemOf,
  type Request,
  requestId,
  unlimited,
} from '../../support/gateway.ts';
import { organisation, uuid } from '../../support/records.ts';
import { capturedLog } from '../../support/stderr.ts';

process.env.STAGE = 'test';
process.env.VERSION = '1.2.3';

const route = {
  method: 'POST',
  path: '/api/things/{id}',
  handler: 'things/make',
  scope: 'write',
  tag: 'Things',
  summary: 'Make a thing',
  params: z.strictObject({ id: z.guid() }),
  query: z.strictObject({ q: z.string().max(5).optional() }),
  body: z.strictObject({ name: z.string().max(5) }),
  responses: { 201: z.object({ name: z.string() }), 202: z.object({ late: z.boolean() }), 204: null },
  access: {},
} as const satisfies Route;

const right: Request = { headers: json, params: { id: uuid(1) }, body: '{"name":"a"}' };

/** The answer of a route with the function `fn`. */
function answered(fn: () => Promise<Answer>, request: Request = {}, limit = unlimited) {
  return responder<Route, Deps>(route, fn, deps, limit)(anApiEvent({ ...right, ...request }), context);
}
const failing = (error: unknown) => answered(() => Promise.reject(error));

let lines: ReturnType<typeof capturedLog>;
beforeEach(() => {
  lines = capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('responder', () => {
  it('passes the parsed request and the caller to the function', async () => {
    const calls: unknown[] = [];
    const fn = async ({ deps, headers, ...call }: Call<typeof route, Deps>) => {
      calls.push({ ...call, type: headers['content-type'], stage: deps.stage });
      return { name: 'b' };
    };
    const handler = responder(route, fn, deps, unlimited);
    await handler(anApiEvent({ ...right, query: { q: ['x'] } }), context);
    expect(calls).toEqual([
      {
        params: { id: uuid(1) },
        query: { q: 'x' },
        body: { name: 'a' },
        organisation,
        actor: { kind: 'key', id: uuid(90), name: 'Key of Ada' },
        scope: 'admin',
        requestId,
        text: '',
        type: 'application/json',
        stage: 'test',
        wantsPage: false,
      },
    ]);
  });

  it('answers with the first status of the route and only the fields of the response schema', async () => {
    const answer = await answered(async () => ({ name: 'b', sealedSecret: 'x' }));
    expect(answer).toEqual({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId },
      body: '{"name":"b"}',
    });
  });

  it('answers with the status and the headers of a Reply', async () => {
    const answer = await answered(async () => new Reply(202, { late: true, x: 1 }, { 'Retry-After': '5' }));
    expect(answer).toEqual({
      statusCode: 202,
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId, 'Retry-After': '5' },
      body: '{"late":true}',
    });
  });

  it('answers 204 without a body and without a content type', async () => {
    expect(await answered(async () => new Reply(204, null))).toEqual({
      statusCode: 204,
      headers: { 'X-Request-Id': requestId },
      body: '',
    });
  });

  it.each<[string, () => Promise<Answer>]>([
    ['a status that the route does not list', async () => new Reply(200, { name: 'b' })],
    ['a body that the response schema refuses', async () => ({ name: 5 })],
    ['a missing body', async () => null],
  ])('answers 500 instead of %s', async (_what, fn) => {
    expect(problemOf(await answered(fn))).toMatchObject({ status: 500, code: 'internal' });
  });

  it('logs each answer with its status, the request and the organisation', async () => {
    await answered(async () => ({ name: 'b' }));
    expect(lines).toEqual([
      {
        level: 'info',
        event: 'request.completed',
        requestId,
        correlationId: requestId,
        route: 'things/make',
        organisation,
        keyId: uuid(90),
        status: 201,
        ms: expect.any(Number),
      },
    ]);
  });
});

describe('The log line of a refused request', () => {
  it.each<[string, Request]>([
    ['the scope is too low', { authorizer: aKey('read') }],
    ['the key has expired', { authorizer: aKey('admin', { expiresAt: '2026-01-31T08:59:59.000Z' }) }],
    ['the body is invalid', { body: '{"name":7}' }],
  ])('names the key when %s', async (_why, request) => {
    await answered(async () => ({ name: 'b' }), request);
    expect(lines).toMatchObject([{ event: 'request.completed', organisation, keyId: uuid(90) }]);
  });

  it('names the key when the key sends too many requests', async () => {
    const refuse = () => Promise.reject(new ApiError('rate_limited', 'Too many.'));
    await answered(async () => ({ name: 'b' }), {}, refuse);
    expect(lines).toMatchObject([{ event: 'request.completed', status: 429, keyId: uuid(90) }]);
  });
});

describe('An error in the function of an endpoint', () => {
  it('becomes a problem document with the headers and fields of the ApiError', async () => {
    const errors = [{ path: 'name', message: 'is taken' }];
    const answer = await failing(new ApiError('conflict', 'Taken.', { errors, headers: { 'Retry-After': '7' } }));
    expect(answer.headers).toMatchObject({ 'Retry-After': '7' });
    expect(problemOf(answer)).toMatchObject({
      type: 'urn:problem-type:chainwatch:conflict',
      status: 409,
      code: 'conflict',
      detail: 'Taken.',
      errors,
    });
    expect(lines.map(({ event }) => event)).toEqual(['request.completed']);
  });

  it('becomes a 502 when a chain is unavailable, without the URL that contains a key', async () => {
    const answer = await failing(new ChainUnavailableError('base', 'https://rpc.example/SECRET answered 500'));
    expect(problemOf(answer)).toMatchObject({ status: 502, code: 'chain_unavailable' });
    expect(answer.headers).toMatchObject({ 'Retry-After': '5' });
    expect(JSON.stringify(answer)).not.toContain('SECRET');
    expect(lines).toMatchObject([{ event: 'chain.unavailable', chain: 'base' }, { event: 'request.completed' }]);
  });

  it.each([
    new BusyError('Other writes held the items'),
    new ProvisionedThroughputExceededException({ message: 'SECRET', $metadata: {} }),
    new ThrottlingException({ message: 'SECRET', $metadata: {} }),
  ])('becomes a 503 with Retry-After when the table is busy: $name', async (error) => {
    const answer = await failing(error);
    expect(problemOf(answer)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(answer.headers).toMatchObject({ 'Retry-After': '1' });
    expect(JSON.stringify(answer)).not.toContain('SECRET');
    expect(lines).toMatchObject([{ level: 'warn', event: 'request.refused_by_table' }, { event: 'request.completed' }]);
  });

  it.each([
    ['an error', new Error('SECRET')],
    ['an error of middy with a status', Object.assign(new Error('SECRET'), { statusCode: 418, expose: true })],
    ['a ZodError', new z.ZodError([{ code: 'custom', path: ['SECRET'], message: 'SECRET', input: 'SECRET' }])],
    ['text', 'SECRET'],
    ['nothing', undefined],
  ])('becomes a 500 when it is %s, and only the log has the cause', async (_what, error) => {
    const answer = await failing(error);
    expect(problemOf(answer)).toMatchObject({ status: 500, code: 'internal', requestId });
    expect(JSON.stringify(answer)).not.toContain('SECRET');
    expect(lines).toMatchObject([
      { level: 'error', event: 'request.failed', requestId },
      { event: 'request.completed', status: 500 },
    ]);
    if (error !== undefined) expect(JSON.stringify(lines[0])).toContain('SECRET');
  });
});

const BUSY = uuid(91);
/** A limit that only the key BUSY has reached. */
const busy = limitOf(() => ({ take: async (keyId) => (keyId === BUSY ? 1.2 : 0) }));

describe('The rate limit of a key', () => {
  const asBusy = { authorizer: { ...aKey('write'), keyId: BUSY } };

  it('leads to a 429 with the whole seconds until the next request may come', async () => {
    const fn = jest.fn(async () => ({ name: 'b' }));
    const answer = await answered(fn, asBusy, busy);
    expect(problemOf(answer)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(answer.headers).toMatchObject({ 'Retry-After': '2' });
    expect(fn).not.toHaveBeenCalled();
  });

  it('applies to this key only', async () => {
    expect((await answered(async () => ({ name: 'b' }), {}, busy)).statusCode).toBe(201);
  });

  it('does not count requests to public routes', async () => {
    const take = jest.fn(async () => 1);
    const open = { ...route, scope: 'public' } as const;
    const handler = responder<Route, Deps>(
      open,
      async () => ({ name: 'b' }),
      deps,
      limitOf(() => ({ take })),
    );
    expect((await handler(anApiEvent({ ...right, authorizer: null }), context)).statusCode).toBe(201);
    expect(take).not.toHaveBeenCalled();
  });

  it('counts a request to a route of a weight as so many requests', async () => {
    const take = jest.fn(async () => 0);
    const weighing = limitOf(() => ({ take }), 5);
    expect((await answered(async () => ({ name: 'b' }), {}, weighing)).statusCode).toBe(201);
    expect(take.mock.calls).toEqual([[expect.any(String), 5]]);
  });

  it('lets a request pass when counting fails, and logs the cause', async () => {
    const broken = limitOf(() => ({ take: () => Promise.reject(new Error('throttled')) }));
    expect((await answered(async () => ({ name: 'b' }), {}, broken)).statusCode).toBe(201);
    expect(lines).toMatchObject([{ event: 'rate_limit.not_counted', message: 'throttled' }, { status: 201 }]);
  });
});

describe('The order of checks', () => {
  /** A request with every fault. Each case corrects one more fault. */
  const wrong: Request = {
    authorizer: null,
    headers: { 'Content-Type': 'text/plain' },
    params: { id: 'x' },
    query: { bogus: ['1'] },
    body: 'x'.repeat(300_000),
  };
  const steps: [string, string[] | undefined, Request][] = [
    ['unauthorized', undefined, {}],
    ['forbidden', undefined, { authorizer: aKey('read') }],
    ['rate_limited', undefined, { authorizer: { ...aKey('write'), keyId: BUSY } }],
    ['unsupported_media_type', undefined, { authorizer: aKey('write') }],
    ['payload_too_large', undefined, { headers: json }],
    ['invalid_json', undefined, { body: '{' }],
    ['validation_failed', ['id'], { body: '{}' }],
    ['validation_failed', ['bogus'], { params: { id: uuid(1) } }],
    ['validation_failed', ['name'], { query: {} }],
  ];

  it.each(steps.map(([code, paths], i) => [code, paths, i] as const))(
    'reports %s %j as check number %i',
    async (code, paths, i) => {
      const request = Object.assign({ ...wrong }, ...steps.slice(0, i + 1).map(([, , more]) => more));
      const called = jest.fn(async () => ({ name: 'b' }));
      expect(problemOf(await answered(called, request, busy))).toMatchObject({ code, ...(paths && { paths }) });
      expect(called).not.toHaveBeenCalled();
    },
  );

  it('ends with the call of the function', async () => {
    expect((await answered(async () => ({ name: 'b' }))).statusCode).toBe(201);
  });
});
