import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { MAX_RULES, ruleRepo } from '../../../lib/alerts/rules/repo.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { readTogether, settled } from '../../support/concurrent.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeTable } from '../../support/table.ts';
import { makeWorld, type World } from '../../support/world.ts';

quiet();

let table: Table;
let deps: TestDeps;
let world: World;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  world = await makeWorld(deps);
});

const update = (id: string, change: object, on = table) =>
  updateRule({ ...world.changing, table: on, rules: ruleRepo({ table: on }) }, world.organisation, id, change);

describe('concurrent changes of one rule', () => {
  it('let one change succeed and refuse the others with a conflict', async () => {
    const { id } = await world.makeRule();
    const together = readTogether(table, 10);
    const { fulfilled, rejected } = await settled(10, (i) => update(id, { name: `Name ${i}` }, together));
    expect(fulfilled).toEqual([await world.rule(id)]);
    expect(rejected).toEqual(Array(9).fill(expect.objectContaining({ code: 'conflict' })));
  });

  it('do not restore a deleted rule', async () => {
    const { id } = await world.makeRule();
    const { rules } = world.evaluation;
    const before = await rules.get(world.organisation, id);
    await rules.remove(world.organisation, id);
    await expect(rules.replace(world.organisation, before, before)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rules.all(world.organisation)).toEqual([]);
  });
});

describe('the maximum number of rules', () => {
  const make = () => world.makeRule();
  const CONFLICT = expect.objectContaining({ code: 'conflict' });

  it('holds for concurrent creations, and every deletion makes room for one rule', async () => {
    const { id } = await make();
    await write(table, { update: keys.organisation(world.organisation), set: { ruleCount: MAX_RULES - 2 } });
    const { fulfilled, rejected } = await settled(5, make);
    expect(fulfilled).toHaveLength(2);
    expect(rejected).toEqual(Array(3).fill(CONFLICT));
    // Only one of several deletions of the same rule makes room.
    await settled(3, () => world.evaluation.rules.remove(world.organisation, id));
    expect((await settled(3, make)).fulfilled).toHaveLength(1);
  });
});

describe('an alert rule', () => {
  it('keeps its counts when it is changed', async () => {
    const { id } = await world.makeRule();
    const transaction = await world.record(1);
    await world.evaluate(transaction);
    expect(await update(id, { name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      firedCount: 1,
      lastFiredAt: transaction.createdAt,
    });
  });

  it('loses its counts when it is deleted, but its events stay', async () => {
    const { id } = await world.makeRule();
    await world.evaluate(await world.record(1));
    const stored = await world.evaluation.rules.get(world.organisation, id);
    await world.evaluation.rules.remove(world.organisation, id);
    const [shown] = await world.evaluation.rules.shown(world.organisation, [stored]);
    expect(shown).toMatchObject({ firedCount: 0, suppressedCount: 0, lastFiredAt: null });
    expect(await world.events()).toMatchObject([{ ruleId: id }]);
    await expect(world.evaluation.rules.remove(world.organisation, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not fire on transactions from the time when it was turned off', async () => {
    const { id } = await world.makeRule();
    await update(id, { isActive: false });
    const missed = await world.record(1);
    await world.evaluate(missed);
    await update(id, { isActive: true });
    await world.evaluate(missed);
    expect(await world.events()).toEqual([]);
  });

  it('fires only for the wallets that it names', async () => {
    const other = await world.makeWallet({ label: 'Other', address: `0x${'1'.repeat(40)}`, chains: ['ethereum'] });
    await world.makeRule({ walletIds: [other.id], cooldownMinutes: 0 });
    await world.evaluate(await world.record(1));
    await world.evaluate(await world.record(1, { walletId: other.id }));
    expect((await world.events()).map(({ walletId }) => walletId)).toEqual([other.id]);
  });
});
