import { describe, expect, it } from '@jest/globals';
import { CreateRule, RuleQuery, StoredRule, TestRule, UpdateRule } from '../../../lib/alerts/rules/schema.ts';
import { toggles } from '../../../lib/channels/channel-registry.ts';
import { channels } from '../../../lib/channels/index.ts';
import { pathsOf } from '../../support/paths.ts';
import { aRule, uuid } from '../../support/records.ts';

const least = { name: 'Any', ruleType: 'any_transfer' };

describe('StoredRule', () => {
  it('accepts a name of an earlier release that a request may not give any more', () => {
    const name = 'VIP\ufe00';
    expect(StoredRule.parse(aRule({ name }))).toMatchObject({ name });
    expect(pathsOf(CreateRule, { ...least, name })).toEqual(['name']);
  });
});

describe('CreateRule', () => {
  it('requires a name and a type, and has defaults for the other fields', () => {
    expect(CreateRule.parse(least)).toEqual({
      ...least,
      severity: 'warning',
      conditions: {},
      ...toggles(channels),
      notifyEmail: true,
      notifySlack: false,
      notifyWebhook: false,
      customWebhookUrl: null,
      cooldownPer: 'wallet',
    });
    expect(pathsOf(CreateRule, {})).toEqual(['name', 'ruleType']);
  });

  it.each([
    ['name', 'a'.repeat(65)],
    ['name', '🐋'.repeat(65)],
    ['name', '\ud83d'],
    ['name', 'a\nb'],
    ['name', ' '],
    ['ruleType', 'any'],
    ['ruleType', 'constructor'],
    ['severity', 'high'],
    ['walletIds', uuid(1)],
    ['walletIds.1', [uuid(1), 'no-uuid']],
    ['walletIds', Array.from({ length: 1001 }, (_, n) => uuid(n))],
    ['conditions', []],
    ['conditions', null],
    ['notifyEmail', 'true'],
    ['notifySlack', 1],
    ['notifyWebhook', null],
    ['customWebhookUrl', ''],
    ['cooldownMinutes', -1],
    ['cooldownMinutes', 1441],
    ['cooldownMinutes', '5'],
    ['cooldownMinutes', Number.POSITIVE_INFINITY],
    ['cooldownPer', 'organisation'],
    ['isActive', true],
    ['id', uuid(1)],
    ['constructor', 1],
  ])('refuses %s when it is %j', (path, value) => {
    const [field = ''] = path.split('.');
    expect(pathsOf(CreateRule, { ...least, [field]: value })).toEqual([path]);
  });

  it.each([
    ['name', '🐋'.repeat(64)],
    ['cooldownMinutes', 0],
    ['cooldownMinutes', 1440],
    ['cooldownMinutes', 0.5],
  ])('accepts %s %j', (field, value) => {
    expect(CreateRule.parse({ ...least, [field]: value })).toMatchObject({ [field]: value });
  });

  it('accepts a wallet id once, in any case', () => {
    const id = 'abcdefab-0000-4000-8000-000000000001';
    expect(CreateRule.parse({ ...least, walletIds: [id, id.toUpperCase()] }).walletIds).toEqual([id]);
  });

  it('checks the conditions against the type', () => {
    const body = { name: 'Large', ruleType: 'large_transfer' };
    expect(pathsOf(CreateRule, body)).toEqual(['conditions.value_usd']);
    expect(pathsOf(CreateRule, { ...body, conditions: { value_usd: { gte: '-1' }, method: 'f' } })).toEqual([
      'conditions.value_usd.gte',
      'conditions.method',
    ]);
    expect(pathsOf(CreateRule, { ...body, conditions: { value_usd: { gte: 1 } } })).toEqual([]);
  });

  it('names all invalid fields at once, also conditions', () => {
    const body = { ruleType: 'large_transfer', severity: 'high', conditions: { value_usd: {} }, bogus: 1 };
    expect(pathsOf(CreateRule, body).sort()).toEqual(['bogus', 'conditions.value_usd', 'name', 'severity']);
  });
});

describe('UpdateRule', () => {
  it('accepts isActive and every field of creation except the type', () => {
    const change = {
      name: 'New',
      severity: 'info',
      walletIds: [uuid(1)],
      conditions: { anything: 'is checked against the stored type' },
      notifyEmail: false,
      notifySlack: true,
      notifyWebhook: true,
      customWebhookUrl: null,
      cooldownMinutes: 0,
      isActive: false,
    };
    expect(UpdateRule.parse(change)).toEqual(change);
  });

  it('adds no omitted field', () => {
    expect(UpdateRule.parse({ isActive: false })).toEqual({ isActive: false });
  });

  it('requires at least one field', () => {
    expect(pathsOf(UpdateRule, {})).toEqual(['']);
  });

  it.each([
    ['ruleType', 'any_transfer'],
    ['firedCount', 5],
    ['isActive', 'no'],
    ['name', 'a'.repeat(65)],
    ['customWebhookUrl', 5],
  ])('refuses an invalid %s', (field, value) => {
    expect(pathsOf(UpdateRule, { severity: 'info', [field]: value })).toEqual([field]);
  });
});

describe('RuleQuery', () => {
  it('accepts type, activity and wallet as filters', () => {
    const query = { ruleType: 'frequency', isActive: 'false', walletId: uuid(1) };
    expect(RuleQuery.parse(query)).toEqual({ ...query, pageSize: 25 });
    for (const wrong of [{ ruleType: 'x' }, { isActive: 'yes' }, { walletId: '1' }, { q: 'x' }]) {
      expect(pathsOf(RuleQuery, wrong)).toEqual(Object.keys(wrong));
    }
  });
});

describe('TestRule', () => {
  const rule = { ruleType: 'any_transfer' };

  it.each([
    [{ rule, transaction: {} }],
    [{ ruleId: uuid(1), transactionId: uuid(2) }],
    [{ rule: { ...rule, name: 'A rule as created', isActive: true }, transactionId: uuid(2) }],
  ])('accepts %j', (body) => {
    expect(pathsOf(TestRule, body)).toEqual([]);
  });

  it.each<[object, string[]]>([
    [{}, ['rule', 'transaction']],
    [{ rule, ruleId: uuid(1), transaction: {} }, ['rule']],
    [{ rule, transaction: {}, transactionId: uuid(1) }, ['transaction']],
    [{ ruleId: 'x', transactionId: uuid(1) }, ['ruleId']],
    [{ rule: {}, transaction: {} }, ['rule.ruleType']],
    [{ rule: { ruleType: 'gas_spike' }, transaction: {} }, ['rule.conditions.gas_price_gwei']],
    [{ rule: { ...rule, conditions: { x: 1 } }, transaction: {} }, ['rule.conditions.x']],
    [{ rule: { ...rule, bogus: 1 }, transaction: {} }, ['rule.bogus']],
    [{ rule, transaction: { bogus: 1 } }, ['transaction.bogus']],
    [{ rule, transaction: { tokenAmount: '-1' } }, ['transaction.tokenAmount']],
    [{ rule, transaction: { valueUsd: 5 } }, ['transaction.valueUsd']],
    [{ rule, transaction: { transfers: [{ amount: '1' }] } }, ['transfers.0'].map((path) => `transaction.${path}`)],
  ])('refuses %j', (body, paths) => {
    const named = pathsOf(TestRule, body);
    for (const path of paths) expect(named.some((each) => each === path || each.startsWith(`${path}.`))).toBe(true);
    expect(named.every((each) => paths.some((path) => each.startsWith(path)))).toBe(true);
  });
});
