import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { routes } from '../../functions/routes.ts';
import { closeAll, ok, type Received, receiver } from '../platform/outbound/receiver.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importInto, largestMatch } from './samples.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const CONFLICT = { status: 409, code: 'conflict' };
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

let client: ApiClient;
beforeAll(async () => {
  client = (await newOrganisation()).api;
});
afterAll(closeAll);

const body = (more: object = {}) => ({ url: 'https://example.com/hook', events: ['alert.fired'], ...more });
/** An organisation of its own, so that no test reaches the limit of 20. */
async function subscribed(more: object = {}) {
  const { api } = await newOrganisation();
  const { secret = '', ...webhook } = await api.ok(routes.createWebhook, { body: body(more) });
  return { api, webhook, secret, params: { id: webhook.id } };
}

describe('POST /api/webhooks', () => {
  it('answers 201 with a generated secret, which no later response shows', async () => {
    const { status, body: made } = await client.call(routes.createWebhook, { body: body() });
    expect(status).toBe(201);
    expect(made).toEqual({
      ...body(),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      description: '',
      payload: 'standard',
      match: {},
      headers: {},
      isActive: true,
      disabledReason: null,
      consecutiveFailures: 0,
      failingSince: null,
      lastSuccessAt: null,
      lastFailureAt: null,
      lastError: null,
      secret: expect.stringMatching(SECRET),
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: expect.stringMatching(INSTANT),
    });
    const { id, secret, ...rest } = Object(made);
    expect(await client.ok(routes.getWebhook, { params: { id } })).toEqual({ id, ...rest });
    const { text } = await client.call(routes.listWebhooks);
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/secret/i);
  });

  it('never shows a secret that the caller gave', async () => {
    const { body: made, text } = await client.call(routes.createWebhook, {
      body: body({ secret: 'my own long secret' }),
    });
    expect(made).not.toHaveProperty('secret');
    expect(text).not.toContain('my own long secret');
  });

  const bad: [field: string, more: object][] = [
    ['url', { url: undefined }],
    ['url', { url: '' }],
    ['url', { url: 'example.com' }],
    ['url', { url: 'http://example.com/' }],
    ['url', { url: 'ftp://example.com/' }],
    ['url', { url: 'https://user:secret@example.com/' }],
    ['url', { url: 'https://example.com:80/' }],
    ['url', { url: `https://example.com/${'x'.repeat(2048)}` }],
    ['url', { url: 'https://10.0.0.1/' }],
    ['url', { url: 'https://169.254.169.254/latest/meta-data' }],
    ['url', { url: 'https://metadata/' }],
    ['events', { events: undefined }],
    ['events', { events: [] }],
    ['events', { events: 'alert.fired' }],
    ['events.1', { events: ['ping', 'alert.never'] }],
    ['secret', { secret: '' }],
    ['secret', { secret: 'a' }],
    ['secret', { secret: 'fifteen letters' }],
    ['secret', { secret: 'whsec_' }],
    ['secret', { secret: 'whsec_QQ==' }],
    ['secret', { secret: `whsec_${Buffer.alloc(23).toString('base64')}` }],
    ['secret', { secret: `whsec_${Buffer.alloc(65).toString('base64')}` }],
    ['secret', { secret: 'whsec_not base64, however long it is' }],
    ['secret', { secret: 'x'.repeat(257) }],
    ['secret', { secret: 7 }],
    ['description', { description: 'x'.repeat(257) }],
    ['isActive', { isActive: false }],
    ['match.severities.0', { match: { severities: ['high'] } }],
    ['match.ruleIds.0', { match: { ruleIds: ['x'] } }],
    ['match.events', { match: { events: ['alert.fired'] } }],
    ['match.walletTags.0', { match: { walletTags: [''] } }],
    ['headers', { headers: 'Authorization: x' }],
    ['headers.Host', { headers: { Host: 'example.org' } }],
    ['headers.X-Key', { headers: { 'X-Key': '…1234' } }],
  ];
  it.each(bad)('refuses an invalid %s and stores nothing: %j', async (field, more) => {
    const before = (await client.ok(routes.listWebhooks)).meta.total;
    expect(await client.refused(routes.createWebhook, { body: body(more) })).toEqual(invalid(field));
    expect((await client.ok(routes.listWebhooks)).meta.total).toBe(before);
  });

  it('is 409 for the 21st subscription, also with concurrent requests, until a subscription is deleted', async () => {
    const { api } = await newOrganisation();
    const create = () => api.call(routes.createWebhook, { body: body() });
    const statuses = (await Promise.all(Array.from({ length: 25 }, create))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(20).fill(201), ...Array(5).fill(409)]);
    expect(await api.refused(routes.createWebhook, { body: body() })).toEqual(CONFLICT);
    const { data, meta } = await api.ok(routes.listWebhooks);
    expect(meta.total).toBe(20);
    await api.ok(routes.deleteWebhook, { params: { id: data[0]?.id ?? '' } });
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(409);
  });
});

describe('GET /api/webhooks', () => {
  it('lists the newest subscription first', async () => {
    const { api, webhook } = await subscribed();
    const { secret: _, ...second } = await api.ok(routes.createWebhook, { body: body({ events: ['ping', 'ping'] }) });
    expect(second.events).toEqual(['ping']);
    expect((await api.ok(routes.listWebhooks)).data).toEqual([second, webhook]);
    expect((await api.ok(routes.listWebhooks, { query: { page: 2, pageSize: 1 } })).data).toEqual([webhook]);
  });
});

describe('PATCH /api/webhooks/:id', () => {
  it('changes the given fields, and shows why a subscription is off', async () => {
    const { api, webhook, params } = await subscribed();
    const change = { url: 'https://example.org/other', events: ['ping'], description: 'Ours' };
    const changed = await api.ok(routes.updateWebhook, { params, body: change });
    expect(changed).toEqual({ ...webhook, ...change, updatedAt: expect.stringMatching(INSTANT) });
    const off = await api.ok(routes.updateWebhook, { params, body: { isActive: false } });
    expect(off).toMatchObject({ ...change, isActive: false, disabledReason: expect.stringMatching(/./) });
    expect(await api.refused(routes.testWebhook, { params })).toEqual(CONFLICT);
    const on = await api.ok(routes.updateWebhook, { params, body: { isActive: true } });
    expect(on).toMatchObject({ isActive: true, disabledReason: null });
  });

  it.each<[string, object]>([
    ['', {}],
    ['url', { url: 'http://example.com' }],
    ['events', { events: [] }],
    ['secret', { secret: 'another' }],
    ['isActive', { isActive: 1 }],
  ])('refuses a bad change of %s: %j', async (field, change) => {
    const { api, webhook, params } = await subscribed();
    expect(await api.refused(routes.updateWebhook, { params, body: change })).toEqual(invalid(field));
    expect(await api.ok(routes.getWebhook, { params })).toEqual(webhook);
  });
});

describe('The match of a subscription', () => {
  it('can have 100 values in each field', async () => {
    const match = largestMatch();
    const { api, webhook, params } = await subscribed({ match });
    expect(webhook.match).toEqual(match);
    expect((await api.ok(routes.updateWebhook, { params, body: { match } })).match).toEqual(match);
    expect((await api.ok(routes.getWebhook, { params })).match).toEqual(match);
    expect((await api.ok(routes.listWebhooks)).data.map((each) => each.match)).toEqual([match]);
    await api.ok(routes.testWebhook, { params });
    await api.ok(routes.rotateWebhookSecret, { params });
    await api.ok(routes.deleteWebhook, { params });
  });

  const match = {
    severities: ['critical', 'info'],
    ruleIds: ['6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53'],
    ruleTypes: ['approval'],
    walletIds: ['6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53'],
    walletTypes: ['multisig'],
    walletTags: ['cold storage'],
  };

  it('stands in all answers, and a PATCH replaces it as a whole', async () => {
    const { api, webhook, params } = await subscribed({ match });
    expect(webhook.match).toEqual(match);
    expect((await api.ok(routes.getWebhook, { params })).match).toEqual(match);
    const change = { severities: ['warning', 'warning'], walletTags: [] };
    const changed = await api.ok(routes.updateWebhook, { params, body: { match: change } });
    expect(changed.match).toEqual({ severities: ['warning'], walletTags: [] });
    const other = await api.ok(routes.updateWebhook, { params, body: { description: 'Ours' } });
    expect(other.match).toEqual(changed.match);
    expect((await api.ok(routes.updateWebhook, { params, body: { match: {} } })).match).toEqual({});
  });

  it('decides which alerts the subscription gets', async () => {
    const { url, received } = await receiver(ok);
    const { api } = await newOrganisation();
    const [multisig, hot] = [await addWallet(api, { type: 'multisig' }), await addWallet(api)];
    const at = (path: string, wanted: object) =>
      api.ok(routes.createWebhook, {
        body: body({ url: `${url}/${path}`, match: wanted }),
      });
    await at('multisig', { walletTypes: ['multisig'] });
    await at('critical', { severities: ['critical'] });
    await at('tagged', { walletTags: ['cold storage'] });
    const { id } = await at('changed', { severities: ['info'] });
    await api.ok(routes.updateWebhook, { params: { id }, body: { match: { walletIds: [hot.id] } } });
    await addRule(api);
    await importInto(api, multisig);
    await importInto(api, hot);
    await eventually(
      async () => received.map((each) => each.url).sort(),
      (urls) => urls.length === 2,
    );
    expect(received.map((each) => each.url).sort()).toEqual(['/hook/changed', '/hook/multisig']);
    expect((await api.ok(routes.listDeliveries)).meta.total).toBe(2);
  });
});

describe('The headers of a subscription', () => {
  const headers = { Authorization: 'Bearer 0123456789', 'X-Team': 'ops' };

  it('are sent, shown masked, and kept when the masked values are written back', async () => {
    const { url, received } = await receiver(ok);
    const { api, webhook, params } = await subscribed({ url, headers });
    expect(webhook.headers).toEqual({ Authorization: '…6789', 'X-Team': '…' });
    expect((await api.call(routes.listWebhooks)).text).not.toMatch(/0123|ops/);
    const change = { headers: { Authorization: '…6789', 'X-Desk': 'a new value' } };
    const changed = await api.ok(routes.updateWebhook, { params, body: change });
    expect(changed.headers).toEqual({ Authorization: '…6789', 'X-Desk': '…alue' });
    await api.ok(routes.testWebhook, { params });
    await eventually(
      async () => received.length,
      (requests) => requests > 0,
    );
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer 0123456789', 'x-desk': 'a new value' });
    expect(received[0]?.headers).not.toHaveProperty('x-team');
    const { data } = await api.ok(routes.listDeliveries);
    expect(JSON.stringify(data)).not.toMatch(/0123|a new value/);
    expect((await api.ok(routes.updateWebhook, { params, body: { headers: {} } })).headers).toEqual({});
  });

  it.each([
    ['headers.Content-Type', { 'Content-Type': 'text/plain' }],
    ['headers.X-Service-Event', { 'X-Service-Event': 'ping' }],
    ['headers.Authorization', { Authorization: '…0000' }],
    ['headers.X-New', { 'X-New': '…6789' }],
    ['headers', Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`X-${n}`, 'x']))],
  ])('are refused at %s', async (path, given) => {
    const { api, webhook, params } = await subscribed({ headers });
    expect(await api.refused(routes.updateWebhook, { params, body: { headers: given } })).toEqual(invalid(path));
    expect(await api.ok(routes.getWebhook, { params })).toEqual(webhook);
  });
});

describe('DELETE /api/webhooks/:id', () => {
  it('answers 204, and 404 when it is repeated', async () => {
    const { api, params } = await subscribed();
    expect((await api.call(routes.deleteWebhook, { params })).status).toBe(204);
    for (const route of [routes.getWebhook, routes.deleteWebhook, routes.testWebhook, routes.rotateWebhookSecret]) {
      expect(await api.refused(route, { params })).toEqual(NOT_FOUND);
    }
  });
});

describe('POST /api/webhooks/:id/test', () => {
  const hmac = (secret: string, text: Buffer) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  const verifies = (secret: string, { headers, body: text }: Received) =>
    expect(new StandardWebhook(secret).verify(text, Object(headers))).toBeDefined();

  /** Sends a ping, which must be delivered, and returns the request that the receiver got. */
  async function pinged(api: ApiClient, params: { id: string }, received: readonly Received[]) {
    const before = received.length;
    const { status, body: delivery, headers } = await api.call(routes.testWebhook, { params });
    expect(status).toBe(202);
    const { id } = Object(delivery);
    await eventually(
      () => api.ok(routes.getDelivery, { params: { id } }),
      (shown) => shown.status === 'delivered',
    );
    const [request, ...more] = received.slice(before);
    if (request === undefined || more.length > 0) throw new Error('not received once');
    return { id, request, requestId: headers.get('x-request-id') };
  }

  it('sends a ping, signed in both ways, to the receiver', async () => {
    const { url, received } = await receiver(ok);
    const { api, params, secret } = await subscribed({ url, events: ['alert.fired'] });
    const { id, request, requestId } = await pinged(api, params, received);
    expect(request.method).toBe('POST');
    expect(JSON.parse(request.body.toString())).toMatchObject({ event: 'ping', webhook: { id: params.id } });
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Chainwatch\/\d+\.\d+\.\d+$/),
      'x-service-signature': hmac(secret, request.body),
      'x-service-event': 'ping',
      'x-service-delivery': id,
      'x-service-attempt': '1',
      // The delivery belongs to the request that caused it.
      'x-request-id': requestId,
      'webhook-id': id,
    });
    verifies(secret, request);
    expect(request.headers).not.toHaveProperty('x-service-signature-previous');
  });

  it('signs with any secret that the caller gave', async () => {
    const { url, received } = await receiver(ok);
    const { api, params } = await subscribed({ url, secret: 'a long pässword 🔑' });
    const { request } = await pinged(api, params, received);
    expect(request.headers['x-service-signature']).toBe(hmac('a long pässword 🔑', request.body));
  });

  it('signs with the old secret beside the new one after rotate-secret', async () => {
    const { url, received } = await receiver(ok);
    const { api, params, secret: before, webhook } = await subscribed({ url });
    const { status, body: rotated } = await api.call(routes.rotateWebhookSecret, { params });
    expect(status).toBe(200);
    const { secret, ...shown } = Object(rotated);
    expect(shown).toEqual({ ...webhook, updatedAt: expect.stringMatching(INSTANT) });
    expect(secret).toMatch(SECRET);
    expect(secret).not.toBe(before);
    const { request } = await pinged(api, params, received);
    expect(request.headers['x-service-signature']).toBe(hmac(secret, request.body));
    expect(request.headers['x-service-signature-previous']).toBe(hmac(before, request.body));
    verifies(secret, request);
    verifies(before, request);
    expect((await api.call(routes.getWebhook, { params })).text).not.toMatch(/secret/i);
  });
});
