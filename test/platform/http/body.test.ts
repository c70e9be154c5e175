import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { MAX_BODY_BYTES } from '../../../lib/platform/http/body.ts';
import { responder } from '../../../lib/platform/http/respond.ts';
import type { Route } from '../../../lib/platform/http/route.ts';
import { anApiEvent, context, json, problemOf, type Request, unlimited } from '../../support/gateway.ts';
import { capturedLog } from '../../support/stderr.ts';

process.env.STAGE = 'test';
process.env.VERSION = '1.2.3';

beforeEach(() => {
  capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const Body = z.strictObject({ name: z.string() });
const Optional = z.strictObject({ name: z.string().optional() });

const routeOf = (body: z.ZodType): Route => ({
  method: 'POST',
  path: '/api/things',
  handler: 'things/make',
  scope: 'write',
  tag: 'Things',
  summary: 'Make a thing',
  body,
  responses: { 200: z.object({ body: z.unknown() }) },
  access: {},
});

/** Calls an endpoint that answers with the parsed body. */
const send = (request: Request, schema: z.ZodType = Body) =>
  responder(
    routeOf(schema),
    async ({ body }) => ({ body }),
    () => undefined,
    unlimited,
  )(anApiEvent({ headers: json, ...request }), context);

async function accepted(request: Request, schema?: z.ZodType): Promise<unknown> {
  const { statusCode, body } = await send(request, schema);
  return statusCode === 200 ? JSON.parse(body).body : body;
}
const refused = async (request: Request, schema?: z.ZodType) => problemOf(await send(request, schema));

describe('The content type of a body', () => {
  const body = '{"name":"a"}';

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/problem+json',
    'application/vnd.api+json; version=1',
  ])('may be %s', async (type) => {
    expect(await accepted({ headers: { 'Content-Type': type }, body })).toEqual({ name: 'a' });
  });

  it.each(['Content-Type', 'content-type', 'CONTENT-TYPE'])('is found under %s', async (header) => {
    expect(await accepted({ headers: { [header]: 'application/json' }, body })).toEqual({ name: 'a' });
  });

  it.each(['text/plain', 'text/json', 'application/jsonx', 'application/x-www-form-urlencoded', '', 'json'])(
    'leads to a 415 when it is %j',
    async (type) => {
      expect(await refused({ headers: { 'Content-Type': type }, body })).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
    },
  );

  it('leads to a 415 when it is missing', async () => {
    expect((await refused({ headers: {}, body })).status).toBe(415);
  });
});

describe('The size of a body', () => {
  const sized = (bytes: number) => `{"name":"${'a'.repeat(bytes - '{"name":""}'.length)}"}`;

  it('may be 256 KiB and not a byte more', async () => {
    expect(MAX_BODY_BYTES).toBe(262_144);
    expect((await send({ body: sized(MAX_BODY_BYTES) })).statusCode).toBe(200);
    expect(await refused({ body: sized(MAX_BODY_BYTES + 1) })).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
  });

  it('is counted in bytes, not in characters', async () => {
    expect((await refused({ body: `{"name":"${'é'.repeat(131_072)}"}` })).status).toBe(413);
  });

  it('is the size of the decoded bytes when the body is base64', async () => {
    const encoded = (bytes: number) => ({ body: Buffer.from(sized(bytes)).toString('base64'), isBase64Encoded: true });
    expect((await send(encoded(MAX_BODY_BYTES))).statusCode).toBe(200);
    expect((await refused(encoded(MAX_BODY_BYTES + 1))).status).toBe(413);
  });
});

describe('The JSON of a body', () => {
  it('may come as base64', async () => {
    const body = Buffer.from('{"name":"Zoë 🐋"}').toString('base64');
    expect(await accepted({ body, isBase64Encoded: true })).toEqual({ name: 'Zoë 🐋' });
  });

  it.each([
    '{',
    '{name:"a"}',
    "{'name':'a'}",
    'undefined',
    '{"name":NaN}',
    '{"a":1}{"b":2}',
    '\u0000',
    ' ',
    '['.repeat(50_000),
  ])('leads to a 400 invalid_json when it is malformed: %j', async (body) => {
    expect(await refused({ body })).toMatchObject({ status: 400, code: 'invalid_json' });
  });

  it.each(['[]', 'null', '"text"', '5', 'true', '[{"name":"a"}]'])(
    'leads to a 400 validation_failed when it is %s',
    async (body) => {
      expect(await refused({ body })).toMatchObject({ status: 400, code: 'validation_failed', paths: [''] });
    },
  );

  it.each([
    ['{"name":"a","__proto__":{"scope":"admin"}}', '__proto__'],
    ['{"name":"a","constructor":{"prototype":{"scope":"admin"}}}', 'constructor'],
    ['{"name":"a","constructor":1}', 'constructor'],
    ['{"name":"a","toString":1}', 'toString'],
    ['{"name":"a","Name":"b"}', 'Name'],
  ])('leads to a 400 that names the unknown field of %s', async (body, path) => {
    expect(await refused({ body })).toMatchObject({ status: 400, code: 'validation_failed', paths: [path] });
  });
});

describe('An empty body', () => {
  it.each([
    ['no body', { body: null }],
    ['an empty text', { body: '' }],
    ['an empty text in base64', { body: '', isBase64Encoded: true }],
    ['no body and no content type', { body: null, headers: {} }],
    ['no body with another content type', { body: null, headers: { 'Content-Type': 'text/plain' } }],
  ])('counts as {} when every field is optional: %s', async (_what, request) => {
    expect(await accepted(request, Optional)).toEqual({});
  });

  it('leads to a 400 when a field is required', async () => {
    expect(await refused({ body: null })).toMatchObject({ status: 400, code: 'invalid_json' });
    expect(await refused({ body: '' })).toMatchObject({ status: 400, code: 'invalid_json' });
  });
});
