import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import type { Backtest } from '../../lib/alerts/backtests/schema.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { type ApiClient, api, invalid, NOT_FOUND, newOrganisation, refusalOf } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importInto, UNKNOWN_ID } from './samples.ts';

let client: ApiClient;
let wallet: Wallet;
let other: Wallet;

const march = { from: '2026-03-01', to: '2026-03-05' };
const any = { ruleType: 'any_transfer', cooldownMinutes: 0 };

/** Two wallets with five and two transactions in March. */
beforeAll(async () => {
  const made = await newOrganisation();
  client = made.api;
  wallet = await addWallet(client);
  other = await addWallet(client, { label: 'Cold' });
  for (let n = 1; n <= 5; n++) await importInto(client, wallet, { blockTimestamp: `2026-03-0${n}T09:00:00Z` });
  for (const n of [3, 4]) await importInto(client, other, { blockTimestamp: `2026-03-0${n}T10:00:00Z` });
});

const ended = (id: string): Promise<Backtest> =>
  eventually(
    () => client.ok(routes.getBacktest, { params: { id } }),
    ({ status }) => status !== 'running',
  );
const tried = async (body: object): Promise<Backtest> =>
  ended((await client.ok(routes.createBacktest, { body: { rule: any, ...march, ...body } })).id);
const refusal = async (body: object, by = client) => {
  const { rule = any, ...rest } = Object(body);
  return refusalOf(
    await by.call(routes.createBacktest, { body: { ...(rule !== null && { rule }), ...march, ...rest } }),
  );
};

describe('POST /api/alerts/rules/backtest', () => {
  it('makes a job that tells what the rule would have done on each day, and why', async () => {
    const made = await client.call(routes.createBacktest, { body: { rule: any, ...march } });
    expect(made).toMatchObject({ status: 201, body: { status: 'running', rows: 0, total: 7, ruleId: null } });
    const told = await ended(Object(made.body).id);
    expect(told).toMatchObject({ status: 'completed', progress: 1, rows: 7, matched: 7, wouldFire: 7, error: null });
    expect(told.perDay.map(({ at, fired }) => [at.slice(0, 10), fired])).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 1],
      ['2026-03-03', 2],
      ['2026-03-04', 2],
      ['2026-03-05', 1],
    ]);
    expect(told.samples).toHaveLength(7);
    expect(told.samples.every(({ reasons }) => reasons.length > 0 && reasons.every(({ passed }) => passed))).toBe(true);
    const { data, meta } = await client.ok(routes.listBacktests, { query: {} });
    expect([data.map(({ id }) => id), meta.total]).toEqual([[told.id], 1]);
  });

  it('reads the records of some wallets alone, and judges by the cooldown of the rule', async () => {
    expect(await tried({ walletIds: [other.id] })).toMatchObject({ rows: 2, wouldFire: 2 });
    expect(await tried({ walletIds: [other.id, wallet.id] })).toMatchObject({ rows: 7, wouldFire: 7 });
    // All were recorded within some seconds.
    const cooled = { rule: { ...any, cooldownMinutes: 60, cooldownPer: 'wallet' } };
    expect(await tried(cooled)).toMatchObject({ wouldFire: 2, wouldSuppress: { cooldown: 5, muted: 0 } });
  });

  it('takes a stored rule as it is, and names the record that nearly matched', async () => {
    const rule = await addRule(client, {
      ruleType: 'token_transfer',
      conditions: { token_symbol: 'ETH', amount: { gte: '1000000' } },
    });
    const told = await tried({ rule: undefined, ruleId: rule.id });
    expect(told).toMatchObject({ ruleId: rule.id, ruleName: rule.name, matched: 0, wouldFire: 0, samples: [] });
    expect(told.nearMisses).toHaveLength(7);
    for (const { reasons } of told.nearMisses) expect(reasons.filter(({ passed }) => !passed)).toHaveLength(1);
  });

  it.each([
    ['a range that ends before it begins', { from: '2026-03-06' }, 'from'],
    ['a range of more than 366 days', { from: '2024-03-01' }, 'from'],
    ['a range in the future', { from: '2099-03-01', to: '2099-03-02' }, 'from'],
    ['a wallet that is none of the organisation', { walletIds: [UNKNOWN_ID] }, 'walletIds.0'],
    ['a rule without its condition', { rule: { ruleType: 'large_transfer' } }, 'rule.conditions.value_usd'],
    ['a rule about an unknown wallet', { rule: { ...any, walletIds: [UNKNOWN_ID] } }, 'rule.walletIds.0'],
    [
      'a rule about an unknown list',
      { rule: { ...any, conditions: { counterparty_in: ['list:none'] } } },
      'rule.conditions.counterparty_in.0',
    ],
    [
      'whom a wallet had dealt with',
      { rule: { ...any, conditions: { first_time: true } } },
      'rule.conditions.first_time',
    ],
    [
      'what had left before',
      { rule: { ruleType: 'outflow', conditions: { value_usd: { gte: 5 }, window_minutes: 60 } } },
      'rule.ruleType',
    ],
    ['a silence', { rule: { ruleType: 'silence', conditions: { hours: 24 } } }, 'rule.ruleType'],
    ['a balance', { rule: { ruleType: 'balance', conditions: { asset: 'native', below: '1' } } }, 'rule.ruleType'],
  ])('refuses with a sentence on the field: %s', async (_what, body, path) => {
    expect(await refusal(body)).toMatchObject(invalid(path));
  });

  it('refuses an unknown rule, both a rule and its id, and a key without the scope', async () => {
    expect(await refusal({ rule: null, ruleId: UNKNOWN_ID })).toEqual(NOT_FOUND);
    expect(await refusal({ ruleId: UNKNOWN_ID })).toMatchObject(invalid('rule'));
    const { key } = await client.ok(routes.createKey, { body: { name: 'Reader', scope: 'read' } });
    expect(await refusal({}, api(key))).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

describe('POST /api/alerts/backtests/:id/cancel', () => {
  it('refuses a backtest that has ended, and an unknown one', async () => {
    const { id } = await tried({});
    const cancelled = (of: string) => client.call(routes.cancelBacktest, { params: { id: of } });
    expect(refusalOf(await cancelled(id))).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(refusalOf(await cancelled(UNKNOWN_ID))).toEqual(NOT_FOUND);
  });
});
