import { afterAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { closeAll, ok, receiver } from '../platform/outbound/receiver.ts';
import { type ApiClient, api as apiWith, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { confirmEmails, mailsTo } from '../support/confirm-emails.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importInto, largestMatch, UNKNOWN_ID } from './samples.ts';

afterAll(closeAll);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const CONFLICT = { status: 409, code: 'conflict' };
const TOKEN = '1234567:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K';

const body = (more: object = {}) => ({
  name: 'Council',
  kind: 'telegram',
  config: { botToken: TOKEN, chatId: '-1001' },
  ...more,
});
const made = async (client: ApiClient, more: object = {}) => {
  const destination = await client.ok(routes.createDestination, { body: body(more) });
  return { destination, params: { id: destination.id } };
};

describe('POST /api/destinations', () => {
  it('answers 201 with the secret masked, in this answer and all later answers', async () => {
    const { api } = await newOrganisation();
    const match = { severities: ['critical'], walletTypes: ['multisig'], events: ['alert.fired'] };
    const { status, body: answer, text } = await api.call(routes.createDestination, { body: body({ match }) });
    expect(status).toBe(201);
    expect(answer).toEqual({
      ...body({ match }),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      config: { botToken: '…Cr4K', chatId: '-1001' },
      isActive: true,
      disabledReason: null,
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: expect.stringMatching(INSTANT),
    });
    const { id } = Object(answer);
    expect(await api.ok(routes.getDestination, { params: { id } })).toEqual(answer);
    expect((await api.ok(routes.listDestinations)).data).toEqual([answer]);
    expect(text).not.toContain(TOKEN);
  });

  it.each([
    ['slack', { url: 'https://8.8.8.8/services/T0/B0/abcdef' }, { url: '…cdef' }],
    ['teams', { url: 'https://8.8.8.8/workflows/abcdef' }, { url: '…cdef' }],
    ['discord', { url: 'https://8.8.8.8/api/webhooks/1/abcdef' }, { url: '…cdef' }],
    ['pagerduty', { routingKey: 'R02BT5YQ4S3LKP1MDJ7W' }, { routingKey: '…DJ7W' }],
    ['email', { address: 'desk@example.com' }, { address: 'desk@example.com' }],
  ])('takes a destination of the kind %s', async (kind, config, shown) => {
    const { api } = await newOrganisation();
    const { destination } = await made(api, { kind, config });
    expect(destination).toMatchObject({ kind, config: shown, match: {}, isActive: true });
  });

  it('takes as many values in the match as a field can have', async () => {
    const { api } = await newOrganisation();
    const match = largestMatch();
    const address = (name: string) => ({ config: { address: `${name}@example.com` } });
    const { destination, params } = await made(api, { kind: 'email', ...address('day'), match });
    expect(destination).toMatchObject({ ...address('day'), match });
    const changed = await api.ok(routes.updateDestination, { params, body: { ...address('night'), match } });
    expect(changed).toMatchObject({ ...address('night'), match });
    expect(await api.ok(routes.getDestination, { params })).toEqual(changed);
    expect((await api.ok(routes.listDestinations)).data).toEqual([changed]);
    await api.ok(routes.testDestination, { params });
    await api.ok(routes.deleteDestination, { params });
  });

  const bad: [string, object][] = [
    ['name', { name: ' ' }],
    ['name', { name: 'a\u202eb' }],
    ['kind', { kind: 'webhook' }],
    ['kind', { kind: undefined }],
    ['config', { config: undefined }],
    ['config.chatId', { config: { botToken: TOKEN } }],
    ['config.botToken', { config: { botToken: 'a/../b', chatId: '1' } }],
    ['config.botToken', { config: { botToken: '…Cr4K', chatId: '1' } }],
    ['config.extra', { config: { botToken: TOKEN, chatId: '1', extra: 'x' } }],
    ['config.botToken', { kind: 'slack', config: { botToken: TOKEN, url: 'https://8.8.8.8/' } }],
    ['config.url', { kind: 'slack', config: { url: 'http://example.com/hook' } }],
    ['config.url', { kind: 'teams', config: { url: 'https://10.0.0.1/hook' } }],
    ['config.url', { kind: 'discord', config: { url: 'nothing' } }],
    ['config.address', { kind: 'email', config: { address: 'nobody' } }],
    ['config.routingKey', { kind: 'pagerduty', config: { routingKey: 'x y' } }],
    ['match.severities.0', { match: { severities: ['high'] } }],
    ['match.ruleTypes.0', { match: { ruleTypes: ['anything'] } }],
    ['match.events.0', { match: { events: ['webhook.disabled'] } }],
    ['match.wallets', { match: { wallets: [] } }],
    ['isActive', { isActive: 'yes' }],
    ['extra', { extra: 1 }],
  ];
  it.each(bad)('refuses a bad %s: %j', async (path, more) => {
    const { api } = await newOrganisation();
    expect(await api.refused(routes.createDestination, { body: body(more) })).toEqual(invalid(path));
  });

  it('names a refused URL beside the other invalid fields', async () => {
    const { api } = await newOrganisation();
    const more = { name: '', kind: 'slack', config: { url: 'http://example.com/hook' } };
    const refusal = await api.refused(routes.createDestination, { body: body(more) });
    expect(refusal).toEqual(invalid('config.url', 'name'));
  });

  it('makes at most 50, also in a race, and again one after a deletion', async () => {
    const { api } = await newOrganisation();
    const statuses = await Promise.all(
      Array.from({ length: 55 }, async () => (await api.call(routes.createDestination, { body: body() })).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(await api.refused(routes.createDestination, { body: body() })).toEqual(CONFLICT);
    const { data, meta } = await api.ok(routes.listDestinations);
    expect(meta.total).toBe(50);
    await api.ok(routes.deleteDestination, { params: { id: data[0]?.id ?? '' } });
    await made(api);
  });
});

describe('PATCH /api/destinations/{id}', () => {
  it('keeps the secret when the masked value is written back', async () => {
    const { url, received } = await receiver(ok);
    const { api } = await newOrganisation();
    const { destination, params } = await made(api, { kind: 'discord', config: { url: `${url}/the-secret` } });
    const change = { name: 'Desk', config: destination.config, match: { severities: ['info'] } };
    const changed = await api.ok(routes.updateDestination, { params, body: change });
    expect(changed).toEqual({ ...destination, ...change, updatedAt: expect.stringMatching(INSTANT) });
    await api.ok(routes.testDestination, { params });
    await eventually(
      async () => received.map((each) => each.url),
      (urls) => urls.length > 0,
    );
    expect(received[0]?.url).toBe('/hook/the-secret');
  });

  it('changes a field of the config and leaves the others', async () => {
    const { api } = await newOrganisation();
    const { params } = await made(api);
    const { config } = await api.ok(routes.updateDestination, { params, body: { config: { chatId: '-2' } } });
    expect(config).toEqual({ botToken: '…Cr4K', chatId: '-2' });
    const another = { botToken: '7654321:another-token-0000', chatId: '-3' };
    const after = await api.ok(routes.updateDestination, { params, body: { config: another } });
    expect(after.config).toEqual({ botToken: '…0000', chatId: '-3' });
  });

  it('turns a destination off with its reason, and on again', async () => {
    const { api } = await newOrganisation();
    const { params } = await made(api);
    expect(await api.ok(routes.updateDestination, { params, body: { isActive: false } })).toMatchObject({
      isActive: false,
      disabledReason: 'Turned off by the organisation',
    });
    expect(await api.refused(routes.testDestination, { params, body: {} })).toEqual(CONFLICT);
    expect(await api.ok(routes.updateDestination, { params, body: { isActive: true } })).toMatchObject({
      isActive: true,
      disabledReason: null,
    });
  });

  it.each([
    ['kind', { kind: 'slack' }],
    ['config.url', { config: { url: 'https://example.com/' } }],
    ['config.chatId', { config: { chatId: 'x y' } }],
    ['', {}],
  ])('refuses a bad %s', async (path, change) => {
    const { api } = await newOrganisation();
    const { params } = await made(api);
    expect(await api.refused(routes.updateDestination, { params, body: change })).toEqual(invalid(path));
  });
});

describe('The destinations of an organisation', () => {
  it('may be read with any key and changed with the scope admin alone', async () => {
    const { api } = await newOrganisation();
    const { params } = await made(api);
    const FORBIDDEN = { status: 403, code: 'forbidden' };
    for (const scope of ['read', 'write'] as const) {
      const { key } = await api.ok(routes.createKey, { body: { name: scope, scope } });
      const lesser = apiWith(key);
      await lesser.ok(routes.listDestinations);
      await lesser.ok(routes.getDestination, { params });
      expect(await lesser.refused(routes.createDestination, { body: body() })).toEqual(FORBIDDEN);
      expect(await lesser.refused(routes.updateDestination, { params, body: { name: 'x' } })).toEqual(FORBIDDEN);
      expect(await lesser.refused(routes.deleteDestination, { params })).toEqual(FORBIDDEN);
      expect(await lesser.refused(routes.testDestination, { params, body: {} })).toEqual(FORBIDDEN);
    }
  });

  it('are unknown to another organisation and after their deletion', async () => {
    const [one, other] = [await newOrganisation(), await newOrganisation()];
    const { params } = await made(one.api);
    const calls = [routes.getDestination, routes.deleteDestination, routes.testDestination] as const;
    for (const route of calls) expect(await other.api.refused(route, { params })).toEqual(NOT_FOUND);
    await one.api.ok(routes.deleteDestination, { params });
    for (const route of calls) expect(await one.api.refused(route, { params })).toEqual(NOT_FOUND);
    const change = { params: { id: UNKNOWN_ID }, body: { name: 'x' } };
    expect(await one.api.refused(routes.updateDestination, change)).toEqual(NOT_FOUND);
  });

  it('get alerts that match, as deliveries with their id and kind', async () => {
    const { url, received } = await receiver(ok);
    const { api } = await newOrganisation();
    const wallet = await addWallet(api, { type: 'multisig' });
    const at = (path: string) => ({ kind: 'discord', config: { url: `${url}/${path}` } });
    const { destination } = await made(api, { ...at('multisig'), match: { walletTypes: ['multisig'] } });
    await made(api, { ...at('hot'), match: { walletTypes: ['hot'] } });
    await addRule(api);
    await importInto(api, wallet);
    const { data } = await eventually(
      () => api.ok(routes.listDeliveries, { query: { status: 'delivered' } }),
      ({ meta }) => meta.total > 0,
    );
    expect(data).toMatchObject([{ destinationId: destination.id, kind: 'discord', webhookId: null }]);
    expect(data[0]?.url).toBe(`${new URL(url).origin}/…isig`);
    expect(received.map((each) => each.url)).toEqual(['/hook/multisig']);
    const listed = async (query: Record<string, string>) =>
      (await api.ok(routes.listDeliveries, { query })).data.map(({ id }) => id);
    const [{ id, eventId } = { id: '', eventId: '' }] = data;
    expect(await listed({ destinationId: destination.id })).toEqual([id]);
    expect(await listed({ destinationId: destination.id, status: 'failed' })).toEqual([]);
    expect(await listed({ destinationId: destination.id, eventId: eventId ?? '' })).toEqual([id]);
    expect(await listed({ destinationId: UNKNOWN_ID })).toEqual([]);
    expect(await listed({ destinationId: UNKNOWN_ID, eventId: eventId ?? '' })).toEqual([]);
    const both = { webhookId: UNKNOWN_ID, destinationId: destination.id };
    expect(await api.refused(routes.listDeliveries, { query: both })).toEqual(invalid('destinationId'));
  });

  it('answer a test with 202 and a delivery of ping', async () => {
    const { url } = await receiver(ok);
    const { api } = await newOrganisation();
    const { destination, params } = await made(api, { kind: 'teams', config: { url } });
    const { status, body: answer } = await api.call(routes.testDestination, { params });
    expect(status).toBe(202);
    expect(answer).toMatchObject({ event: 'ping', kind: 'teams', destinationId: destination.id, ruleId: null });
    await eventually(
      () => api.ok(routes.getDelivery, { params: { id: Object(answer).id } }),
      (delivery) => delivery.status === 'delivered',
    );
  });
});

describe('GET /api/destinations/preview', () => {
  /** An organisation with a destination for each severity and one for wallets that are multisigs. */
  async function council() {
    const { api } = await newOrganisation();
    const [multisig, hot] = [await addWallet(api, { type: 'multisig' }), await addWallet(api)];
    const named = (name: string, match: object) => made(api, { name, match });
    await named('critical', { severities: ['critical'] });
    await named('multisig', { walletTypes: ['multisig'] });
    await named('approvals', { ruleTypes: ['approval'] });
    await api.ok(routes.updateSettings, { body: { emails: ['desk@example.com'], slackWebhookUrl: null } });
    const url = 'https://8.8.8.8/hook';
    const webhook = { url, events: ['alert.fired'], description: 'Ledger', match: { walletIds: [hot.id] } };
    await api.ok(routes.createWebhook, { body: webhook });
    const names = async (query: Record<string, string>) =>
      (await api.ok(routes.previewDestinations, { query })).data.map(({ name }) => name);
    return { api, multisig, hot, names };
  }

  it('names who would get an alert of a rule, for any of its wallets or for one wallet', async () => {
    const { api, multisig, hot, names } = await council();
    const { id: ruleId } = await addRule(api, { walletIds: [multisig.id], severity: 'critical' });
    expect((await names({ ruleId })).sort()).toEqual(['critical', 'multisig']);
    expect(await names({ ruleId, walletId: hot.id })).toEqual([]);
    const { id: every } = await addRule(api, { notifyEmail: true });
    expect((await names({ ruleId: every })).sort()).toEqual(['E-mail', 'Ledger', 'multisig']);
    expect((await names({ ruleId: every, walletId: hot.id })).sort()).toEqual(['E-mail', 'Ledger']);
    const asked = { ruleId: every, walletId: multisig.id, severity: 'critical' };
    expect((await names(asked)).sort()).toEqual(['E-mail', 'critical', 'multisig']);
  });

  it('names without a rule who could get an alert, and for a type who would get one of a new rule', async () => {
    const { api, hot, names } = await council();
    const { id } = await addRule(api);
    await made(api, { name: 'one rule', match: { ruleIds: [id] } });
    const all = ['E-mail', 'Ledger', 'approvals', 'critical', 'multisig', 'one rule'];
    expect((await names({})).sort()).toEqual(all);
    expect((await names({ severity: 'info', walletId: hot.id })).sort()).toEqual([
      'E-mail',
      'Ledger',
      'approvals',
      'one rule',
    ]);
    const ofNewRule = await names({ ruleType: 'any_transfer', severity: 'info', walletId: hot.id });
    expect(ofNewRule.sort()).toEqual(['E-mail', 'Ledger']);
  });

  it('shows kind, id and name, to any key', async () => {
    const { api } = await newOrganisation();
    const { destination } = await made(api);
    await api.ok(routes.updateSettings, { body: { emails: ['desk@example.com'], slackWebhookUrl: null } });
    const { key } = await api.ok(routes.createKey, { body: { name: 'read', scope: 'read' } });
    expect(await apiWith(key).ok(routes.previewDestinations)).toEqual({
      data: [
        { kind: 'email', id: null, name: 'E-mail' },
        { kind: 'telegram', id: destination.id, name: 'Council' },
      ],
    });
  });

  it('refuses unknown ids, deleted wallets, and values that are none', async () => {
    const { api } = await newOrganisation();
    const { id: walletId } = await addWallet(api);
    await api.ok(routes.deleteWallet, { params: { id: walletId } });
    const refused = (query: Record<string, string>) => api.refused(routes.previewDestinations, { query });
    expect(await refused({ ruleId: UNKNOWN_ID })).toEqual(NOT_FOUND);
    expect(await refused({ walletId: UNKNOWN_ID })).toEqual(NOT_FOUND);
    expect(await refused({ walletId })).toEqual(NOT_FOUND);
    expect(await refused({ ruleId: 'x' })).toEqual(invalid('ruleId'));
    expect(await refused({ severity: 'high' })).toEqual(invalid('severity'));
    expect(await refused({ ruleType: 'anything' })).toEqual(invalid('ruleType'));
    const both = { ruleId: UNKNOWN_ID, ruleType: 'approval' };
    expect(await refused(both)).toEqual(invalid('ruleType'));
    expect(await refused({ wallet: walletId })).toEqual(invalid('wallet'));
  });
});

describe('A destination with an e-mail address', () => {
  it('asks a new address to confirm when the address changes', async () => {
    const { api } = await newOrganisation();
    const address = `duty-${Date.now()}@example.com`;
    const { params } = await made(api, { kind: 'email', config: { address: `old-${address}` } });
    const changed = await api.ok(routes.updateDestination, { params, body: { config: { address } } });
    expect(changed.config).toEqual({ address });
    expect(await mailsTo(address)).toHaveLength(1);
  });

  it('stands in the settings with its status while the destination is on', async () => {
    const { api } = await newOrganisation();
    const address = `board-${Date.now()}@example.com`;
    const { params } = await made(api, { kind: 'email', config: { address } });
    const withStatus = (status: string) => ({ emails: [], emailStatus: [{ address, status }] });
    expect(await api.ok(routes.getSettings)).toMatchObject(withStatus('pending'));
    await confirmEmails([address]);
    expect(await api.ok(routes.getSettings)).toMatchObject(withStatus('confirmed'));
    const changed = await api.ok(routes.updateSettings, { body: { slackWebhookUrl: null } });
    expect(changed).toMatchObject(withStatus('confirmed'));
    await api.ok(routes.updateDestination, { params, body: { isActive: false } });
    expect(await api.ok(routes.getSettings)).toMatchObject({ emails: [], emailStatus: [] });
  });

  it('gets mail after its recipient has confirmed, and no other mail before', async () => {
    const { api } = await newOrganisation();
    const address = `desk-${Date.now()}@example.com`;
    const { params } = await made(api, { kind: 'email', config: { address } });
    const test = await api.ok(routes.testDestination, { params });
    await eventually(
      () => api.ok(routes.getDelivery, { params: { id: test.id } }),
      ({ status, attempts }) => status === 'not_sent' && /not confirmed/.test(attempts[0]?.error ?? ''),
    );
    expect(await mailsTo(address)).toHaveLength(1);
    const renamed = await api.ok(routes.updateDestination, { params, body: { name: 'Council' } });
    expect(renamed.config).toEqual({ address });
    await api.ok(routes.resendConfirmation, { body: { address } });
    await confirmEmails([address]);
    await api.ok(routes.testDestination, { params });
    await eventually(
      async () => (await mailsTo(address)).map(({ subject }) => subject),
      (subjects) => subjects.includes('[Chainwatch] Test message for Council'),
    );
  });
});
