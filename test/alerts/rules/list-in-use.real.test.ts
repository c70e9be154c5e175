import { beforeEach, describe, expect, it } from '@jest/globals';
import { CreateAddressList } from '../../../lib/address-book/address-list-schema.ts';
import { addressLists } from '../../../lib/address-book/address-lists.ts';
import { createRule, updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { assertUnused } from '../../../lib/alerts/rules/list-in-use.ts';
import { assertLists } from '../../../lib/alerts/rules/named-lists.ts';
import { CreateRule } from '../../../lib/alerts/rules/schema.ts';
import { settled } from '../../support/concurrent.ts';
import { testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

const CONFLICT = { code: 'conflict' };
const SOURCE = { url: 'https://example.com/list.txt', format: 'text' };

/** An organisation with lists, each deleted as the endpoint deletes it, and rules that name them. */
async function world() {
  const deps = testDeps(await makeTable());
  const { organisation, changing } = await makeScenario(deps);
  const { rules } = changing;
  const lists = addressLists({ ...deps, jobs: { start: async () => {} } });
  const unused = (name: string) => assertUnused(rules, organisation, name);
  const conditionsOf = (name: string) => ({ counterparty_in: [`list:${name}`] });
  return {
    rules,
    organisation,
    lists,
    unused,
    makeList: (name: string, source: object | null = null) =>
      lists.create(organisation, CreateAddressList.parse({ name, purpose: 'deny', source })),
    remove: async (id: string, name: string) => lists.remove(organisation, id, await unused(name)),
    makeRule: (name: string) =>
      createRule(
        changing,
        organisation,
        CreateRule.parse({ name, ruleType: 'any_transfer', severity: 'critical', conditions: conditionsOf(name) }),
      ),
    turn: (id: string, isActive: boolean) => updateRule(changing, organisation, id, { isActive }),
    /** What a request has read before it stores a rule. */
    checks: (name: string) => assertLists(deps.table, organisation, conditionsOf(name)),
    exists: (id: string) =>
      lists.get(organisation, id).then(
        () => true,
        () => false,
      ),
  };
}

let at: Awaited<ReturnType<typeof world>>;
beforeEach(async () => {
  at = await world();
});

describe.each([
  ['without a source', null],
  ['with a source', SOURCE],
])('A list %s that a rule names', (_, source) => {
  it('stays when the rule is made or switched on while the deletion is on its way', async () => {
    const list = await at.makeList('fraud', source);
    const early = await at.unused('fraud');
    const rule = await at.makeRule('fraud');
    await expect(at.lists.remove(at.organisation, list.id, early)).rejects.toMatchObject(CONFLICT);
    await at.turn(rule.id, false);
    const late = await at.unused('fraud');
    await at.turn(rule.id, true);
    await expect(at.lists.remove(at.organisation, list.id, late)).rejects.toMatchObject(CONFLICT);
    expect(await at.exists(list.id)).toBe(true);
  });

  it('keeps the rule from being stored when the list goes while the rule is on its way', async () => {
    const list = await at.makeList('fraud', source);
    const { id } = await at.makeRule('fraud');
    await at.turn(id, false);
    const before = await at.rules.get(at.organisation, id);
    const lists = await at.checks('fraud');
    await at.remove(list.id, 'fraud');
    const active = { ...before, isActive: true };
    await expect(at.rules.replace(at.organisation, before, active, { lists })).rejects.toMatchObject(CONFLICT);
    const another = { ...active, id: crypto.randomUUID() };
    await expect(at.rules.create(at.organisation, another, lists)).rejects.toMatchObject(CONFLICT);
    expect(await at.rules.all(at.organisation)).toEqual([before]);
  });
});

it('No rule is on without its list, however many rules are switched on while the lists are deleted', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const name = `list-${n}`;
      const list = await at.makeList(name, n % 2 === 0 ? null : SOURCE);
      const { id } = await at.makeRule(name);
      return { id, list };
    }),
  );
  for (const { id } of pairs) await at.turn(id, false);
  const calls = pairs.flatMap(({ id, list }) => [() => at.turn(id, true), () => at.remove(list.id, list.name)]);
  const { fulfilled } = await settled(calls.length, async (n) => {
    await calls[n]?.();
  });
  expect(fulfilled).not.toEqual([]);
  for (const { id, list } of pairs) {
    const { isActive } = await at.rules.get(at.organisation, id);
    expect([isActive, await at.exists(list.id)]).not.toEqual([true, false]);
  }
});
