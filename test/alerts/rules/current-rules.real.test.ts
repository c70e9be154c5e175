import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ofBatch } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { type CurrentRules, currentRules } from '../../../lib/alerts/rules/current-rules.ts';
import type { RuleRepo } from '../../../lib/alerts/rules/repo.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { evaluated } from '../../support/records.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

const MINUTE = 60;
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let rules: RuleRepo;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  rules = scenario.evaluation.rules;
});

const keeping = () => {
  const { destinations, mutes } = scenario.evaluation;
  return { now: deps.now, destinations, mutes };
};

/** What one instance of a function sees, and how often it has read the rules. */
function instance(read: Partial<Pick<RuleRepo, 'all'>> = {}) {
  let reads = 0;
  const all: RuleRepo['all'] = (organisationId) => {
    reads += 1;
    return (read.all ?? rules.all)(organisationId);
  };
  const current = currentRules({ ...keeping(), rules: { version: rules.version, all } });
  return { reads: () => reads, names: () => namesIn(current) };
}

const namesIn = async (current: CurrentRules): Promise<string[]> =>
  (await current(scenario.organisation)).candidates(evaluated()).map(({ rule }) => rule.name);

const rename = (id: string, name: string) =>
  updateRule(scenario.changing, scenario.organisation, id, { name }).then(() => undefined);

describe('currentRules', () => {
  it('reads the rules once, and the version alone afterwards', async () => {
    await scenario.makeRule();
    deps.advance(MINUTE);
    const { names, reads } = instance();
    for (let n = 0; n < 3; n++) expect(await names()).toEqual(['Any']);
    expect(reads()).toBe(1);
  });

  it('keeps that an organisation has no rules', async () => {
    const { names, reads } = instance();
    for (let n = 0; n < 3; n++) expect(await names()).toEqual([]);
    expect(reads()).toBe(1);
  });

  it('sees each creation, change and removal at once, in every instance', async () => {
    const instances = [instance(), instance()];
    const seen = () => Promise.all(instances.map(({ names }) => names()));
    expect(await seen()).toEqual([[], []]);
    const { id } = await scenario.makeRule({ name: 'First' });
    expect(await seen()).toEqual([['First'], ['First']]);
    deps.advance(MINUTE);
    expect(await seen()).toEqual([['First'], ['First']]);
    await rename(id, 'Renamed');
    expect(await seen()).toEqual([['Renamed'], ['Renamed']]);
    deps.advance(MINUTE);
    await seen();
    await rules.remove(scenario.organisation, id);
    expect(await seen()).toEqual([[], []]);
  });

  it('does not keep rules under the version of a later change', async () => {
    const { id } = await scenario.makeRule({ name: 'Before' });
    deps.advance(MINUTE);
    let change: (() => Promise<void>) | undefined = () => rename(id, 'After');
    const { names } = instance({
      async all(organisationId) {
        const found = await rules.all(organisationId);
        const now = change;
        change = undefined;
        // The rule changes between the read of the rules and the moment when they are kept.
        await now?.();
        deps.advance(MINUTE);
        return found;
      },
    });
    expect(await names()).toEqual(['Before']);
    expect(await names()).toEqual(['After']);
  });

  // DynamoDB may show some items of a transaction while it writes the others.
  it('reads again when the rules looked old beside their new version', async () => {
    const { id } = await scenario.makeRule({ name: 'Before' });
    const before = await rules.all(scenario.organisation);
    deps.advance(MINUTE);
    await rename(id, 'After');
    const answers = [before];
    const { names, reads } = instance({ all: async (of) => answers.shift() ?? rules.all(of) });
    expect(await names()).toEqual(['Before']);
    expect(await names()).toEqual(['After']);
    deps.advance(MINUTE);
    for (let n = 0; n < 3; n++) expect(await names()).toEqual(['After']);
    expect(reads()).toBe(3);
  });
});

describe('two instances that evaluate transactions', () => {
  it('fire with a rule from its creation on, and not after its removal', async () => {
    const instances = [0, 1].map(() => ({
      ...scenario.evaluation,
      currentRules: currentRules({ ...keeping(), rules }),
    }));
    const evaluateAll = async (n: number) => {
      for (const [k, evaluation] of instances.entries()) {
        await scenario.evaluate(await scenario.record(10 * n + k), evaluation);
      }
    };
    const fired = async () => (await scenario.events()).length;
    await evaluateAll(1);
    expect(await fired()).toBe(0);
    const { id } = await scenario.makeRule({ cooldownMinutes: 0 });
    await evaluateAll(2);
    expect(await fired()).toBe(2);
    deps.advance(MINUTE);
    await evaluateAll(3);
    await evaluateAll(4);
    expect(await fired()).toBe(6);
    await rules.remove(scenario.organisation, id);
    await evaluateAll(5);
    expect(await fired()).toBe(6);
  });
});

describe('a batch of transactions', () => {
  it('reads the version of the rules once, and the next batch reads again', async () => {
    let reads = 0;
    const counting = {
      all: rules.all,
      version: (organisationId: typeof scenario.organisation) => {
        reads += 1;
        return rules.version(organisationId);
      },
    };
    const evaluation = { ...scenario.evaluation, currentRules: currentRules({ ...keeping(), rules: counting }) };
    await scenario.makeRule({ cooldownMinutes: 0 });
    for (const n of [1, 2]) {
      const batch = ofBatch(evaluation);
      for (const k of [1, 2]) await scenario.evaluate(await scenario.record(10 * n + k), batch);
      expect(reads).toBe(n);
    }
    expect(await scenario.events()).toHaveLength(4);
  });

  it('does not fire with a rule that is removed while the batch runs, and fires with its new version', async () => {
    const removed = await scenario.makeRule({ name: 'Removed', cooldownMinutes: 0 });
    const changed = await scenario.makeRule({ name: 'Old', cooldownMinutes: 0 });
    const batch = ofBatch(scenario.evaluation);
    await scenario.evaluate(await scenario.record(1), batch);
    await rules.remove(scenario.organisation, removed.id);
    await rename(changed.id, 'New');
    await scenario.evaluate(await scenario.record(2), batch);
    const fired = (await scenario.events()).map(({ ruleName }) => ruleName);
    expect(fired.sort()).toEqual(['New', 'Old', 'Removed']);
  });
});
