import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Table } from '../../lib/platform/table/table.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { anNftTransfer, aTransfer, blockHash } from '../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

quiet();

const [A, B] = [blockHash('a'), blockHash('b')];
/** 100 ETH, 300,000 USD. */
const DRAIN = {
  tokenAmount: '100',
  transfers: [aTransfer({ amount: '100', from: SENDER, to: RECEIVER, direction: 'outbound' })],
};
/** What the thief states of the hash before the broadcast. */
const LIE = {
  blockNumber: 1,
  blockTimestamp: '2020-01-01T00:00:00.000Z',
  valueDecimal: '0',
  txType: 'contract_call',
  status: 'failed',
} as const;

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
});

const large = () =>
  scenario.makeRule({ name: 'Large', ruleType: 'large_transfer', conditions: { value_usd: { gte: 100_000 } } });
const fired = async () =>
  (await scenario.events()).map(({ ruleName, transaction, retractedAt }) => ({
    ruleName,
    amount: transaction.tokenAmount,
    verified: transaction.verified,
    retractedAt,
  }));

/** Whoever signs a transaction knows its hash, and a leaked key with the scope `write` can import anything under it. */
describe('An import of a false record before the broadcast', () => {
  it.each<[string, object]>([
    ['a failed call', LIE],
    ['nothing that moved', { ...LIE, status: 'success' }],
    ['another amount', { valueDecimal: '0.000001' }],
    ['another asset', { tokenSymbol: 'SPAM', valueDecimal: '100' }],
    ['another recipient', { toAddress: SENDER, valueDecimal: '100' }],
    ['another chain of the family', { ...LIE, chain: 'base' }],
  ])('does not silence the drain when it states %s', async (_what, lie) => {
    await large();
    const imported = await scenario.record(1, lie);
    await scenario.evaluate(imported);
    deps.advance(12);
    const drained = await scenario.sight(1, A, DRAIN);
    await scenario.evaluate(drained);
    expect(await fired()).toContainEqual({ ruleName: 'Large', amount: '100', verified: true, retractedAt: null });
    expect(drained).toMatchObject({
      id: imported.id,
      ...{ chain: 'ethereum', blockNumber: 19_000_000, blockTimestamp: '2026-03-01T11:00:00.000Z' },
      ...{ status: 'success', tokenAmount: '100', blockHash: A },
      ...{ source: 'import', verified: true, createdAt: imported.createdAt },
    });
  });

  it('keeps notes and tags, and stands in the lists as the block states it', async () => {
    const imported = await scenario.record(1, LIE);
    const { transactions } = scenario.evaluation;
    await transactions.annotate(scenario.organisation, imported.id, { notes: 'Payroll', tags: ['march'] });
    await scenario.sight(1, A, DRAIN);
    const { data } = await transactions.page(scenario.organisation, { status: 'success' }, { page: 1, pageSize: 10 });
    expect(data).toMatchObject([{ id: imported.id, tokenAmount: '100', notes: 'Payroll', tags: ['march'] }]);
  });

  it('keeps the alert about the false record, which neither the block nor a reorganisation retracts', async () => {
    await scenario.makeRule({ cooldownMinutes: 0 });
    await scenario.evaluate(await scenario.record(1, { valueDecimal: '5' }));
    const drained = await scenario.sight(1, A, DRAIN);
    await scenario.evaluate(drained);
    const lie = { ruleName: 'Any', amount: '5', verified: false, retractedAt: null };
    const truth = { ruleName: 'Any', amount: '100', verified: true, retractedAt: null };
    expect(await fired()).toEqual(expect.arrayContaining([lie, truth]));
    expect(await fired()).toHaveLength(2);

    await scenario.orphan(drained);
    expect(await fired()).toEqual(expect.arrayContaining([lie, { ...truth, retractedAt: expect.any(String) }]));
    await scenario.evaluate(await scenario.sight(1, B, DRAIN));
    expect((await fired()).filter(({ retractedAt }) => retractedAt === null)).toEqual(
      expect.arrayContaining([lie, truth]),
    );
    expect(await fired()).toHaveLength(3);
  });

  it('does not hide what no import can state: each rule that did not match it decides again', async () => {
    await scenario.makeRule({ name: 'Any', cooldownMinutes: 0 });
    await scenario.makeRule({ name: 'Method', ruleType: 'method_call', conditions: { method: 'drain' } });
    await scenario.evaluate(await scenario.record(1));
    deps.advance(12);
    const found = await scenario.sight(1, A, { methodName: 'drain' });
    expect(found).toMatchObject({ inclusion: 0, verified: true, methodName: 'drain' });
    await scenario.evaluate(found);
    expect((await fired()).map(({ ruleName }) => ruleName).sort()).toEqual(['Any', 'Method']);
  });
});

describe('A true import within the cooldown of a false import', () => {
  const truth = { ruleName: 'Large', amount: '100', verified: true, retractedAt: null };

  it.each([
    ['within the cooldown', 12],
    ['a day later', 86_400],
  ])('does not silence the drain that a block states %s', async (_when, seconds) => {
    await large();
    await scenario.evaluate(await scenario.record(99, { valueDecimal: '1000000000' }));
    deps.advance(2);
    const imported = await scenario.record(1, { valueDecimal: '100' });
    await scenario.evaluate(imported);
    expect(await fired()).toHaveLength(1);
    deps.advance(seconds);
    const drained = await scenario.sight(1, A, DRAIN);
    expect(drained).toMatchObject({ inclusion: 0, verified: true });
    await scenario.evaluate(drained);
    await scenario.evaluate(drained);
    expect((await fired()).filter(({ verified }) => verified)).toEqual([truth]);
  });

  it('is decided once as stated, and once as verified', async () => {
    const { id } = await large();
    await scenario.evaluate(await scenario.record(99, { valueDecimal: '100' }));
    const imported = await scenario.record(1, { valueDecimal: '100' });
    await scenario.evaluate(imported);
    await scenario.evaluate(imported);
    expect(await scenario.rule(id)).toMatchObject({ firedCount: 1, suppressedCount: 1 });
    await scenario.evaluate(await scenario.sight(2, A, DRAIN));
    const drained = await scenario.sight(1, A, DRAIN);
    await scenario.evaluate(drained);
    await scenario.evaluate(drained);
    expect(await scenario.rule(id)).toMatchObject({ firedCount: 2, suppressedCount: 2 });
  });

  it('does not suppress a theft without a known value', async () => {
    await scenario.makeRule({ cooldownMinutes: 5 });
    await scenario.evaluate(await scenario.record(99, { valueDecimal: '0.5' }));
    deps.advance(20);
    const theft = { transfers: [anNftTransfer({ from: SENDER, to: RECEIVER, direction: 'outbound' })] };
    await scenario.evaluate(await scenario.sight(2, A, theft));
    expect((await fired()).filter(({ verified }) => verified)).toHaveLength(1);
  });
});

describe('An import that states what the block states', () => {
  it('is evaluated when the block comes long after, also by a rule that was made meanwhile', async () => {
    await scenario.evaluate(await scenario.record(1, { valueDecimal: '100' }));
    await large();
    deps.advance(36 * 86_400);
    await scenario.evaluate(await scenario.sight(1, A, DRAIN));
    expect(await fired()).toEqual([{ ruleName: 'Large', amount: '100', verified: true, retractedAt: null }]);
  });

  it('alerts once, and a reorganisation retracts its alert', async () => {
    await scenario.makeRule({ cooldownMinutes: 0 });
    await scenario.evaluate(await scenario.record(1));
    const found = await scenario.sight(1, A);
    await scenario.evaluate(found);
    expect(await fired()).toEqual([{ ruleName: 'Any', amount: '1', verified: false, retractedAt: null }]);
    await scenario.orphan(found);
    expect(await fired()).toMatchObject([{ retractedAt: expect.any(String) }]);
  });

  it('stays as it is when the block comes twice, or when several scans find the block at once', async () => {
    await scenario.record(1, LIE);
    const found = await Promise.all([1, 2, 3].map(() => scenario.sight(1, A, DRAIN)));
    expect(new Set(found.map(({ inclusion }) => inclusion))).toEqual(new Set([1]));
    expect(await scenario.sight(1, A, DRAIN)).toMatchObject({ inclusion: 1, revision: 1 });
  });
});
