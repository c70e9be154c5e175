import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { closeAll, ok, receiver } from '../platform/outbound/receiver.ts';
import { type ApiClient, api, invalid, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importInto } from './samples.ts';

const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' };

afterAll(closeAll);

let admin: ApiClient;
let reader: ApiClient;
let stranger: ApiClient;

// Scenario: the alerts of two organisations fired for transactions of the same days.
beforeAll(async () => {
  const [mine, others] = [await newOrganisation(), await newOrganisation()];
  admin = mine.api;
  stranger = others.api;
  reader = api((await admin.ok(routes.createKey, { body: { name: 'Dashboard', scope: 'read' } })).key);
  for (const [client, days] of [
    [admin, ['02-03', '02-03', '03-01']],
    [stranger, ['02-03', '02-04']],
  ] as const) {
    const wallet = await addWallet(client, { chains: ['ethereum', 'base'] });
    await addRule(client, { severity: 'critical' });
    for (const day of days) await importInto(client, wallet, { blockTimestamp: `2026-${day}T08:30:00Z` });
    await importInto(client, wallet, { blockTimestamp: '2026-02-28T23:59:59.999Z', chain: 'base' });
    await eventually(
      () => client.ok(routes.listEvents),
      ({ meta }) => meta.total === days.length + 1,
    );
  }
});

describe('GET /api/stats/flows', () => {
  it('adds up what came in on each day, and shows another organisation only its own', async () => {
    const { days, ...range } = await reader.ok(routes.getFlows, { query: FEBRUARY });
    expect(range).toEqual({ from: '2026-02-01T00:00:00.000Z', to: '2026-02-28T23:59:59.999Z' });
    expect(days).toHaveLength(28);
    const moved = (all: typeof days) => all.filter(({ inUsd }) => inUsd !== '0');
    expect(moved(days)).toEqual([
      { at: '2026-02-03T00:00:00.000Z', inUsd: '7500', outUsd: '0' },
      { at: '2026-02-28T00:00:00.000Z', inUsd: '3750', outUsd: '0' },
    ]);
    const { days: others } = await stranger.ok(routes.getFlows, { query: FEBRUARY });
    expect(moved(others).map(({ at, inUsd }) => [at.slice(8, 10), inUsd])).toEqual([
      ['03', '3750'],
      ['04', '3750'],
      ['28', '3750'],
    ]);
  });

  it('needs an API key, and refuses what it does not take', async () => {
    expect(await api().refused(routes.getFlows)).toMatchObject({ status: 401 });
    for (const [query, path] of [
      [{ interval: 'hour' }, 'interval'],
      [{ walletId: 'x' }, 'walletId'],
      [{ from: '2999-01-01' }, 'from'],
      [{ from: '2020-01-01' }, 'from'],
    ] as const) {
      expect(await reader.refused(routes.getFlows, { query })).toEqual(invalid(path));
    }
  });
});

describe('GET /api/stats', () => {
  it('counts the transactions of the organisation by the day of their block, and includes empty days', async () => {
    const { buckets, recipients, ...range } = await reader.ok(routes.getStats, { query: FEBRUARY });
    expect(recipients).toEqual([]);
    expect(range).toEqual({ from: '2026-02-01T00:00:00.000Z', to: '2026-02-28T23:59:59.999Z', interval: 'day' });
    expect(buckets.map(({ at }) => at.slice(8, 10)).map(Number)).toEqual(Array.from({ length: 28 }, (_, n) => n + 1));
    expect(buckets.map(({ transactions }) => transactions)).toEqual(
      buckets.map(({ at }) => {
        if (at === '2026-02-03T00:00:00.000Z') return { ethereum: 2 };
        return at === '2026-02-28T00:00:00.000Z' ? { base: 1 } : {};
      }),
    );
    const none = { alerts: { info: 0, warning: 0, critical: 0 }, deliveries: { delivered: 0, failed: 0, other: 0 } };
    expect(buckets[0]).toEqual({ at: '2026-02-01T00:00:00.000Z', transactions: {}, ...none });
  });

  it('counts the alerts of the organisation by the hour in which they fired', async () => {
    const { buckets } = await reader.ok(routes.getStats, { query: { interval: 'hour' } });
    expect(buckets).toHaveLength(48);
    // The alerts fired now, which may be the end of an hour.
    const last = buckets.slice(-2).map(({ alerts }) => alerts);
    expect(last.reduce((sum, { critical }) => sum + critical, 0)).toBe(4);
    expect(buckets.map(({ alerts: { info, warning } }) => info + warning)).toEqual(Array(48).fill(0));
  });

  it('counts the deliveries of each recipient, and those of the settings and rules together', async () => {
    const { api: mine } = await newOrganisation();
    const { url } = await receiver(ok);
    const webhook = await mine.ok(routes.createWebhook, { body: { url, events: ['ping', 'alert.fired'] } });
    await mine.ok(routes.updateSettings, { body: { emails: ['nobody@example.com'] } });
    const wallet = await addWallet(mine);
    await addRule(mine, { notifyEmail: true });
    await importInto(mine, wallet);
    await mine.ok(routes.testWebhook, { params: { id: webhook.id } });
    const none = { delivered: 0, failed: 0, retrying: 0, pending: 0, not_sent: 0, summarised: 0 };
    const { recipients } = await eventually(
      () => mine.ok(routes.getStats),
      (stats) =>
        stats.recipients.some(({ id, deliveries }) => id === null && deliveries.not_sent === 1) &&
        stats.recipients.some(({ deliveries }) => deliveries.delivered === 2),
    );
    expect(recipients).toEqual([
      { id: webhook.id, deliveries: { ...none, delivered: 2 } },
      { id: null, deliveries: { ...none, not_sent: 1 } },
    ]);
    const unsent = await mine.ok(routes.listDeliveries, { query: { destinationId: 'none' } });
    expect(unsent.data).toMatchObject([{ kind: 'email', status: 'not_sent', webhookId: null, destinationId: null }]);
    expect((await mine.ok(routes.listDeliveries)).meta.total).toBe(3);
  });

  it('counts only within the range, whose ends belong to it', async () => {
    const query = { from: '2026-02-03T08:30:00.001Z', to: '2026-02-28T23:59:59.999Z' };
    const counts = async (more: object = {}) =>
      (await reader.ok(routes.getStats, { query: { ...query, ...more } })).buckets
        .map(({ transactions }) => transactions)
        .filter((transactions) => Object.keys(transactions).length > 0);
    expect(await counts()).toEqual([{ base: 1 }]);
    expect(await counts({ from: '2026-02-03T08:30:00Z', to: '2026-02-28T23:59:59.998Z' })).toEqual([{ ethereum: 2 }]);
  });

  it.each([
    [{ interval: 'week' }, ['interval']],
    [{ interval: 'hour', from: '2026-01-01', to: '2026-02-01' }, ['interval']],
    [{ from: '2020-01-01' }, ['interval']],
    [{ from: '2026-02-30', to: 'now' }, ['from', 'to']],
    [{ from: '2026-02-02', to: '2026-02-01' }, ['from']],
    [{ from: '2999-01-01' }, ['from']],
    [{ page: 1 }, ['page']],
  ])('refuses %j and names %j', async (query, paths) => {
    expect(await reader.refused(routes.getStats, { query })).toEqual(invalid(...paths));
  });

  it('needs an API key', async () => {
    expect(await api().refused(routes.getStats)).toMatchObject({ status: 401 });
  });

  it('shows another organisation only its own records', async () => {
    const sum = async (client: ApiClient) => {
      const { buckets } = await client.ok(routes.getStats, { query: FEBRUARY });
      return buckets.flatMap(({ transactions }) => Object.values(transactions)).reduce((total, n) => total + n, 0);
    };
    expect([await sum(admin), await sum(stranger), await sum((await newOrganisation()).api)]).toEqual([3, 3, 0]);
    const { buckets } = await stranger.ok(routes.getStats, { query: FEBRUARY });
    expect(buckets.slice(2, 4).map(({ transactions }) => transactions)).toEqual([{ ethereum: 1 }, { ethereum: 1 }]);
  });
});
