import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { RuleType } from '../../lib/alerts/rules/types/rule-types.ts';
import { toggles } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addRule, addWallet, evmAddress, ruleBody, withCustomSecret } from './samples.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const dynamoDb = new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') });
const table = openTable('chainwatch-local', dynamoDb);
afterAll(() => dynamoDb.destroy());

let client: ApiClient;
let wallet: Wallet;
beforeAll(async () => {
  client = (await newOrganisation()).api;
  wallet = await addWallet(client);
});

/** Valid conditions of each rule type. */
const conditions: Record<RuleType, object> = {
  any_transfer: { direction: 'inbound' },
  large_transfer: { value_usd: { gte: '1000.000000000000000001', lt: 5e6 }, direction: 'outbound' },
  token_transfer: {
    token_symbol: ['USDC', 'DAI'],
    token_address: evmAddress(),
    amount: { gt: 0 },
    direction: 'internal',
  },
  inbound_only: { value_usd: { lte: 10 }, token_symbol: 'ETH' },
  outbound_only: { token_symbol: ['ETH'] },
  contract_call: { contract_address: evmAddress() },
  method_call: { method: 'transfer(address,uint256)' },
  address_blacklist: { addresses: [evmAddress(), evmAddress()] },
  gas_spike: { gas_price_gwei: { gte: '50.5' } },
  frequency: { count: { gte: 3 }, window_minutes: 1440 },
  outflow: { amount: { gte: '2.5' }, asset: evmAddress(), window_minutes: 1440, per: 'rule' },
  balance: { asset: evmAddress(), below: '0.5', above: 1000, rearm_percent: 10 },
  silence: { direction: 'inbound', asset: evmAddress(), hours: 24 },
  contract_deploy: {},
  token_mint: { token_symbol: 'USDC', token_address: evmAddress() },
  nft_transfer: { token_address: evmAddress(), token_id: '7', direction: 'outbound' },
  approval: { unlimited: true, spender_not_in: [evmAddress()], token_symbol: 'USDC', revoked: false },
  authority_change: { kinds: ['owner_added', 'implementation_changed'] },
};

describe('POST /api/alerts/rules', () => {
  it('answers 201 with the rule and its defaults', async () => {
    const { status, body } = await client.call(routes.createRule, { body: { name: 'R', ruleType: 'any_transfer' } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'R',
      ruleType: 'any_transfer',
      severity: 'warning',
      walletIds: [],
      wallets: { ids: [], tags: [], types: [] },
      conditions: {},
      ...toggles(channels),
      notifyEmail: true,
      notifySlack: false,
      notifyWebhook: false,
      customWebhookUrl: null,
      cooldownMinutes: 5,
      cooldownPer: 'wallet',
      isActive: true,
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: expect.stringMatching(INSTANT),
      lastFiredAt: null,
      firedCount: 0,
      suppressedCount: 0,
      suppressedByReason: { cooldown: 0, muted: 0 },
      ...{ mutedUntil: null, muteReason: null, muteCritical: false },
      audience: 0,
    });
  });

  it('counts in all answers who would get an alert', async () => {
    const { api } = await newOrganisation();
    const { id } = await addRule(api);
    const { id: other } = await addRule(api, { severity: 'critical' });
    const webhook = { url: 'https://8.8.8.8/hook', events: ['alert.fired'], match: { severities: ['critical'] } };
    await api.ok(routes.createWebhook, { body: webhook });
    await api.ok(routes.updateSettings, {
      body: { emails: ['a@example.com', 'b@example.com'], slackWebhookUrl: null },
    });
    expect((await addRule(api, { notifyEmail: true, severity: 'critical' })).audience).toBe(2);
    const { data } = await api.ok(routes.listRules);
    expect(data.map(({ audience }) => audience)).toEqual([2, 1, 0]);
    expect((await api.ok(routes.getRule, { params: { id: other } })).audience).toBe(1);
    const changed = await api.ok(routes.updateRule, { params: { id }, body: { notifyEmail: true } });
    expect(changed.audience).toBe(1);
  });

  it.each(RuleType.options)('stores the conditions of %s unchanged', async (ruleType) => {
    const given = { ruleType, conditions: conditions[ruleType] };
    const rule = await addRule(client, given);
    expect(rule).toMatchObject(given);
    expect(await client.ok(routes.getRule, { params: { id: rule.id } })).toEqual(rule);
  });

  it.each([
    ['approval', 0],
    ['authority_change', 0],
    ['address_blacklist', 0],
    ['outbound_only', 5],
  ] as const)('gives a rule of type %s a cooldown of %d minutes by default', async (ruleType, cooldownMinutes) => {
    const given = { ruleType, conditions: conditions[ruleType], cooldownMinutes: undefined };
    expect(await addRule(client, given)).toMatchObject({ cooldownMinutes, cooldownPer: 'wallet' });
  });

  it('keeps numbers of any size in conditions, and fractions of a minute', async () => {
    for (const gte of [0, 1e-18, 0.1, 2 ** 53, 1.5e20, 1e77, '9'.repeat(78), `0.${'0'.repeat(77)}1`]) {
      const given = { ruleType: 'large_transfer', conditions: { value_usd: { gte } }, cooldownMinutes: 0.05 };
      const rule = await addRule(client, given);
      expect(await client.ok(routes.getRule, { params: { id: rule.id } })).toEqual(rule);
      expect(rule).toMatchObject(given);
    }
  });

  it('answers the secret of a custom webhook once', async () => {
    const given = { notifyWebhook: true, customWebhookUrl: 'https://example.com/hook' };
    const { customWebhookSecret, ...rule } = await addRule(client, given);
    expect(rule).toMatchObject(given);
    expect(customWebhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { text } = await client.call(routes.getRule, { params: { id: rule.id } });
    expect(text).not.toMatch(/secret/i);
    const params = { id: rule.id };
    const same = await client.ok(routes.updateRule, { params, body: { customWebhookUrl: given.customWebhookUrl } });
    expect(same).not.toHaveProperty('customWebhookSecret');
    const other = { customWebhookUrl: 'https://example.org/' };
    const moved = withCustomSecret(await client.ok(routes.updateRule, { params, body: other }));
    expect(moved.customWebhookSecret).toMatch(/^whsec_/);
    expect(moved.customWebhookSecret).not.toBe(customWebhookSecret);
    const off = await client.ok(routes.updateRule, { params, body: { customWebhookUrl: null } });
    expect(off).toMatchObject({ customWebhookUrl: null });
    expect(off).not.toHaveProperty('customWebhookSecret');
  });

  it('names the wallets, the conditions and the URL of a change that are invalid in one answer', async () => {
    const { id } = await addRule(client, {});
    const body = {
      walletIds: [crypto.randomUUID()],
      conditions: { direction: 'up' },
      customWebhookUrl: 'https://10.0.0.1/',
    };
    const fields = ['conditions.direction', 'walletIds.0', 'customWebhookUrl'];
    expect(await client.refused(routes.updateRule, { params: { id }, body })).toEqual(invalid(...fields));
  });

  it('names the unknown wallets and the invalid URL of a new rule in one answer', async () => {
    const body = ruleBody({ walletIds: [crypto.randomUUID()], customWebhookUrl: 'https://10.0.0.1/' });
    expect(await client.refused(routes.createRule, { body })).toEqual(invalid('walletIds.0', 'customWebhookUrl'));
  });

  const large = (value_usd: unknown) => ({ ruleType: 'large_transfer', conditions: { value_usd } });
  const bad: [field: string, more: object][] = [
    ['name', { name: undefined }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(65) }],
    ['name', { name: '🚨'.repeat(65) }],
    ['name', { name: '\udfff' }],
    ['ruleType', { ruleType: undefined }],
    ['ruleType', { ruleType: 'any' }],
    ['severity', { severity: 'fatal' }],
    ['walletIds.0', { walletIds: ['x'] }],
    ['walletIds.0', { walletIds: [crypto.randomUUID()] }],
    ['conditions', { conditions: [] }],
    ['conditions.value_usd', { conditions: { value_usd: { gte: 1 } } }],
    ['conditions.direction', { conditions: { direction: 'up' } }],
    ['conditions.value_usd', { ruleType: 'large_transfer' }],
    ['conditions.value_usd', large({})],
    ['conditions.value_usd.eq', large({ gte: 1, eq: 1 })],
    ...['1e999', '-1', '0x10', 'NaN', '', '1'.repeat(400), -1, null].map((gte): [string, object] => [
      'conditions.value_usd.gte',
      large({ gte }),
    ]),
    ['conditions.token_symbol', { ruleType: 'token_transfer' }],
    ['conditions.token_symbol', { ruleType: 'token_transfer', conditions: { token_symbol: [] } }],
    ['conditions.direction', { ruleType: 'inbound_only', conditions: { direction: 'inbound' } }],
    ['conditions.method', { ruleType: 'method_call' }],
    ['conditions.method', { ruleType: 'method_call', conditions: { method: '0x123' } }],
    ['conditions.addresses', { ruleType: 'address_blacklist', conditions: { addresses: [] } }],
    [
      'conditions.addresses',
      { ruleType: 'address_blacklist', conditions: { addresses: Array(1001).fill(evmAddress()) } },
    ],
    ['conditions.gas_price_gwei', { ruleType: 'gas_spike', conditions: {} }],
    ['conditions.count', { ruleType: 'frequency', conditions: { window_minutes: 5 } }],
    ['conditions.count.lte', { ruleType: 'frequency', conditions: { count: { gte: 1, lte: 2 }, window_minutes: 5 } }],
    ...[0, 1441, 1.5, 'x'].map((window_minutes): [string, object] => [
      'conditions.window_minutes',
      { ruleType: 'frequency', conditions: { count: { gte: 1 }, window_minutes } },
    ]),
    ['conditions.anything', { ruleType: 'contract_deploy', conditions: { anything: 1 } }],
    ['notifyEmail', { notifyEmail: 'yes' }],
    ['customWebhookUrl', { customWebhookUrl: 'http://example.com/' }],
    ['customWebhookUrl', { customWebhookUrl: 'https://10.0.0.1/' }],
    ['cooldownMinutes', { cooldownMinutes: -1 }],
    ['cooldownMinutes', { cooldownMinutes: 1441 }],
    ['cooldownMinutes', { cooldownMinutes: 1e-200 }],
    ['conditions.unknown_value', { ruleType: 'inbound_only', conditions: { unknown_value: 'match' } }],
    [
      'conditions.unknown_value',
      { ruleType: 'large_transfer', conditions: { value_usd: { gte: 1 }, unknown_value: 'wait' } },
    ],
    ['cooldownMinutes', { cooldownMinutes: '5' }],
    ['cooldownPer', { cooldownPer: 'organisation' }],
    ['isActive', { isActive: false }],
    ['id', { id: crypto.randomUUID() }],
  ];
  it.each(bad)('refuses an invalid %s: %j', async (field, more) => {
    expect(await client.refused(routes.createRule, { body: ruleBody(more) })).toEqual(invalid(field));
  });

  it('refuses wallets of another organisation and deleted wallets', async () => {
    const other = await newOrganisation();
    const theirs = await addWallet(other.api);
    const gone = await addWallet(client);
    await client.ok(routes.deleteWallet, { params: { id: gone.id } });
    for (const id of [theirs.id, gone.id]) {
      const body = ruleBody({ walletIds: [wallet.id, id] });
      expect(await client.refused(routes.createRule, { body })).toEqual(invalid('walletIds.1'));
    }
  });

  it('stores nothing when it refuses a request', async () => {
    const { api } = await newOrganisation();
    for (const [, more] of bad.slice(0, 20)) await api.refused(routes.createRule, { body: ruleBody(more) });
    expect((await api.ok(routes.listRules)).meta.total).toBe(0);
  });
});

describe('GET /api/alerts/rules', () => {
  it('filters by type, by state and by wallet (with rules for all wallets), newest first', async () => {
    const { api } = await newOrganisation();
    const one = await addWallet(api);
    const two = await addWallet(api);
    const everywhere = await addRule(api);
    const onOne = await addRule(api, { walletIds: [one.id, one.id] });
    const onBoth = await addRule(api, { walletIds: [one.id, two.id], ruleType: 'contract_deploy' });
    await api.ok(routes.updateRule, { params: { id: onBoth.id }, body: { isActive: false } });
    const ids = async (query: Record<string, string>) =>
      (await api.ok(routes.listRules, { query })).data.map(({ id }) => id);
    expect(onOne.walletIds).toEqual([one.id]);
    expect(await ids({})).toEqual([onBoth.id, onOne.id, everywhere.id]);
    expect(await ids({ ruleType: 'any_transfer' })).toEqual([onOne.id, everywhere.id]);
    expect(await ids({ isActive: 'false' })).toEqual([onBoth.id]);
    expect(await ids({ isActive: 'true', walletId: two.id })).toEqual([everywhere.id]);
    expect(await ids({ walletId: two.id })).toEqual([onBoth.id, everywhere.id]);
    expect(await api.refused(routes.listRules, { query: { isActive: 'yes' } })).toEqual(invalid('isActive'));
    expect(await api.refused(routes.listRules, { query: { ruleType: 'any' } })).toEqual(invalid('ruleType'));
  });
});

describe('A rule that was stored before `cooldownPer` existed', () => {
  it('has one cooldown for all of its wallets, in every answer and after a change of something else', async () => {
    const made = await newOrganisation();
    const organisationId = OrganisationId.parse(made.organisationId);
    const { id } = await addRule(made.api);
    await write(table, { update: keys.rule(organisationId, id), remove: ['cooldownPer'] });
    const recent = await addRule(made.api);
    const answers = async () => {
      const { data } = await made.api.ok(routes.listRules);
      const all = [await made.api.ok(routes.getRule, { params: { id } }), ...data];
      return all.map((rule) => [rule.id, rule.cooldownPer]);
    };
    const expected = [
      [id, 'rule'],
      [recent.id, 'wallet'],
      [id, 'rule'],
    ];
    expect(await answers()).toEqual(expected);
    const change = { params: { id }, body: { name: 'Renamed' } };
    expect(await made.api.ok(routes.updateRule, change)).toMatchObject({ name: 'Renamed', cooldownPer: 'rule' });
    expect(await answers()).toEqual(expected);
    const own = { params: { id }, body: { cooldownPer: 'wallet' } };
    expect(await made.api.ok(routes.updateRule, own)).toMatchObject({ cooldownPer: 'wallet' });
  });
});

describe('PATCH /api/alerts/rules/:id', () => {
  it('changes isActive and every field of the creation', async () => {
    const rule = await addRule(client, { ruleType: 'large_transfer', conditions: { value_usd: { gte: 1 } } });
    const change = {
      name: 'Renamed',
      severity: 'critical',
      walletIds: [wallet.id],
      conditions: { value_usd: { gt: '0.1' } },
      notifyEmail: true,
      notifySlack: true,
      notifyWebhook: true,
      cooldownMinutes: 1440,
      cooldownPer: 'rule',
      isActive: false,
    };
    const params = { id: rule.id };
    const changed = await client.ok(routes.updateRule, { params, body: change });
    const wallets = { ids: [wallet.id], tags: [], types: [] };
    expect(changed).toEqual({ ...rule, ...change, wallets, updatedAt: expect.stringMatching(INSTANT) });
    expect(await client.ok(routes.getRule, { params })).toEqual(changed);
    for (const [field, value] of Object.entries(change)) {
      expect(await client.ok(routes.updateRule, { params, body: { [field]: value } })).toMatchObject(change);
    }
  });

  it.each<[string, object]>([
    ['', {}],
    ['ruleType', { ruleType: 'any_transfer' }],
    ['conditions.value_usd', { conditions: { value_usd: { gte: 1 } } }],
    ['walletIds.0', { walletIds: [crypto.randomUUID()] }],
    ['isActive', { isActive: 'no' }],
    ['customWebhookUrl', { customWebhookUrl: 'ftp://example.com' }],
    ['firedCount', { name: 'x', firedCount: 3 }],
  ])('refuses a bad change of %s: %j', async (field, body) => {
    const rule = await addRule(client);
    const params = { id: rule.id };
    expect(await client.refused(routes.updateRule, { params, body })).toEqual(invalid(field));
    expect(await client.ok(routes.getRule, { params })).toEqual(rule);
  });
});

describe('DELETE /api/alerts/rules/:id', () => {
  it('answers 204, and 404 when it is repeated', async () => {
    const params = { id: (await addRule(client)).id };
    expect((await client.call(routes.deleteRule, { params })).status).toBe(204);
    for (const route of [routes.getRule, routes.deleteRule]) {
      expect(await client.refused(route, { params })).toEqual(NOT_FOUND);
    }
  });
});
