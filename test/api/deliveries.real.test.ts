import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Delivery } from '../../lib/deliveries/schema.ts';
import { closeAll, ok, receiver } from '../platform/outbound/receiver.ts';
import { invalid, invokeAdmin, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { alerting, delivery, only, status } from './alerting.ts';
import { addRule, addWallet, importBody, importInto } from './samples.ts';

const Logged = z.object({ event: z.string() });
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const CONFLICT = { status: 409, code: 'conflict' };

afterAll(closeAll);

describe('A fired alert', () => {
  it('is delivered to every subscription in the shape of the specification', async () => {
    const { api, url, received, webhook, secret, rule, alerted } = await alerting(ok);
    const { id, eventId, transaction } = await alerted();
    const shown = await delivery(api, id);
    expect(shown).toEqual({
      id,
      webhookId: webhook.id,
      destinationId: null,
      replayId: null,
      summaryId: null,
      alertSummary: expect.stringMatching(/^Treasury received 1\.5 ETH \(3,750 USD\) from 0x/),
      ruleId: rule.id,
      eventId,
      event: 'alert.fired',
      kind: 'webhook',
      channel: 'webhook',
      url,
      status: 'delivered',
      error: null,
      attempts: [
        {
          n: 1,
          at: expect.stringMatching(INSTANT),
          statusCode: 200,
          error: null,
          durationMs: expect.any(Number),
          responseExcerpt: 'ok',
        },
      ],
      nextAttemptAt: null,
      createdAt: expect.stringMatching(INSTANT),
      deliveredAt: expect.stringMatching(INSTANT),
      request: { headers: expect.any(Object), body: expect.any(String) },
    });
    const { body, headers } = only(received);
    expect(shown.request.body).toBe(body.toString());
    const all = Object.entries(shown.request.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const signatures = all.filter(([name]) => name.includes('signature'));
    const sent = all.filter(([name]) => !name.includes('signature'));
    expect(headers).toMatchObject(Object.fromEntries(sent));
    // With a whole signature, the user of a key that only reads could send a message that receivers accept.
    expect(signatures).toEqual([
      ['x-service-signature', expect.stringMatching(/^sha256=[\da-f]{6}…$/)],
      ['webhook-signature', expect.stringMatching(/^v1,[\w+/]{6}…$/)],
    ]);
    expect(Object.fromEntries(sent)).toMatchObject({ 'x-service-attempt': '1', 'x-service-delivery': id });
    const event = await api.ok(routes.getEvent, { params: { id: eventId ?? '' } });
    expect(JSON.parse(body.toString())).toEqual({
      event: 'alert.fired',
      fired_at: event.firedAt,
      rule: { id: rule.id, name: 'Alert "1"' },
      transaction: {
        hash: transaction.hash,
        chain: 'ethereum',
        from: transaction.fromAddress,
        to: transaction.toAddress,
        value_eth: '1.5',
        value_usd: '3750',
        block: 19_000_000,
        timestamp: '2026-03-01T11:00:00.000Z',
      },
    });
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    expect(headers).toMatchObject({ 'x-service-event': 'alert.fired', 'x-service-delivery': id });
  });

  it('carries the id of the request that caused it, as do the log lines of its evaluation and attempt', async () => {
    const { api, received, wallet } = await alerting(ok);
    const { headers } = await api.call(routes.importTransaction, { body: importBody(wallet) });
    const requestId = headers.get('x-request-id') ?? 'no id';
    await eventually(
      async () => received.length,
      (count) => count > 0,
    );
    expect(only(received).headers['x-request-id']).toBe(requestId);
    const eventsOf = () =>
      readFileSync(process.env.STACK_LOG ?? '', 'utf8')
        .split('\n')
        .filter((line) => line.includes(`"correlationId":"${requestId}"`))
        .map((line) => Logged.parse(JSON.parse(line)).event);
    const events = await eventually(
      async () => eventsOf(),
      (logged) => logged.includes('delivery.attempted'),
    );
    expect(events).toEqual(expect.arrayContaining(['request.completed', 'rule.decided', 'evaluation.completed']));
  });

  it('also goes to the custom URL of its rule, signed with the secret that the API showed once', async () => {
    const { url, received } = await receiver(ok);
    const { api } = await newOrganisation();
    const more = { notifyWebhook: true, customWebhookUrl: url };
    const { customWebhookSecret = '', id: ruleId } = await addRule(api, more);
    await addRule(api, { customWebhookUrl: url, notifyWebhook: false });
    await importInto(api, await addWallet(api));
    const { data } = await eventually(
      () => api.ok(routes.listDeliveries, { query: { status: 'delivered' } }),
      ({ meta }) => meta.total > 0,
    );
    expect(data).toMatchObject([{ webhookId: null, ruleId, channel: 'custom', url }]);
    const { body, headers } = only(received);
    const expected = createHmac('sha256', customWebhookSecret).update(body).digest('hex');
    expect(headers['x-service-signature']).toBe(`sha256=${expected}`);
  });
});

describe('The delivery to a failing receiver', () => {
  it('makes six attempts with the same body, and succeeds with a replay after the receiver recovers', async () => {
    const { api, received, answering, alerted } = await alerting(status(500));
    const { id } = await alerted();
    const failed = await delivery(api, id);
    expect(failed).toMatchObject({ status: 'failed', nextAttemptAt: null, deliveredAt: null });
    expect(failed.attempts.map(({ n, statusCode }) => [n, statusCode])).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => [n, 500]),
    );
    expect(failed.attempts[0]).toMatchObject({ error: expect.stringMatching(/500/), responseExcerpt: 'no' });

    answering.like = ok;
    const { status: accepted } = await api.call(routes.replayDelivery, { params: { id } });
    expect(accepted).toBe(202);
    const recovered = await delivery(api, id, (shown) => shown.status === 'delivered');
    expect(recovered.attempts.map(({ n, statusCode }) => [n, statusCode]).at(-1)).toEqual([7, 200]);
    expect(recovered.attempts).toHaveLength(7);
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['x-service-delivery']))).toEqual(new Set([id]));
  });

  it('makes two attempts when the receiver recovers after the first attempt', async () => {
    const { api, answering, alerted } = await alerting((response) => {
      answering.like = ok;
      status(503)(response);
    });
    const shown = await delivery(api, (await alerted()).id);
    expect(shown.attempts.map(({ statusCode }) => statusCode)).toEqual([503, 200]);
  });

  it('does not follow a redirect', async () => {
    const target = await receiver(ok);
    const { api, alerted } = await alerting(status(302, { Location: target.url }));
    const shown = await delivery(api, (await alerted()).id);
    expect(shown.status).toBe('failed');
    expect(shown.attempts.every(({ statusCode }) => statusCode === 302)).toBe(true);
    expect(target.received).toEqual([]);
  });

  it('ends at a 410, which also disables the subscription', async () => {
    const { api, webhook, alerted } = await alerting(status(410));
    const shown = await delivery(api, (await alerted()).id);
    expect(shown.status).toBe('failed');
    expect(shown.attempts).toHaveLength(1);
    const disabled = await api.ok(routes.getWebhook, { params: { id: webhook.id } });
    expect(disabled).toMatchObject({
      isActive: false,
      disabledReason: expect.stringMatching(/410/),
      consecutiveFailures: 1,
      failingSince: expect.stringMatching(INSTANT),
      lastError: 'The receiver answered 410.',
    });
  });
});

describe('POST /api/webhooks/deliveries/:id/replay', () => {
  it('is 409 while the delivery is not finished', async () => {
    const held: ServerResponse[] = [];
    const { api, answering, alerted } = await alerting((response) => held.push(response));
    const { id } = await alerted();
    await eventually(
      () => held.length,
      (count) => count === 1,
    );
    expect(await api.refused(routes.replayDelivery, { params: { id } })).toEqual(CONFLICT);
    const { accepted, failed } = await api.ok(routes.replayDeliveries, { body: { ids: [id] } });
    expect({ accepted, failed }).toEqual({ accepted: [], failed: [{ id, code: 'conflict' }] });
    answering.like = ok;
    for (const response of held) ok(response);
    // One attempt, unless the machine stood still for longer than an attempt waits.
    const { attempts } = await delivery(api, id);
    expect(attempts.at(-1)).toMatchObject({ n: attempts.length, statusCode: 200 });
    expect((await api.call(routes.replayDelivery, { params: { id } })).status).toBe(202);
    const isReplayed = (shown: Delivery) => shown.status === 'delivered' && shown.attempts.length > attempts.length;
    expect((await delivery(api, id, isReplayed)).attempts.at(-1)).toMatchObject({ n: attempts.length + 1 });
  });
});

describe('The deliveries of an organisation', () => {
  let all: Awaited<ReturnType<typeof alerting>>;
  let ids: string[];
  beforeAll(async () => {
    all = await alerting(ok);
    ids = [];
    for (let n = 0; n < 3; n++) ids.unshift((await all.alerted()).id);
    for (const id of ids) await delivery(all.api, id);
  });

  it('are listed newest first and filtered by status, webhook and event', async () => {
    const { api, webhook } = all;
    const listed = async (query: Record<string, string>) =>
      (await api.ok(routes.listDeliveries, { query })).data.map(({ id }) => id);
    const first = await api.ok(routes.getDelivery, { params: { id: ids[2] ?? '' } });
    expect(await listed({})).toEqual(ids);
    expect(await listed({ status: 'delivered', webhookId: webhook.id })).toEqual(ids);
    expect(await listed({ status: 'failed' })).toEqual([]);
    expect(await listed({ webhookId: crypto.randomUUID() })).toEqual([]);
    expect(await listed({ destinationId: 'none' })).toEqual([]);
    expect(await listed({ destinationId: 'none', eventId: first.eventId ?? '' })).toEqual([]);
    expect(await listed({ eventId: first.eventId ?? '' })).toEqual([first.id]);
    expect(await listed({ page: '2', pageSize: '2' })).toEqual([first.id]);
    for (const [field, value] of [
      ['status', 'lost'],
      ['webhookId', 'x'],
      ['eventId', 'x'],
      ['replayId', 'x'],
      ['destinationId', 'x'],
    ] as const) {
      expect(await api.refused(routes.listDeliveries, { query: { [field]: value } })).toEqual(invalid(field));
    }
  });

  it('are replayed together: the answer lists each accepted id once, and the reasons for the other ids', async () => {
    const { api } = all;
    const unknown = crypto.randomUUID();
    const { status: code, body } = await api.call(routes.replayDeliveries, {
      body: { ids: [...ids, unknown, ...ids] },
    });
    expect(code).toBe(202);
    const failed = [{ id: unknown, code: 'not_found' }];
    expect(body).toEqual({ replayId: expect.any(String), accepted: ids, failed });
    for (const id of ids)
      await delivery(api, id, ({ status, attempts }) => status === 'delivered' && attempts.length === 2);
    const { replayId } = Object(body);
    const ofReplay = async (query: object) => {
      const { data, meta } = await api.ok(routes.listDeliveries, { query: { replayId, ...query } });
      expect(meta.total).toBe(data.length);
      return data.map((each) => [each.id, each.replayId]);
    };
    expect(await ofReplay({ status: 'delivered' })).toEqual(ids.map((id) => [id, replayId]));
    expect(await ofReplay({ status: 'failed' })).toEqual([]);
    expect(await ofReplay({ replayId: unknown })).toEqual([]);
    const { eventId } = await api.ok(routes.getDelivery, { params: { id: ids[0] ?? '' } });
    expect(await ofReplay({ eventId })).toEqual([[ids[0], replayId]]);
    expect(await ofReplay({ eventId, replayId: unknown })).toEqual([]);
    const { api: stranger } = await newOrganisation();
    expect((await stranger.ok(routes.listDeliveries, { query: { replayId } })).data).toEqual([]);
  });

  it('are replayed by operators, too', async () => {
    const { organisation } = await all.api.ok(routes.getMe);
    const request = { action: 'replay', organisationId: organisation.id, ids: ids.slice(0, 1) };
    const accepted = ids.slice(0, 1);
    expect(await invokeAdmin(request)).toEqual({ replayId: expect.any(String), accepted, failed: [] });
    await delivery(all.api, ids[0] ?? '', ({ status, attempts }) => status === 'delivered' && attempts.length === 3);
  });

  it('are replayed in requests of 1 to 100 ids', async () => {
    const refused = (body: object) => all.api.refused(routes.replayDeliveries, { body });
    expect(await refused({})).toEqual(invalid('ids'));
    expect(await refused({ ids: [] })).toEqual(invalid('ids'));
    expect(await refused({ ids: Array(101).fill(ids[0]) })).toEqual(invalid('ids'));
    expect(await refused({ ids: [ids[0], 'x'] })).toEqual(invalid('ids.1'));
  });

  it('stay after their subscription is deleted, and are invisible to other organisations', async () => {
    const { api: stranger } = await newOrganisation();
    const params = { id: ids[0] ?? '' };
    for (const route of [routes.getDelivery, routes.replayDelivery]) {
      expect(await stranger.refused(route, { params })).toEqual(NOT_FOUND);
    }
    await all.api.ok(routes.deleteWebhook, { params: { id: all.webhook.id } });
    expect(await all.api.ok(routes.getDelivery, { params })).toMatchObject({ webhookId: all.webhook.id });
  });
});
