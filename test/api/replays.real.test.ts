import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { closeAll, ok } from '../platform/outbound/receiver.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { alerting, delivery, status } from './alerting.ts';
import { UNKNOWN_ID } from './samples.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

afterAll(closeAll);

const ended = (api: ApiClient, id: string) =>
  eventually(
    () => api.ok(routes.getReplay, { params: { id } }),
    (replay) => replay.status !== 'running',
  );

describe('POST /api/webhooks/replays', () => {
  it('delivers the failed deliveries after their receiver recovers, and shows its progress', async () => {
    const { api, received, answering, webhook, alerted } = await alerting(status(410));
    const first = await alerted();
    await delivery(api, first.id);
    answering.like = ok;
    await api.ok(routes.updateWebhook, { params: { id: webhook.id }, body: { isActive: true } });
    const second = await alerted();
    await delivery(api, second.id);

    const made = await api.call(routes.createReplay, { body: {} });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        status: 'running',
        filter: { status: 'failed', webhookId: null, destinationId: null, from: null, to: null },
        total: null,
        replayed: 0,
        skipped: 0,
        createdAt: expect.stringMatching(INSTANT),
        completedAt: null,
      },
    });
    const { id } = Object(made.body);
    const completed = { status: 'completed', total: 1, replayed: 1, skipped: 0, failure: null };
    expect(await ended(api, id)).toMatchObject({ ...completed, completedAt: expect.stringMatching(INSTANT) });
    const recovered = await delivery(api, first.id, (shown) => shown.status === 'delivered');
    expect(recovered.attempts.map(({ n, statusCode }) => [n, statusCode])).toEqual([
      [1, 410],
      [2, 200],
    ]);
    expect(received.filter(({ headers }) => headers['x-service-delivery'] === second.id)).toHaveLength(1);
  });

  it('replays the deliveries of one subscription within a time range', async () => {
    const { api, webhook, alerted } = await alerting(ok);
    const shown = await delivery(api, (await alerted()).id);
    const replay = async (body: object) => {
      const { id } = await api.ok(routes.createReplay, { body: { status: 'delivered', ...body } });
      const { total, replayed } = await ended(api, id);
      return { total, replayed };
    };
    const none = { total: 0, replayed: 0 };
    expect(await replay({ to: '2020-01-01' })).toEqual(none);
    expect(await replay({ status: 'failed' })).toEqual(none);
    const { createdAt } = shown;
    expect(await replay({ webhookId: webhook.id, from: createdAt, to: createdAt })).toEqual({ total: 1, replayed: 1 });
    await delivery(api, shown.id, ({ attempts }) => attempts.length === 2);
  });
});

describe('A bulk replay', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = (await newOrganisation()).api;
  });

  it('is refused when its filter is invalid', async () => {
    const refused = (body: object) => api.refused(routes.createReplay, { body });
    for (const [field, value] of [
      ['status', 'pending'],
      ['status', null],
      ['webhookId', 'x'],
      ['destinationId', 'x'],
      ['from', 'yesterday'],
      ['from', '9999-01-01'],
      ['to', '2026-02-30'],
    ] as const) {
      expect([field, value, await refused({ [field]: value })]).toEqual([field, value, invalid(field)]);
    }
    expect(await refused({ from: '2026-03-02', to: '2026-03-01' })).toEqual(invalid('from'));
    expect(await refused({ ids: [] })).toEqual(invalid('ids'));
    expect(await refused({ status: 'pending', from: '9999-01-01' })).toEqual(invalid('from', 'status'));
    expect(await refused({ webhookId: UNKNOWN_ID })).toEqual(NOT_FOUND);
    expect(await refused({ destinationId: UNKNOWN_ID })).toEqual(NOT_FOUND);
    const both = { webhookId: UNKNOWN_ID, destinationId: UNKNOWN_ID };
    expect(await refused(both)).toEqual(invalid('destinationId'));
  });

  it('cannot be cancelled or resumed after it completed', async () => {
    const { id } = await api.ok(routes.createReplay, { body: {} });
    await ended(api, id);
    for (const route of [routes.cancelReplay, routes.resumeReplay]) {
      const refusal = await api.refused(route, { params: { id } });
      expect(refusal).toEqual({ status: 409, code: 'invalid_transition' });
    }
  });

  it('is 404 for other organisations', async () => {
    const { id } = await api.ok(routes.createReplay, { body: {} });
    const { api: stranger } = await newOrganisation();
    for (const route of [routes.getReplay, routes.cancelReplay, routes.resumeReplay]) {
      expect(await stranger.refused(route, { params: { id } })).toEqual(NOT_FOUND);
    }
  });
});

describe('GET /api/webhooks/replays', () => {
  it('lists the replays of the organisation, newest first, by status and in pages', async () => {
    const { api } = await newOrganisation();
    const made: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { id } = await api.ok(routes.createReplay, { body: {} });
      await ended(api, id);
      made.unshift(id);
    }
    const listed = async (query: Record<string, string | number>) => {
      const { data, meta } = await api.ok(routes.listReplays, { query });
      return { ids: data.map(({ id }) => id), total: meta.total };
    };
    expect(await listed({})).toEqual({ ids: made, total: 3 });
    expect(await listed({ status: 'completed', pageSize: 2, page: 2 })).toEqual({ ids: made.slice(2), total: 3 });
    expect(await listed({ status: 'running' })).toEqual({ ids: [], total: 0 });
    expect(await api.refused(routes.listReplays, { query: { status: 'ended' } })).toEqual(invalid('status'));
    expect((await (await newOrganisation()).api.ok(routes.listReplays)).data).toEqual([]);
  });
});
