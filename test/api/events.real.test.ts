import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import type { AlertEvent } from '../../lib/alerts/events/schema.ts';
import { closeAll, ok, receiver } from '../platform/outbound/receiver.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importInto } from './samples.ts';

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const INVALID_TRANSITION = { status: 409, code: 'invalid_transition' };

/** An organisation in which each of so many imports fired one event. Returns the events, newest first. */
async function withEvents(imports: number) {
  const { api } = await newOrganisation();
  const wallet = await addWallet(api);
  const rule = await addRule(api, { severity: 'info' });
  for (let n = 0; n < imports; n++) await importInto(api, wallet);
  const { data } = await eventually(
    () => api.ok(routes.listEvents, { query: { pageSize: 100 } }),
    ({ meta }) => meta.total === imports,
  );
  const { data: keys } = await api.ok(routes.listKeys);
  return { api, wallet, rule, events: data, keyId: keys[0]?.id ?? '', keyName: keys[0]?.name ?? '' };
}

const at = (events: readonly AlertEvent[], n: number): AlertEvent => {
  const event = events[n];
  if (event === undefined) throw new Error(`there is no event ${n}`);
  return event;
};

afterAll(closeAll);

let api: ApiClient;
let all: Awaited<ReturnType<typeof withEvents>>;
beforeAll(async () => {
  all = await withEvents(6);
  api = all.api;
});

describe('PATCH /api/alerts/events/:id/acknowledge and resolve', () => {
  it('move an event from open to acknowledged to resolved, and change nothing when repeated', async () => {
    const open = at(all.events, 0);
    const params = { id: open.id };
    const acknowledged = await api.ok(routes.acknowledgeEvent, { params, body: { note: 'Ada asks the desk' } });
    const reviewer = { acknowledgedBy: all.keyId, acknowledgedByName: all.keyName };
    const review = { acknowledgedAt: INSTANT, ...reviewer, acknowledgementNote: 'Ada asks the desk' };
    expect(acknowledged).toEqual({ ...open, status: 'acknowledged', ...review });
    expect(await api.ok(routes.acknowledgeEvent, { params, body: {} })).toEqual(acknowledged);
    const resolved = await api.ok(routes.resolveEvent, { params, body: { note: 'False alarm 🙂' } });
    const resolver = { resolvedBy: all.keyId, resolvedByName: all.keyName };
    const resolution = { resolvedAt: INSTANT, ...resolver, resolutionNote: 'False alarm 🙂' };
    expect(resolved).toEqual({ ...acknowledged, status: 'resolved', ...resolution });
    expect(await api.ok(routes.resolveEvent, { params, body: { note: 'Another' } })).toEqual(resolved);
    expect(await api.refused(routes.acknowledgeEvent, { params })).toEqual(INVALID_TRANSITION);
    expect(await api.ok(routes.getEvent, { params })).toEqual(resolved);
  });

  it('resolve an open event without a note, and without a body', async () => {
    const open = at(all.events, 1);
    const resolved = await api.ok(routes.resolveEvent, { params: { id: open.id } });
    const resolver = { resolvedBy: all.keyId, resolvedByName: all.keyName };
    const resolution = { status: 'resolved', resolvedAt: INSTANT, ...resolver, resolutionNote: null };
    expect(resolved).toEqual({ ...open, ...resolution });
  });

  it('refuse a bad note or an unknown field and leave the event open', async () => {
    const params = { id: at(all.events, 2).id };
    for (const note of ['x'.repeat(4001), 7, null, '\ud800']) {
      for (const route of [routes.acknowledgeEvent, routes.resolveEvent]) {
        expect(await api.refused(route, { params, body: { note } })).toEqual(invalid('note'));
      }
      for (const route of [routes.bulkAcknowledgeEvents, routes.bulkResolveEvents]) {
        expect(await api.refused(route, { body: { ids: [params.id], note } })).toEqual(invalid('note'));
      }
    }
    const body = { reason: 'x' };
    expect(await api.refused(routes.acknowledgeEvent, { params, body })).toEqual(invalid('reason'));
    expect(await api.ok(routes.getEvent, { params })).toEqual(at(all.events, 2));
  });

  it('record the reviewer of one request when many requests come at once', async () => {
    const params = { id: at(all.events, 3).id };
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.ok(routes.acknowledgeEvent, { params })));
    expect(new Set(answers.map(({ acknowledgedAt }) => acknowledgedAt)).size).toBe(1);
  });
});

describe('GET /api/alerts/events', () => {
  it('filters by status, severity, rule, wallet and time of firing, newest first', async () => {
    const { api: mine, events, wallet, rule } = await withEvents(3);
    const [newest, middle, oldest] = [at(events, 0), at(events, 1), at(events, 2)];
    expect([...events].sort((a, b) => b.firedAt.localeCompare(a.firedAt))).toEqual(events);
    await mine.ok(routes.acknowledgeEvent, { params: { id: middle.id } });
    await mine.ok(routes.resolveEvent, { params: { id: oldest.id } });
    const ids = async (query: Record<string, string>) => {
      const { data, meta } = await mine.ok(routes.listEvents, { query });
      expect(meta.total).toBeGreaterThanOrEqual(data.length);
      return data.map(({ id }) => id);
    };
    const everything = [newest.id, middle.id, oldest.id];
    expect(await ids({})).toEqual(everything);
    expect(await ids({ status: 'open' })).toEqual([newest.id]);
    expect(await ids({ status: 'acknowledged' })).toEqual([middle.id]);
    expect(await ids({ status: 'resolved', severity: 'info' })).toEqual([oldest.id]);
    expect(await ids({ severity: 'critical' })).toEqual([]);
    expect(await ids({ ruleId: rule.id, walletId: wallet.id })).toEqual(everything);
    expect(await ids({ ruleId: crypto.randomUUID() })).toEqual([]);
    expect(await ids({ walletId: crypto.randomUUID() })).toEqual([]);
    expect(await ids({ from: middle.firedAt })).toEqual([newest.id, middle.id]);
    expect(await ids({ from: middle.firedAt, to: middle.firedAt })).toEqual([middle.id]);
    expect(await ids({ to: middle.firedAt })).toEqual([middle.id, oldest.id]);
    expect(await ids({ from: newest.firedAt.slice(0, 10), to: newest.firedAt.slice(0, 10) })).toContain(newest.id);
    expect(await ids({ page: '2', pageSize: '1' })).toEqual([middle.id]);
  });

  it.each<[string, Record<string, string>]>([
    ['status', { status: 'closed' }],
    ['severity', { severity: 'fatal' }],
    ['ruleId', { ruleId: '1' }],
    ['walletId', { walletId: '1' }],
    ['from', { from: '2026-02-01', to: '2026-01-01' }],
    ['to', { to: 'now' }],
  ])('refuses a bad %s: %j', async (field, query) => {
    expect(await api.refused(routes.listEvents, { query })).toEqual(invalid(field));
  });
});

describe('An alert event', () => {
  it('stays unchanged when its wallet, its rule and its transaction change or are deleted', async () => {
    const { api: mine, events, wallet, rule } = await withEvents(1);
    const event = at(events, 0);
    await mine.ok(routes.annotateTransaction, {
      params: { id: String(event.transactionId) },
      body: { notes: 'later' },
    });
    await mine.ok(routes.updateWallet, { params: { id: wallet.id }, body: { label: 'Renamed' } });
    await mine.ok(routes.updateRule, { params: { id: rule.id }, body: { name: 'Renamed' } });
    expect(await mine.ok(routes.getEvent, { params: { id: event.id } })).toEqual(event);
    await mine.ok(routes.deleteRule, { params: { id: rule.id } });
    await mine.ok(routes.deleteWallet, { params: { id: wallet.id } });
    expect(await mine.ok(routes.getEvent, { params: { id: event.id } })).toEqual(event);
    expect((await mine.ok(routes.listEvents, { query: { ruleId: rule.id } })).data).toEqual([event]);
  });
});

describe('PATCH /api/alerts/events/bulk-acknowledge and bulk-resolve', () => {
  it('answer which ids were updated, which were already reviewed and which failed, each id once', async () => {
    const { api: mine, events } = await withEvents(4);
    const [open, acknowledged, resolved, other] = events.map(({ id }) => id);
    const ids = [open, acknowledged, resolved, other].filter((id) => id !== undefined);
    await mine.ok(routes.acknowledgeEvent, { params: { id: acknowledged ?? '' } });
    await mine.ok(routes.resolveEvent, { params: { id: resolved ?? '' } });
    const unknown = crypto.randomUUID();
    const theirs = at(all.events, 4).id;
    const asked = { ids: [...ids, unknown, theirs, ...ids] };

    const first = await mine.ok(routes.bulkAcknowledgeEvents, { body: { ...asked, note: 'All of one payroll' } });
    expect(first.updated.map(({ id, status }) => [id, status])).toEqual(
      [open, other].map((id) => [id, 'acknowledged']),
    );
    expect(first.updated.map((event) => event.acknowledgementNote)).toEqual(Array(2).fill('All of one payroll'));
    expect(first.unchanged).toEqual([acknowledged]);
    const gone = [unknown, theirs].map((id) => ({ id, code: 'not_found' }));
    expect(first.failed).toEqual([{ id: resolved, code: 'invalid_transition' }, ...gone]);

    const second = await mine.ok(routes.bulkResolveEvents, { body: { ...asked, note: 'Done' } });
    expect(second.updated.map(({ id }) => id)).toEqual([open, acknowledged, other]);
    for (const event of second.updated) {
      const acknowledgementNote = event.id === acknowledged ? null : 'All of one payroll';
      expect(event).toMatchObject({ status: 'resolved', resolutionNote: 'Done', acknowledgementNote });
      expect(await mine.ok(routes.getEvent, { params: { id: event.id } })).toEqual(event);
    }
    expect(second.unchanged).toEqual([resolved]);
    expect(second.failed).toEqual(gone);
    expect(await api.ok(routes.getEvent, { params: { id: theirs } })).toEqual(at(all.events, 4));
  });

  it.each([routes.bulkAcknowledgeEvents, routes.bulkResolveEvents])('accept 1 to 100 ids: $path', async (route) => {
    const id = crypto.randomUUID();
    const refused = (body: object) => api.refused(route, { body });
    expect(await refused({})).toEqual(invalid('ids'));
    expect(await refused({ ids: [] })).toEqual(invalid('ids'));
    expect(await refused({ ids: id })).toEqual(invalid('ids'));
    expect(await refused({ ids: Array(101).fill(id) })).toEqual(invalid('ids'));
    expect(await refused({ ids: [id, id, id, 'x'] })).toEqual(invalid('ids.3'));
    const { updated, unchanged, failed } = await api.ok(route, { body: { ids: Array(100).fill(id) } });
    expect({ updated, unchanged, failed }).toEqual({ updated: [], unchanged: [], failed: [{ id, code: 'not_found' }] });
  });

  it('answer 404 for an event of another organisation', async () => {
    const { api: stranger } = await newOrganisation();
    const params = { id: at(all.events, 5).id };
    for (const route of [routes.getEvent, routes.acknowledgeEvent, routes.resolveEvent]) {
      expect(await stranger.refused(route, { params })).toEqual(NOT_FOUND);
    }
    expect(await api.ok(routes.getEvent, { params })).toEqual(at(all.events, 5));
  });
});

describe('The reviews of alerts', () => {
  it('go to a subscription that asks for them, one by one and in bulk', async () => {
    const { url, received } = await receiver(ok);
    const { api: mine } = await newOrganisation();
    const wallet = await addWallet(mine);
    await addRule(mine);
    const asked = ['alert.fired', 'alert.acknowledged', 'alert.resolved'];
    await mine.ok(routes.createWebhook, { body: { url, events: asked } });
    for (let n = 0; n < 2; n++) await importInto(mine, wallet);
    const bodies = () => received.map(({ body }) => JSON.parse(body.toString()));
    const sent = () => bodies().map(({ event, event_id: id }) => `${event} ${id}`);
    await eventually(sent, ({ length }) => length === 2);
    const { data } = await mine.ok(routes.listEvents);
    const [one, other] = [at(data, 0).id, at(data, 1).id];
    await mine.ok(routes.acknowledgeEvent, { params: { id: one }, body: { note: 'On it' } });
    await mine.ok(routes.resolveEvent, { params: { id: one } });
    await mine.ok(routes.bulkAcknowledgeEvents, { body: { ids: [one, other] } });
    await mine.ok(routes.bulkResolveEvents, { body: { ids: [one, other] } });
    const reviews = await eventually(
      () => sent().slice(2),
      ({ length }) => length === 4,
    );
    const wanted = [one, other].flatMap((id) => [`alert.acknowledged ${id}`, `alert.resolved ${id}`]);
    expect(reviews.toSorted()).toEqual(wanted.toSorted());
    expect(bodies().flatMap(({ note }) => note ?? [])).toEqual(['On it']);
  });
});
