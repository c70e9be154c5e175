import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decisionsOn } from '../../../lib/alerts/evaluation/decision.ts';
import { ruleDecisions } from '../../../lib/alerts/evaluation/rule-decisions.ts';
import { updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { type Update, write } from '../../../lib/platform/table/write.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { priceDesk } from '../../transactions/valuation/price-desk.ts';
import { muting } from '../mutes/muting.ts';

quiet();

const [A, B] = [blockHash('a'), blockHash('b')];
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

const decided = async ({ id }: { readonly id: string }, of = scenario) =>
  (await ruleDecisions({ ...of.evaluation, table }, of.organisation, id)).map(({ ruleId: _, ...rest }) => rest);

async function evaluated(n: number, more: Parameters<Scenario['sight']>[2] = {}) {
  const transaction = await scenario.sight(n, A, more);
  await scenario.evaluate(transaction);
  deps.advance(1);
  return transaction;
}

describe('What became of the rules for a transaction', () => {
  it('is what was decided, with the alert that stands for a match in a cooldown, or what a test says', async () => {
    await scenario.makeRule({ name: 'Cools', cooldownMinutes: 60 });
    await scenario.makeRule({ name: 'Fires', cooldownMinutes: 0 });
    await scenario.makeRule({ name: 'Inbound', conditions: { direction: 'inbound' } });
    await evaluated(1);
    const [cooling] = (await scenario.events()).filter(({ ruleName }) => ruleName === 'Cools');
    const transaction = await evaluated(2);
    const [fired] = await scenario.events();
    const own = (await scenario.events()).find(({ transactionId }) => transactionId === transaction.id);
    expect(fired).toBeDefined();
    expect(await decided(transaction)).toMatchObject([
      { ruleName: 'Fires', outcome: 'fired', reason: null, eventId: own?.id, reasons: own?.reasons },
      { ruleName: 'Cools', outcome: 'suppressed', reason: 'cooldown', eventId: cooling?.id, reasons: own?.reasons },
      {
        ...{ ruleName: 'Inbound', outcome: 'not_matched', reason: null, eventId: null, decidedAt: null },
        reasons: expect.arrayContaining([
          { condition: 'direction', expected: 'inbound', actual: 'outbound', passed: false },
        ]),
      },
    ]);
  });

  it('is that active rules wait while the evaluation is pending', async () => {
    await scenario.makeRule({ name: 'Active' });
    const { id } = await scenario.makeRule({ name: 'Off' });
    await updateRule(scenario.changing, scenario.organisation, id, { isActive: false });
    expect(await decided(await scenario.sight(1, A))).toMatchObject([
      { ruleName: 'Active', outcome: 'waiting', reason: 'evaluation', reasons: [] },
      {
        ...{ ruleName: 'Off', outcome: 'not_matched' },
        reasons: expect.arrayContaining([{ condition: 'isActive', expected: true, actual: false, passed: false }]),
      },
    ]);
  });

  it('is that a rule waits for a price that failed', async () => {
    const desk = priceDesk({ ETH: '3000' });
    const pending = await makeScenario(deps, undefined, desk);
    await pending.makeRule({ name: 'Large', ruleType: 'large_transfer', conditions: { value_usd: { gte: 1 } } });
    desk.fail();
    const transaction = await pending.record(1);
    await pending.evaluate(transaction);
    expect(await decided(transaction, pending)).toMatchObject([
      { ruleName: 'Large', outcome: 'waiting', reason: 'price' },
    ]);
  });

  it('names the rule and the alert of a rule that was deleted, and a muted match', async () => {
    const fires = await scenario.makeRule({ name: 'Fires', cooldownMinutes: 0 });
    const muted = await scenario.makeRule({ name: 'Muted', cooldownMinutes: 0 });
    await muting(deps, scenario).muteRule(muted.id, 60);
    const transaction = await evaluated(1);
    for (const { id } of [fires, muted]) await scenario.evaluation.rules.remove(scenario.organisation, id);
    const [event] = await scenario.events();
    expect(await decided(transaction)).toMatchObject([
      { ruleName: 'Fires', outcome: 'fired', eventId: event?.id, reasons: event?.reasons },
      { ruleName: 'Muted', outcome: 'suppressed', reason: 'muted', eventId: null, reasons: [] },
    ]);
  });

  it('says of a rule that matches now why it has decided nothing', async () => {
    const transaction = await evaluated(1);
    await scenario.makeRule({ name: 'Later' });
    const [later] = await decided(transaction);
    expect(later).toMatchObject({ outcome: 'not_matched', reason: null });
    expect(later?.reasons[0]).toMatchObject({ condition: 'createdAt', passed: false });
  });

  it('is of the present inclusion, also when an alert was retracted', async () => {
    await scenario.makeRule({ cooldownMinutes: 0 });
    const first = await evaluated(1);
    await scenario.orphan(first);
    const [retracted] = await scenario.events();
    expect(await decided(first)).toMatchObject([{ outcome: 'fired', eventId: retracted?.id }]);
    const back = await scenario.sight(1, B);
    expect(await decided(back)).toMatchObject([{ outcome: 'waiting', reason: 'evaluation' }]);
    await scenario.evaluate(back);
    const [{ eventId } = {}] = await decided(back);
    expect((await scenario.events()).map(({ id }) => id)).toContain(eventId);
    expect(eventId).not.toBe(retracted?.id);
  });

  it('is a cooldown for a decision of an earlier version, and suppressed for what a caller alone stated', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 60 });
    await scenario.evaluate(await scenario.record(1));
    const stated = await scenario.record(2);
    await scenario.evaluate(stated);
    const [{ outcome } = {}] = await decisionsOn(table, scenario.organisation, stated.id);
    expect(outcome).toBe('provisional');
    const update = keys.decision(scenario.organisation, stated.id, 0, rule.id);
    const remove = ['reason', 'eventId', 'muteId', 'ruleName'] as const;
    await write(table, { update, remove } satisfies Update<Record<(typeof remove)[number], string>>);
    expect(await decided(stated)).toMatchObject([{ outcome: 'suppressed', reason: 'cooldown', eventId: null }]);
  });

  it('shows only some of the values of a long list', async () => {
    const wallets = Array.from({ length: 25 }, (_, n) => `00000000-0000-4000-8000-0000000000${n + 10}`);
    const rule = await scenario.makeRule();
    const { rules } = scenario.evaluation;
    const before = await rules.get(scenario.organisation, rule.id);
    await rules.replace(scenario.organisation, before, { ...before, walletIds: wallets });
    const [{ reasons: [reason] = [] } = {}] = await decided(await evaluated(1));
    expect(reason?.expected).toEqual([...wallets.slice(0, 20), 'and 5 more']);
  });
});
