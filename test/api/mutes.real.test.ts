import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { closeAll, listen, receiving } from '../platform/outbound/receiver.ts';
import { type ApiClient, invalid, invoke, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importInto } from './samples.ts';

const DAY_MS = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const NOT_MUTED = { mutedUntil: null, muteReason: null, muteCritical: false };

let api: ApiClient;
let wallet: Wallet;
beforeAll(async () => {
  ({ api } = await newOrganisation());
  wallet = await addWallet(api);
});
afterAll(closeAll);

describe.each(['updateRule', 'updateWallet'] as const)('A mute by %s', (name) => {
  const route = routes[name];
  let id: string;
  beforeAll(async () => {
    id = name === 'updateRule' ? (await addRule(api)).id : (await addWallet(api)).id;
  });
  const change = (body: object) => api.call(route, { params: { id }, body });
  const refused = (body: object) => api.refused(route, { params: { id }, body });
  const read = () =>
    name === 'updateRule' ? api.ok(routes.getRule, { params: { id } }) : api.ok(routes.getWallet, { params: { id } });

  it('shows its end and its reason until a person ends it', async () => {
    const mute = { mutedUntil: later(DAY_MS), muteReason: 'Migration', muteCritical: true };
    expect((await change(mute)).body).toMatchObject(mute);
    expect(await read()).toMatchObject(mute);
    const moved = { ...mute, mutedUntil: later(2 * DAY_MS), muteCritical: false };
    expect((await change(moved)).body).toMatchObject(moved);
    const whole = name === 'updateRule' ? { name: 'Renamed' } : { label: 'Renamed' };
    expect((await change(whole)).body).toMatchObject({ ...whole, ...moved });
    expect((await change({ mutedUntil: null })).body).toMatchObject(NOT_MUTED);
    expect((await change(NOT_MUTED)).body).toMatchObject(NOT_MUTED);
    expect(await read()).toMatchObject({ ...whole, ...NOT_MUTED });
  });

  it('is refused without an end or a reason, in the past and beyond 30 days', async () => {
    const mutedUntil = later(DAY_MS);
    const muteReason = 'Migration';
    expect(await refused({ mutedUntil })).toEqual(invalid('muteReason'));
    expect(await refused({ muteReason })).toEqual(invalid('mutedUntil'));
    expect(await refused({ mutedUntil: null, muteReason })).toEqual(invalid('mutedUntil'));
    expect(await refused({ muteCritical: true })).toEqual(invalid('muteCritical'));
    expect(await refused({ mutedUntil: later(-1000), muteReason })).toEqual(invalid('mutedUntil'));
    expect(await refused({ mutedUntil: later(30 * DAY_MS + 60_000), muteReason })).toEqual(invalid('mutedUntil'));
    expect(await refused({ mutedUntil, muteReason: '' })).toEqual(invalid('muteReason'));
    expect(await refused({ mutedUntil, muteReason: 'x'.repeat(257) })).toEqual(invalid('muteReason'));
    expect(await read()).toMatchObject(NOT_MUTED);
  });

  it('of another organisation is not found', async () => {
    const { api: other } = await newOrganisation();
    const body = { mutedUntil: later(DAY_MS), muteReason: 'Migration' };
    expect(await other.refused(route, { params: { id }, body })).toEqual(NOT_FOUND);
    expect(await read()).toMatchObject(NOT_MUTED);
  });
});

describe('What is muted', () => {
  const mute = { mutedUntil: later(DAY_MS), muteReason: 'Migration' };

  it('can be deleted, a rule as well as a wallet', async () => {
    const { id: rule } = await addRule(api);
    const { id: muted } = await addWallet(api);
    await api.ok(routes.updateRule, { params: { id: rule }, body: mute });
    await api.ok(routes.updateWallet, { params: { id: muted }, body: mute });
    await api.ok(routes.deleteRule, { params: { id: rule } });
    await api.ok(routes.deleteWallet, { params: { id: muted } });
    expect(await api.refused(routes.getRule, { params: { id: rule } })).toEqual(NOT_FOUND);
    expect(await api.refused(routes.getWallet, { params: { id: muted } })).toEqual(NOT_FOUND);
  });
});

describe('The matches of a muted rule', () => {
  it('make no alert, say why, and are counted in a message when the mute has ended', async () => {
    const { listener, received } = receiving((response) => void response.writeHead(200).end('ok'));
    const origin = `http://127.0.0.1:${await listen(createServer(listener))}`;
    await api.ok(routes.createDestination, {
      body: { name: 'Desk', kind: 'slack', config: { url: `${origin}/desk` } },
    });
    const muted = await addRule(api, { name: 'Muted', cooldownMinutes: 60, walletIds: [wallet.id] });
    const other = await addRule(api, {
      name: 'Other',
      walletIds: [wallet.id],
      ruleType: 'gas_spike',
      conditions: { gas_price_gwei: { gte: 1e6 } },
    });
    const mute = { mutedUntil: later(DAY_MS), muteReason: 'Migration' };
    await api.ok(routes.updateRule, { params: { id: muted.id }, body: mute });
    const { id } = await importInto(api, wallet);
    const decisions = () => api.ok(routes.listDecisions, { params: { id } });
    const { data } = await eventually(decisions, (answer) => answer.data.every(({ outcome }) => outcome !== 'waiting'));
    const of = (ruleId: string) => data.find((each) => each.ruleId === ruleId);
    expect(of(muted.id)).toMatchObject({
      ...{ ruleName: 'Muted', outcome: 'suppressed', reason: 'muted', eventId: null },
      decidedAt: expect.any(String),
    });
    expect(of(other.id)).toMatchObject({
      ...{ outcome: 'not_matched', reason: null, eventId: null, decidedAt: null },
      reasons: expect.arrayContaining([expect.objectContaining({ condition: 'gas_price_gwei', passed: false })]),
    });
    expect(await api.ok(routes.getRule, { params: { id: muted.id } })).toMatchObject({
      ...{ firedCount: 0, suppressedCount: 1, suppressedByReason: { cooldown: 0, muted: 1 } },
    });
    await api.ok(routes.updateRule, { params: { id: muted.id }, body: { mutedUntil: null } });
    const bodies = () => received.map(({ body }) => body.toString());
    await eventually(
      () => invoke('handover', {}).then(bodies),
      (texts) => texts.some((text) => text.includes('1 alert was not sent to you')),
    );
    const { id: fires } = await importInto(api, wallet);
    const fired = await eventually(
      () => api.ok(routes.listDecisions, { params: { id: fires } }),
      (answer) => answer.data.some(({ ruleId, outcome }) => ruleId === muted.id && outcome === 'fired'),
    );
    const { data: events } = await api.ok(routes.listEvents, { query: { ruleId: muted.id } });
    const own = fired.data.find(({ ruleId }) => ruleId === muted.id);
    expect([own?.eventId]).toEqual(events.map((event) => event.id));
  });
});
