import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import type { UpdateRule } from '../../../lib/alerts/rules/schema.ts';
import { channels } from '../../../lib/channels/index.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { countEntries } from '../../support/due.ts';
import { quiet } from '../../support/quiet.ts';
import { aTransfer, blockHash, USDC } from '../../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { priceDesk } from './price-desk.ts';
import { valueSimulation } from './value-simulation.ts';

// What a rule decides about a record when the price arrives that the record waits for. One ETH is worth 3,000 USD.

quiet();

const LARGE = { ruleType: 'large_transfer', conditions: { value_usd: { gte: 1000 } }, cooldownMinutes: 0 };
const MATCHING: UpdateRule = { conditions: LARGE.conditions, walletIds: [], isActive: true };
const INBOUND: UpdateRule = { conditions: { value_usd: { gte: 1000 }, direction: 'inbound' } };

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let desk: ReturnType<typeof priceDesk>;
let simulation: ReturnType<typeof valueSimulation>;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  desk = priceDesk({ ETH: '3000', USDC: '1' });
  scenario = await makeScenario(deps, channels, desk);
  simulation = valueSimulation({ deps, scenario, prices: desk });
});

/** Records a payment of so many ETH while the prices are as the test set them, and evaluates it. */
async function paid(n: number, amount = '1'): Promise<StoredTransaction> {
  const transfers = [aTransfer({ amount, from: SENDER, to: RECEIVER, direction: 'outbound' })];
  const record = await scenario.sight(n, blockHash('a'), { transfers });
  await simulation.stream();
  return record;
}
const fired = async () =>
  (await scenario.events())
    .map(({ ruleName, transactionId, transaction }) => ({ ruleName, transactionId, valueUsd: transaction.valueUsd }))
    .reverse();
const change = (ruleId: string, to: UpdateRule) => updateRule(scenario.changing, scenario.organisation, ruleId, to);
async function ofAnotherWallet(): Promise<UpdateRule> {
  const { id } = await scenario.makeWallet({ label: 'Other', address: RECEIVER, chains: ['ethereum'] });
  return { walletIds: [id] };
}
const minutes = async (count: number) => {
  for (let n = 0; n < count; n++) await simulation.minute();
};
const nothingWaits = async () => expect(await countEntries(table, ['VALUE', 'EVALUATION'])).toBe(0);

describe('a match within a cooldown whose price failed', () => {
  const signed = (amount: string) => aTransfer({ amount, from: SENDER, to: RECEIVER, direction: 'outbound' });
  const token = (tokenAddress: string, asset: string) => ({
    ...signed('5000000'),
    asset,
    tokenAddress,
    standard: 'ERC-20',
  });
  async function sighted(n: number, more: object): Promise<StoredTransaction> {
    deps.advance(20);
    const record = await scenario.sight(n, blockHash('a'), more);
    await simulation.stream();
    return record;
  }

  it('fires late and once when its value is ten times larger than what fired', async () => {
    await scenario.makeRule({ cooldownMinutes: 5 });
    desk.fail();
    const dust = await sighted(1, { transfers: [signed('0.000001')] });
    const theft = await sighted(2, { transfers: [signed('5000')] });
    expect(await fired()).toMatchObject([{ transactionId: dust.id }]);
    desk.recover();
    await minutes(3);
    expect(await fired()).toMatchObject([
      { transactionId: dust.id },
      { transactionId: theft.id, valueUsd: '15000000' },
    ]);
    await nothingWaits();
  });

  it('is suppressed and counted once when its value is no larger', async () => {
    const { id } = await scenario.makeRule({ cooldownMinutes: 5 });
    await sighted(1, { transfers: [signed('1')] });
    desk.fail();
    await sighted(2, { transfers: [signed('9')] });
    expect(await scenario.rule(id)).toMatchObject({ firedCount: 1, suppressedCount: 0 });
    desk.recover();
    await minutes(3);
    expect(await scenario.rule(id)).toMatchObject({ firedCount: 1, suppressedCount: 1 });
    await nothingWaits();
  });

  it('is suppressed when no source names a price for a day', async () => {
    const { id } = await scenario.makeRule({ cooldownMinutes: 5 });
    await sighted(1, { transfers: [signed('1')] });
    desk.fail();
    await sighted(2, { transfers: [signed('9')] });
    await minutes(25 * 60);
    expect(await scenario.rule(id)).toMatchObject({ firedCount: 1, suppressedCount: 1 });
    await nothingWaits();
  });

  it('leaves the cooldown of a stranger’s fakes as soon as it has a value', async () => {
    await scenario.makeRule({ cooldownMinutes: 5 });
    const fake = await sighted(1, { unsigned: true, transfers: [token(RECEIVER, 'FAKE')] });
    desk.fail('USDC');
    const theft = await sighted(2, { unsigned: true, transfers: [token(USDC, 'USDC')] });
    expect(await fired()).toMatchObject([{ transactionId: fake.id }]);
    desk.recover();
    await minutes(3);
    expect(await fired()).toMatchObject([{ transactionId: fake.id }, { transactionId: theft.id }]);
  });
});

describe('a rule that waits for the price of a record', () => {
  let record: StoredTransaction;
  let ruleId: string;
  const late = (ruleName: string) => ({ ruleName, transactionId: record.id, valueUsd: '3000' });
  beforeEach(async () => {
    ruleId = (await scenario.makeRule({ ...LARGE, name: 'Large' })).id;
    desk.fail();
    record = await paid(1);
    expect(record.valueStatus).toBe('pending');
    desk.recover();
  });

  it('fires in its present version', async () => {
    await change(ruleId, { name: 'Larger', conditions: { value_usd: { gte: 3000 } } });
    await minutes(2);
    expect(await fired()).toEqual([late('Larger')]);
    expect((await scenario.events())[0]?.reasons).toContainEqual(
      expect.objectContaining({ condition: 'value_usd', expected: { gte: 3000 }, passed: true }),
    );
  });

  it.each([
    { does: 'asks for a larger value', to: { conditions: { value_usd: { gte: 3001 } } } },
    { does: 'asks for another direction', to: INBOUND },
    { does: 'names another wallet', to: 'another wallet' as const },
    { does: 'is disabled', to: { isActive: false } },
  ])('does not fire when it $does meanwhile', async ({ to }) => {
    await change(ruleId, to === 'another wallet' ? await ofAnotherWallet() : to);
    await minutes(2);
    expect(await fired()).toEqual([]);
    await nothingWaits();
    // The decision is made: a later change does not fire the rule on an old record.
    await change(ruleId, MATCHING);
    await minutes(3);
    expect(await fired()).toEqual([]);
  });

  it('fires when it was disabled for some time, and is active when the price arrives', async () => {
    await change(ruleId, { isActive: false });
    await change(ruleId, { isActive: true });
    await minutes(2);
    expect(await fired()).toEqual([late('Large')]);
  });

  it('does not fire when it was deleted meanwhile', async () => {
    await scenario.evaluation.rules.remove(scenario.organisation, ruleId);
    await minutes(2);
    expect(await fired()).toEqual([]);
    await nothingWaits();
  });

  it('fires when its wallet was removed meanwhile', async () => {
    await scenario.wallets.remove(scenario.organisation, scenario.wallet.id);
    await minutes(2);
    expect(await fired()).toEqual([late('Large')]);
    await nothingWaits();
  });

  it('fires alone, without the rule that was made meanwhile', async () => {
    await scenario.makeRule({ ...LARGE, name: 'Made' });
    await minutes(2);
    expect(await fired()).toEqual([late('Large')]);
  });
});

describe('a rule that does not wait for the price of a record', () => {
  it.each([
    { which: 'asks for another direction', at: INBOUND },
    { which: 'names another wallet', at: 'another wallet' as const },
    { which: 'is disabled', at: { isActive: false } },
  ])('and $which does not fire when it is changed to match before the price arrives', async ({ at }) => {
    const { id: waits } = await scenario.makeRule({ ...LARGE, name: 'Waits' });
    const { id: changed } = await scenario.makeRule({ ...LARGE, name: 'Changed' });
    await change(changed, at === 'another wallet' ? await ofAnotherWallet() : at);
    desk.fail();
    const record = await paid(1);
    await change(changed, MATCHING);
    desk.recover();
    await minutes(2);
    expect(await fired()).toEqual([{ ruleName: 'Waits', transactionId: record.id, valueUsd: '3000' }]);
    expect(await scenario.rule(waits)).toMatchObject({ firedCount: 1 });
    // The changed rule fires on later records.
    await paid(2);
    expect(await scenario.rule(changed)).toMatchObject({ firedCount: 1 });
  });
});

describe('a late decision of a rule with a cooldown of five minutes', () => {
  let ruleId: string;
  beforeEach(async () => {
    ruleId = (await scenario.makeRule({ ...LARGE, name: 'Large', cooldownMinutes: 5 })).id;
  });

  /** Records a payment whose price fails. */
  async function unpriced(n: number, amount = '1'): Promise<StoredTransaction> {
    desk.fail();
    const record = await paid(n, amount);
    desk.recover();
    return record;
  }
  const alerts = async () =>
    (await scenario.events()).map(({ transactionId, suppressed }) => ({ transactionId, suppressed })).reverse();
  const none = { count: 0, largestUsd: null };

  it('is suppressed by an alert about a later record that is less than five minutes younger', async () => {
    await unpriced(1);
    deps.advance(30);
    const { id: transactionId } = await paid(2);
    await minutes(3);
    expect(await alerts()).toEqual([{ transactionId, suppressed: none }]);
    expect(await scenario.rule(ruleId)).toMatchObject({ firedCount: 1, suppressedCount: 1 });
    await nothingWaits();
  });

  it('fires once when the value is ten times what fired meanwhile, and not when it is a little less', async () => {
    await unpriced(1, '9.99');
    const larger = await unpriced(2, '10');
    deps.advance(30);
    const younger = await paid(3);
    await minutes(10);
    expect((await alerts()).map(({ transactionId }) => transactionId)).toEqual([younger.id, larger.id]);
    expect(await scenario.rule(ruleId)).toMatchObject({ firedCount: 2, suppressedCount: 1 });
    await nothingWaits();
  });

  it('begins the cooldown at the time of its record, not at the time of its price', async () => {
    const late = await unpriced(1);
    await minutes(2);
    await paid(2);
    await minutes(3);
    const after = await paid(3);
    expect(await alerts()).toEqual([
      { transactionId: late.id, suppressed: none },
      { transactionId: after.id, suppressed: { count: 1, largestUsd: '3000' } },
    ]);
  });

  it('fires once beside a cooldown that began five minutes after its record', async () => {
    // The source answers again only for later records: the questions after one and five minutes fail.
    const late = await unpriced(1);
    desk.fail();
    await minutes(7);
    desk.recover();
    const younger = await paid(2);
    expect((await alerts()).map(({ transactionId }) => transactionId)).toEqual([younger.id]);
    await minutes(40);
    expect((await alerts()).map(({ transactionId }) => transactionId).sort()).toEqual([late.id, younger.id].sort());
    expect(await scenario.rule(ruleId)).toMatchObject({ firedCount: 2, suppressedCount: 0 });
    await nothingWaits();
  });

  it('fires once for the largest of many records that waited, and for at most one of the others', async () => {
    const records = [];
    for (let n = 1; n <= 8; n++) records.push(await unpriced(n, n === 8 ? '1000' : '1'));
    await minutes(3);
    const values = (await scenario.events()).map(({ transaction }) => transaction.valueUsd);
    // The order of the decisions is open: the largest may come first, and then suppresses all others.
    expect(values.filter((value) => value === '3000000')).toHaveLength(1);
    expect(values.filter((value) => value === '3000').length).toBeLessThanOrEqual(1);
    const { firedCount, suppressedCount } = await scenario.rule(ruleId);
    expect([firedCount, firedCount + suppressedCount]).toEqual([values.length, records.length]);
    await nothingWaits();
  });
});
