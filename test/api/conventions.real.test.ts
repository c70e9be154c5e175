import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import {
  type ApiClient,
  api,
  invalid,
  NOT_FOUND,
  newOrganisation,
  type Parts,
  refusalOf,
  targetOf,
} from '../support/api.ts';
import { UNKNOWN_ID as ID, walletBody, wellFormed } from './samples.ts';

const all = Object.entries<Route>(routes).map(([name, route]) => ({ name, route }));
const withId = all.filter(({ route }) => route.path.includes('{id}'));
const withBody = all.filter(({ route }) => route.body !== undefined);
const lists = all.filter(({ route }) => route.query?.safeParse({ page: '1', pageSize: '1' }).success);

let client: ApiClient;
/** The id of a wallet, whose balances are a list. */
let wallet: string;
beforeAll(async () => {
  client = (await newOrganisation()).api;
  const { body } = await client.call(routes.createWallet, { body: walletBody() });
  wallet = z.object({ id: z.string() }).parse(body).id;
});

const json = { 'Content-Type': 'application/json' };
const post = (body: string, headers: Record<string, string> = json) =>
  client.raw({ method: 'POST', path: '/api/wallets', headers, body });

describe('Every route', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/api/wallets/'],
    ['GET', '//api/wallets'],
    ['GET', `/api/wallets/${ID}/more`],
    ['PUT', '/api/wallets'],
    ['DELETE', '/api/wallets'],
    ['HEAD', '/api/wallets'],
    ['OPTIONS', '/api/wallets'],
    ['POST', '/api/health'],
    ['GET', '/API/wallets'],
  ])('that is none answers 404, with a key and without: %s %s', async (method, path) => {
    for (const caller of [client, api()]) {
      const answer = await caller.raw({ method, path });
      expect(answer.status).toBe(404);
      if (method !== 'HEAD') expect(refusalOf(answer)).toEqual(NOT_FOUND);
    }
  });

  it('gives each response its own X-Request-Id', async () => {
    const answers = await Promise.all([client.call(routes.listWallets), client.call(routes.listWallets)]);
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(2);
  });

  it('refuses an unknown query parameter', async () => {
    for (const { route } of all.filter((each) => each.name !== 'lookupTransaction')) {
      const answer = await client.raw({
        method: route.method,
        path: targetOf(route, wellFormed(route), { surprise: '1' }),
        ...(route.body && { headers: json, body: '{}' }),
      });
      expect([route.path, refusalOf(answer)]).toEqual([route.path, invalid('surprise')]);
    }
  });

  it('refuses a query parameter that is given twice', async () => {
    const answer = await client.raw({ method: 'GET', path: '/api/wallets?page=1&page=2' });
    expect(refusalOf(answer)).toEqual(invalid('page'));
  });
});

describe('An id in the path', () => {
  it.each(withId)('is refused by name when it is malformed: $name', async ({ route }) => {
    const params = { ...wellFormed(route), id: `${ID}#x` };
    expect(await client.refused(route, { params, body: route.body && {} })).toEqual(invalid('id'));
  });

  it.each(['1', 'not-a-uuid', `${ID}0`, '%', "' OR 1=1", '../keys'])('is refused by name: %s', async (id) => {
    expect(await client.refused(routes.getWallet, { params: { id } })).toEqual(invalid('id'));
  });

  const mayMiss = withId.filter(({ route }) => route.errors?.includes('not_found'));
  it.each(mayMiss.filter(({ route }) => !route.body || route.body.safeParse({}).success))(
    'is 404 when no record has the id: $name',
    async ({ route }) => {
      expect(await client.refused(route, { params: wellFormed(route) })).toEqual(NOT_FOUND);
    },
  );
});

describe('A list', () => {
  it.each(lists)('is paged: $name', async ({ route }) => {
    const owner = route.errors?.includes('not_found') ? { id: wallet } : {};
    const params = { ...wellFormed(route), ...owner };
    const empty = await client.call(route, { params, query: { page: 1000, pageSize: 100 } });
    expect(empty).toMatchObject({ status: 200, body: { data: [], meta: { page: 1000, pageSize: 100 } } });
    const first = await client.call(route, { params });
    expect(first).toMatchObject({ status: 200, body: { meta: { page: 1, pageSize: 25 } } });
  });

  it.each(lists)('refuses invalid values of page and pageSize: $name', async ({ route }) => {
    const refused = await client.refused(route, { params: wellFormed(route), query: { page: 0, pageSize: 101 } });
    expect(refused).toEqual(invalid('page', 'pageSize'));
  });

  it('refuses each invalid value of page and pageSize by name', async () => {
    const refused = (query: Parts['query']) => client.refused(routes.listWallets, { query });
    for (const page of ['0', '-1', '1.5', '1e3', 'x', '', ' 1', '+1', '99999999999']) {
      expect([page, await refused({ page })]).toEqual([page, invalid('page')]);
    }
    for (const pageSize of ['0', '101', '-5', '2.5', 'all', '']) {
      expect([pageSize, await refused({ pageSize })]).toEqual([pageSize, invalid('pageSize')]);
    }
  });
});

describe('The body of a request', () => {
  it.each(withBody)('is refused when it is no object or has an unknown field: $name', async ({ route }) => {
    const params = wellFormed(route);
    expect(await client.refused(route, { params, body: [] })).toEqual(invalid(''));
    const { status, code, paths } = await client.refused(route, { params, body: { surprise: 1 } });
    expect({ status, code }).toEqual({ status: 400, code: 'validation_failed' });
    expect(paths).toContain('surprise');
  });

  it.each(['text', 7, true, null])('is refused when it is %j', async (body) => {
    expect(await client.refused(routes.createWallet, { body })).toEqual(invalid(''));
  });

  it.each(['{', '{"label":}', "{'label':'x'}", 'label=x', '{"a":1}{"b":2}', '﻿{', 'undefined', 'NaN'])(
    'is 400 invalid_json when it is not JSON: %s',
    async (body) => {
      expect(refusalOf(await post(body))).toEqual({ status: 400, code: 'invalid_json' });
    },
  );

  it('may be missing where no field is required, and otherwise its absence is 400', async () => {
    expect(await client.refused(routes.createWallet)).toEqual({ status: 400, code: 'invalid_json' });
    expect(await client.refused(routes.resolveEvent, { params: { id: ID } })).toEqual(NOT_FOUND);
  });

  it.each([
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'application/json;a="b"',
  ])('may be called %s', async (type) => {
    const answer = await post(JSON.stringify(walletBody()), { 'Content-Type': type });
    expect(answer.status).toBe(201);
  });

  it('is 415 with another media type or without a media type', async () => {
    const unsupported = { status: 415, code: 'unsupported_media_type' };
    expect(refusalOf(await post('{}', {}))).toEqual(unsupported);
    for (const type of ['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'application/jsonp', 'json']) {
      expect([type, refusalOf(await post('{}', { 'Content-Type': type }))]).toEqual([type, unsupported]);
    }
  });

  it('may have at most 256 KiB', async () => {
    const sized = (size: number) => `{"x":"${'a'.repeat(size - '{"x":""}'.length)}"}`;
    expect(refusalOf(await post(sized(256 * 1024)))).toMatchObject({ status: 400, code: 'validation_failed' });
    const tooLarge = { status: 413, code: 'payload_too_large' };
    expect(refusalOf(await post(sized(256 * 1024 + 1)))).toEqual(tooLarge);
    expect(refusalOf(await post(sized(11 * 1024 * 1024)))).toEqual(tooLarge);
    // Each character has two bytes. The limit counts bytes, not characters.
    expect(refusalOf(await post(`{"x":"${'é'.repeat(128 * 1024)}"}`))).toEqual(tooLarge);
  });

  it('is checked in the order scope, media type, size, JSON, schema, existence', async () => {
    const large = 'a'.repeat(300_000);
    expect(refusalOf(await post(large, {}))).toMatchObject({ status: 415 });
    expect(refusalOf(await post(large))).toMatchObject({ status: 413 });
    const gone = `/api/wallets/${ID}`;
    const patch = (body: string) => client.raw({ method: 'PATCH', path: gone, headers: json, body });
    expect(refusalOf(await patch('{'))).toMatchObject({ code: 'invalid_json' });
    expect(refusalOf(await patch('{"label":""}'))).toEqual(invalid('label'));
    expect(refusalOf(await patch('{"label":"x"}'))).toEqual(NOT_FOUND);
  });

  it('cannot change a prototype', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const answer = await post(`{"label":"x","${key}":{"isAdmin":true}}`);
      expect(refusalOf(answer)).toMatchObject({ status: 400, code: 'validation_failed' });
    }
  });
});

describe('The service', () => {
  it('answers GET /api/health without a key', async () => {
    const answer = await api().call(routes.health);
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('answers the committed OpenAPI document without a key', async () => {
    const { default: committed } = await import('../../docs/openapi.json', { with: { type: 'json' } });
    const { status, body } = await api().call(routes.openapi);
    expect(status).toBe(200);
    expect(body).toEqual(committed);
    expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  });

  it('lists the chains of the contract', async () => {
    const { data } = await client.ok(routes.listChains);
    const evm = ['ethereum', 'base', 'arbitrum', 'optimism', 'polygon', 'bsc', 'avalanche', 'sepolia', 'anvil'];
    expect(data.map(({ id }) => id).sort()).toEqual([...evm, 'solana', 'solana-devnet', 'xrp', 'xrp-testnet'].sort());
    // The stack of the tests has fixed prices.
    expect(data.find(({ id }) => id === 'anvil')?.prices).toEqual({ source: 'fixed', nativeUsd: '2500' });
  });
});
