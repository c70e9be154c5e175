import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { MAX_RULES, ruleRepo } from '../../../lib/alerts/rules/repo.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { readTogether, settled } from '../../support/concurrent.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

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

const update = (id: string, change: object, on = table) =>
  updateRule(
    { ...scenario.changing, table: on, rules: ruleRepo({ ...deps, table: on }) },
    scenario.organisation,
    id,
    change,
  );

describe('concurrent changes of one rule', () => {
  it('let one change succeed and refuse the others with a conflict', async () => {
    const { id } = await scenario.makeRule();
    const together = readTogether(table, 10);
    const { fulfilled, rejected } = await settled(10, (i) => update(id, { name: `Name ${i}` }, together));
    expect(fulfilled).toEqual([await scenario.rule(id)]);
    expect(rejected).toEqual(Array(9).fill(expect.objectContaining({ code: 'conflict' })));
  });

  it('do not restore a deleted rule', async () => {
    const { id } = await scenario.makeRule();
    const { rules } = scenario.evaluation;
    const before = await rules.get(scenario.organisation, id);
    await rules.remove(scenario.organisation, id);
    await expect(rules.replace(scenario.organisation, before, before)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rules.all(scenario.organisation)).toEqual([]);
  });
});

describe('the maximum number of rules', () => {
  const make = () => scenario.makeRule();
  const CONFLICT = expect.objectContaining({ code: 'conflict' });

  it('holds for concurrent creations, and every deletion makes room for one rule', async () => {
    const { id } = await make();
    await write(table, { update: keys.organisation(scenario.organisation), set: { ruleCount: MAX_RULES - 2 } });
    const { fulfilled, rejected } = await settled(5, make);
    expect(fulfilled).toHaveLength(2);
    expect(rejected).toEqual(Array(3).fill(CONFLICT));
    // Only one of several deletions of the same rule makes room.
    await settled(3, () => scenario.evaluation.rules.remove(scenario.organisation, id));
    expect((await settled(3, make)).fulfilled).toHaveLength(1);
  });
});

describe('an alert rule', () => {
  it('keeps its counts when it is changed', async () => {
    const { id } = await scenario.makeRule();
    const transaction = await scenario.record(1);
    await scenario.evaluate(transaction);
    expect(await update(id, { name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      firedCount: 1,
      lastFiredAt: transaction.createdAt,
    });
  });

  it('loses its counts when it is deleted, but its events stay', async () => {
    const { id } = await scenario.makeRule();
    await scenario.evaluate(await scenario.record(1));
    const stored = await scenario.evaluation.rules.get(scenario.organisation, id);
    await scenario.evaluation.rules.remove(scenario.organisation, id);
    const [shown] = await scenario.evaluation.rules.shown(scenario.organisation, [stored]);
    expect(shown).toMatchObject({ firedCount: 0, suppressedCount: 0, lastFiredAt: null });
    expect(await scenario.events()).toMatchObject([{ ruleId: id }]);
    await expect(scenario.evaluation.rules.remove(scenario.organisation, id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('does not fire on transactions from the time when it was turned off', async () => {
    const { id } = await scenario.makeRule();
    await update(id, { isActive: false });
    const missed = await scenario.record(1);
    await scenario.evaluate(missed);
    await update(id, { isActive: true });
    await scenario.evaluate(missed);
    expect(await scenario.events()).toEqual([]);
  });

  it('fires only for the wallets that it names', async () => {
    const other = await scenario.makeWallet({ label: 'Other', address: `0x${'1'.repeat(40)}`, chains: ['ethereum'] });
    await scenario.makeRule({ walletIds: [other.id], cooldownMinutes: 0 });
    await scenario.evaluate(await scenario.record(1));
    await scenario.evaluate(await scenario.record(1, { walletId: other.id }));
    expect((await scenario.events()).map(({ walletId }) => walletId)).toEqual([other.id]);
  });
});
