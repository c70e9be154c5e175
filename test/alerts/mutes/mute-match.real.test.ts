import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decisionsOn } from '../../../lib/alerts/evaluation/decision.ts';
import { mutedBy } from '../../../lib/alerts/evaluation/mute-match.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { anAuthorityChange, blockHash } from '../../support/records.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { muting } from './muting.ts';

quiet();

const [A, B] = [blockHash('a'), blockHash('b')];
const HOUR = 3600;
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let given: ReturnType<typeof muting>;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  given = muting(deps, scenario);
});

async function evaluated(n: number, more: Parameters<Scenario['sight']>[2] = {}): Promise<StoredTransaction> {
  const transaction = await scenario.sight(n, A, more);
  await scenario.evaluate(transaction);
  deps.advance(1);
  return transaction;
}

const fired = async () => (await scenario.events()).map(({ ruleName }) => ruleName).sort();

describe('A match of a muted rule', () => {
  it('makes no alert until the end of the mute, and the rule counts it by its reason', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await given.muteRule(rule.id, HOUR);
    const transaction = await evaluated(1);
    expect(await fired()).toEqual([]);
    expect(await given.counts(rule.id)).toEqual({ fired: 0, suppressed: 1, cooldown: 0, muted: 1 });
    expect(await decisionsOn(table, scenario.organisation, transaction.id)).toMatchObject([
      { outcome: 'suppressed', reason: 'muted', eventId: null, ruleName: 'Any' },
    ]);
    deps.advance(HOUR);
    await evaluated(2);
    expect(await given.counts(rule.id)).toEqual({ fired: 1, suppressed: 1, cooldown: 0, muted: 1 });
  });

  it('neither begins nor lengthens a cooldown, and the next alert does not count it', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 10 });
    await given.muteRule(rule.id, HOUR);
    await evaluated(1);
    await given.muteRule(rule.id, null);
    await evaluated(2);
    deps.advance(300);
    await given.muteRule(rule.id, 60);
    await evaluated(3);
    deps.advance(600);
    await evaluated(4);
    expect(await given.counts(rule.id)).toEqual({ fired: 2, suppressed: 2, cooldown: 0, muted: 2 });
    expect((await scenario.events()).map(({ suppressed }) => suppressed.count)).toEqual([0, 0]);
  });

  it('is muted within a cooldown too, and a match after it names the alert that stands for it', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 60 });
    await evaluated(1);
    await given.muteRule(rule.id, 60);
    await evaluated(2);
    await given.muteRule(rule.id, null);
    const { id } = await evaluated(3);
    const [event] = await scenario.events();
    expect(await given.counts(rule.id)).toEqual({ fired: 1, suppressed: 2, cooldown: 1, muted: 1 });
    expect(await decisionsOn(table, scenario.organisation, id)).toMatchObject([
      { outcome: 'suppressed', reason: 'cooldown', eventId: event?.id },
    ]);
  });

  it('is decided by the time of the decision, not of the record', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    const before = await scenario.sight(1, A);
    deps.advance(1);
    await given.muteRule(rule.id, HOUR);
    await scenario.evaluate(before);
    const within = await scenario.sight(2, A);
    deps.advance(HOUR);
    await scenario.evaluate(within);
    expect((await scenario.events()).map(({ transactionId }) => transactionId)).toEqual([within.id]);
  });

  it('fires when the mute has ended while it was evaluated', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await given.muteRule(rule.id, HOUR);
    const { currentRules } = scenario.evaluation;
    const transaction = await scenario.sight(1, A);
    const seen = await currentRules(scenario.organisation);
    await given.muteRule(rule.id, null);
    await scenario.evaluate(transaction, { ...scenario.evaluation, currentRules: async () => seen });
    expect(await fired()).toEqual(['Any']);
  });
});

describe('A mute without `muteCritical`', () => {
  beforeEach(async () => {
    await scenario.makeRule({ name: 'Usual', cooldownMinutes: 0 });
    await scenario.makeRule({ name: 'Critical', severity: 'critical', cooldownMinutes: 0 });
    await scenario.makeRule({ name: 'Authority', severity: 'info', ruleType: 'authority_change', cooldownMinutes: 0 });
  });
  const authority = [anAuthorityChange()];

  it.each([
    [false, ['Authority', 'Critical']],
    [true, []],
  ])('lets critical alerts and changes of authority through: muteCritical %s', async (critical, expected) => {
    await given.muteWallet(HOUR, critical);
    await evaluated(1, { authority });
    expect(await fired()).toEqual(expected);
  });

  it.each([
    [false, ['Authority', 'Critical', 'Usual']],
    [true, ['Usual']],
  ])('of these rules mutes nothing: muteCritical %s', async (critical, expected) => {
    const { data } = await scenario.evaluation.rules.list(scenario.organisation, { pageSize: 100 });
    for (const { id, name } of data) if (name !== 'Usual') await given.muteRule(id, HOUR, critical);
    await evaluated(1, { authority });
    expect(await fired()).toEqual(expected);
  });
});

describe('A transaction that returns to the chain', () => {
  it('fires although the rule is muted, when its alert was retracted', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    const transaction = await evaluated(1);
    await given.muteRule(rule.id, HOUR);
    await scenario.orphan(transaction);
    await scenario.evaluate(await scenario.sight(1, B));
    expect(await scenario.events()).toHaveLength(2);
  });

  it('is muted again and counted once, when it was muted before', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await scenario.makeWebhook('http://127.0.0.1:9/');
    await given.muteRule(rule.id, HOUR);
    await scenario.orphan(await evaluated(1));
    await scenario.evaluate(await scenario.sight(1, B));
    expect(await scenario.events()).toEqual([]);
    expect(await mutedOf(rule.id)).toEqual({ count: 1, largestUsd: '3000' });
  });
});

describe('The count of a mute', () => {
  it('has a match once that a caller stated and the chain confirmed', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await given.muteRule(rule.id, HOUR);
    const stated = await scenario.record(1);
    await scenario.evaluate(stated);
    deps.advance(1);
    await scenario.evaluate(await scenario.sight(1, A));
    const decisions = await decisionsOn(table, scenario.organisation, stated.id);
    expect(decisions.filter(({ outcome }) => outcome === 'suppressed')).toMatchObject([{ reason: 'muted' }]);
    expect(await mutedOf(rule.id)).toMatchObject({ count: 1 });
  });

  it('is complete when the mute ends while matches are decided: each is counted or fires', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await given.muteRule(rule.id, HOUR);
    const mute = await given.mutes.find(scenario.organisation, 'rule', rule.id);
    const transactions = await Promise.all(Array.from({ length: 12 }, (_, n) => scenario.sight(n, A)));
    const { currentRules } = scenario.evaluation;
    const seen = await currentRules(scenario.organisation);
    const evaluation = { ...scenario.evaluation, currentRules: async () => seen };
    let counted = 0;
    await Promise.all([
      ...transactions.map((transaction) => scenario.evaluate(transaction, evaluation)),
      (async () => {
        await given.muteRule(rule.id, null);
        counted = await countOf(String(mute?.id));
      })(),
    ]);
    expect(await countOf(String(mute?.id))).toBe(counted);
    expect(await given.counts(rule.id)).toMatchObject({ fired: 12 - counted, muted: counted });
  });
});

const countOf = async (muteId: string): Promise<number> =>
  (await mutedBy(table, scenario.organisation, muteId)).reduce((sum, { count }) => sum + count, 0);

async function mutedOf(ruleId: string) {
  const mute = await given.mutes.find(scenario.organisation, 'rule', ruleId);
  const items = await mutedBy(table, scenario.organisation, String(mute?.id));
  return { count: await countOf(String(mute?.id)), largestUsd: items[0]?.largestUsd };
}
