import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { makeKey } from '../../lib/organisations/api-keys/key.ts';
import { type Scope, scopes } from '../../lib/platform/caller.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { type Answer, api, invalid, invokeAdmin, NOT_FOUND, newOrganisation, refusalOf } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { wellFormed } from './samples.ts';

const UNAUTHORIZED = { status: 401, code: 'unauthorized' };
const FORBIDDEN = { status: 403, code: 'forbidden' };

const all = Object.entries<Route>(routes).map(([name, route]) => ({ name, route }));
const guarded = all.filter(({ route }) => route.scope !== 'public');
const leastOf = ({ scope }: Route): number => (scope === 'public' ? 0 : scopes.indexOf(scope));

let mine: Awaited<ReturnType<typeof newOrganisation>>;
/** A key that was in use when it was revoked, before all tests. */
let revoked: ReturnType<typeof api>;
const made = { read: api(), review: api(), write: api(), admin: api() };

const createKey = (scope: Scope, more: object = {}) =>
  mine.api.ok(routes.createKey, { body: { name: `A ${scope} key`, scope, ...more } });

beforeAll(async () => {
  mine = await newOrganisation();
  for (const scope of scopes) made[scope] = api((await createKey(scope)).key);
  const { id, key } = await createKey('read');
  revoked = api(key);
  await revoked.ok(routes.listWallets);
  await mine.api.ok(routes.deleteKey, { params: { id } });
});

/** The answer to a request for the wallets with this Authorization header. */
const withHeader = (authorization: string): Promise<Answer> =>
  api().raw({ method: 'GET', path: '/api/wallets', headers: { Authorization: authorization } });

/** A call whose parameters have the right form, so that only the key decides. */
const tried = (route: Route) => ({ params: wellFormed(route), body: route.body && {} });

describe('A request without a valid API key', () => {
  it.each(guarded)('is 401 for $name', async ({ route }) => {
    const answer = await api().call(route, tried(route));
    expect(refusalOf(answer)).toEqual(UNAUTHORIZED);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is 401 before the service reads any other part of the request', async () => {
    const answer = await api().raw({ method: 'POST', path: '/api/wallets?surprise=1', body: '{' });
    expect(refusalOf(answer)).toEqual(UNAUTHORIZED);
  });

  it('is 401 for a key that is malformed, has a wrong checksum, or is unknown', async () => {
    const { apiKey } = mine;
    const flipped = apiKey.slice(0, -1) + (apiKey.endsWith('A') ? 'B' : 'A');
    const unknown = makeKey('test', (size) => Buffer.alloc(size, 7));
    const keys = [
      '',
      'x',
      apiKey.slice(1),
      `${apiKey}A`,
      apiKey.toLowerCase(),
      flipped,
      unknown,
      `${apiKey} ${apiKey}`,
    ];
    for (const key of keys) expect([key, refusalOf(await withHeader(`Bearer ${key}`))]).toEqual([key, UNAUTHORIZED]);
  });

  it.each(['Basic', 'Token', 'Bearer:', 'Bearerx', ''])('is 401 for the scheme "%s"', async (scheme) => {
    expect(refusalOf(await withHeader(`${scheme} ${mine.apiKey}`))).toEqual(UNAUTHORIZED);
  });

  it('is 401 when the key is in the query', async () => {
    const answer = await api().raw({ method: 'GET', path: `/api/wallets?apiKey=${mine.apiKey}` });
    expect(refusalOf(answer)).toEqual(UNAUTHORIZED);
  });
});

describe('A valid API key', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('is accepted after the scheme %s', async (scheme) => {
    expect((await withHeader(`${scheme} ${mine.apiKey}`)).status).toBe(200);
  });

  it.each(guarded)('with a lower scope than that of the route is 403 for $name', async ({ route }) => {
    for (const scope of scopes.slice(0, leastOf(route))) {
      expect([scope, await made[scope].refused(route, tried(route))]).toEqual([scope, FORBIDDEN]);
    }
  });

  it('with the scope review may review events and annotate transactions, and otherwise only read', () => {
    expect(guarded.filter(({ route }) => route.scope === 'review').map(({ name }) => name)).toEqual([
      'annotateTransaction',
      'bulkAcknowledgeEvents',
      'bulkResolveEvents',
      'acknowledgeEvent',
      'resolveEvent',
      'createReview',
      'cancelReview',
    ]);
  });

  it.each(guarded)('with the scope of the route, or a higher scope, may call $name', async ({ route }) => {
    for (const scope of scopes.slice(leastOf(route))) {
      const { status } = await made[scope].call(route, tried(route));
      expect([scope, status]).not.toEqual([scope, 401]);
      expect([scope, status]).not.toEqual([scope, 403]);
    }
  });

  it('is refused for its scope before its body is read', async () => {
    const answer = await made.read.raw({ method: 'POST', path: '/api/wallets', body: 'not json, no media type' });
    expect(refusalOf(answer)).toEqual(FORBIDDEN);
  });
});

describe('POST /api/keys', () => {
  it('answers the key once, in the form of the contract', async () => {
    const { key, ...shown } = await createKey('write', { name: 'CI', expiresAt: '2999-01-01T00:00:00+02:00' });
    expect(key).toMatch(/^cw_test_[0-9A-Za-z]{36}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'CI',
      scope: 'write',
      prefix: 'cw_test_',
      lastFour: key.slice(-4),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expiresAt: '2998-12-31T22:00:00.000Z',
      revokedAt: null,
      lastUsedAt: null,
    });
    const { text } = await mine.api.call(routes.listKeys, { query: { pageSize: 100 } });
    expect(text).toContain(shown.id);
    expect(text).not.toContain(key.slice('cw_test_'.length, -4));
  });

  it.each<[object, string[]]>([
    [{}, ['name', 'scope']],
    [{ name: '', scope: 'read' }, ['name']],
    [{ name: 'x'.repeat(65), scope: 'read' }, ['name']],
    [{ name: '\ud800', scope: 'read' }, ['name']],
    [{ name: 'x', scope: 'root' }, ['scope']],
    [{ name: 'x', scope: 'read', expiresAt: 'tomorrow' }, ['expiresAt']],
    [{ name: 'x', scope: 'read', expiresAt: '2999-02-30' }, ['expiresAt']],
    [{ name: 'x', scope: 'read', expiresAt: '2020-01-01' }, ['expiresAt']],
    [{ name: 'x', scope: 'read', key: 'cw_test_mine' }, ['key']],
    [{ name: '', scope: 'root', expiresAt: '2020-01-01' }, ['expiresAt', 'name', 'scope']],
  ])('refuses %j', async (body, paths) => {
    expect(await mine.api.refused(routes.createKey, { body })).toEqual(invalid(...paths));
  });
});

describe('GET /api/me', () => {
  it('shows the organisation and the key of the request, and nothing of the secret', async () => {
    const { key, ...created } = await createKey('read', { name: 'Console', expiresAt: '2999-01-01T00:00:00Z' });
    const { body, text } = await api(key).call(routes.getMe);
    const { id, name, scope, prefix, lastFour, expiresAt } = created;
    expect(body).toEqual({
      organisation: { id: mine.organisationId, name: expect.any(String) },
      key: { id, name, scope, prefix, lastFour, expiresAt },
      limits: expect.objectContaining({ keys: { limit: 50, used: expect.any(Number) } }),
      scope: 'read',
      person: null,
    });
    expect(text).not.toContain(key.slice('cw_test_'.length, -4));
  });
});

describe('GET /api/keys', () => {
  it('shows the organisation its keys, newest first, with the minute of their last use', async () => {
    const { data, meta } = await mine.api.ok(routes.listKeys, { query: { pageSize: 100 } });
    expect(meta.total).toBe(data.length);
    expect(data.map(({ createdAt }) => createdAt)).toEqual(
      data
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    );
    const first = data.at(-1);
    expect(first).toMatchObject({ scope: 'admin', lastFour: mine.apiKey.slice(-4) });
    expect(first?.lastUsedAt).toMatch(/T\d\d:\d\d:00\.000Z$/);
  });
});

describe('An expired API key', () => {
  /** A key that was used before its expiry. If a slow machine lets the key expire first, the next key lives longer. */
  async function usedKey(seconds = 2): Promise<{ key: string; expiresAt: string }> {
    const expiresAt = new Date(Date.now() + seconds * 1000).toISOString();
    const body = { name: 'Short-lived', scope: 'read', expiresAt };
    const created = await mine.api.call(routes.createKey, { body });
    const { key } = Object(created.body);
    const used = await api(key).call(routes.listWallets);
    if (Date.now() >= Date.parse(expiresAt)) return usedKey(4 * seconds);
    expect([created.status, used.status]).toEqual([201, 200]);
    return { key, expiresAt };
  }

  it('is 401 from the moment of its expiry, also when it was used shortly before', async () => {
    const { key, expiresAt } = await usedKey();
    const answer = await eventually(
      () => api(key).call(routes.listWallets),
      ({ status }) => status !== 200,
    );
    expect(refusalOf(answer)).toEqual(UNAUTHORIZED);
    expect(Date.now()).toBeGreaterThan(Date.parse(expiresAt));
  });
});

describe('DELETE /api/keys/:id', () => {
  it('answers 204, also for a revoked key, and 404 for a key that the organisation does not have', async () => {
    const { id } = await createKey('read');
    const other = await newOrganisation();
    expect(await other.api.refused(routes.deleteKey, { params: { id } })).toEqual(NOT_FOUND);
    expect((await mine.api.call(routes.deleteKey, { params: { id } })).status).toBe(204);
    expect((await mine.api.call(routes.deleteKey, { params: { id } })).status).toBe(204);
    const { data } = await mine.api.ok(routes.listKeys, { query: { pageSize: 100 } });
    expect(data.find((key) => key.id === id)?.revokedAt).not.toBeNull();
  });

  it('is 409 for the last valid key of scope admin, until an operator creates another admin key', async () => {
    const { api: mine, organisationId } = await newOrganisation();
    const [first] = (await mine.ok(routes.listKeys)).data;
    const params = { id: first?.id ?? '' };
    const refusal = await mine.call(routes.deleteKey, { params });
    expect(refusalOf(refusal)).toEqual({ status: 409, code: 'conflict' });
    expect(refusal.text).toContain('only valid key of scope admin');

    const made = await invokeAdmin({ action: 'createKey', organisationId, name: 'Another', scope: 'admin' });
    const another = api(Object(made).key);
    expect((await another.call(routes.deleteKey, { params })).status).toBe(204);
    expect((await another.ok(routes.listKeys)).data).toHaveLength(2);
    await invokeAdmin({ action: 'revokeKey', organisationId, keyId: Object(made).id });
    await eventually(
      () => another.call(routes.listKeys),
      ({ status }) => status === 401,
      60,
    );
  });

  it('takes effect at once for a key that was never used', async () => {
    const { id, key } = await createKey('admin');
    await mine.api.ok(routes.deleteKey, { params: { id } });
    expect(await api(key).refused(routes.listWallets)).toEqual(UNAUTHORIZED);
  });

  it('takes effect within 60 s for a key in use', async () => {
    const refused = await eventually(
      () => revoked.call(routes.listWallets),
      ({ status }) => status !== 200,
      60,
    );
    expect(refusalOf(refused)).toEqual(UNAUTHORIZED);
  });
});
