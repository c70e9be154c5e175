import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EvaluationDeps } from '../../../lib/alerts/evaluation/evaluate-transaction.ts';
import { updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { STATE_ITEMS } from '../../../lib/alerts/rules/rule-state.ts';
import type { CountedRule } from '../../../lib/alerts/rules/schema.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { transact } from '../../../lib/platform/table/write.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

const MINUTE = 60;
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

/** Records the nth transaction at a number of seconds after the start of the day. */
async function recordedAt(n: number, seconds: number, more = {}) {
  deps.setNow(plusSeconds(new Date('2026-03-02T00:00:00.000Z'), seconds));
  return scenario.record(n, more);
}

async function recordAndEvaluate(n: number, seconds: number) {
  const transaction = await recordedAt(n, seconds);
  await scenario.evaluate(transaction);
  return transaction;
}

const state = async ({ id }: CountedRule) => {
  const { firedCount, suppressedCount, lastFiredAt } = await scenario.rule(id);
  return { firedCount, suppressedCount, lastFiredAt };
};

describe('a rule with a cooldown of 5 minutes', () => {
  let rule: CountedRule;
  beforeEach(async () => {
    rule = await scenario.makeRule({ cooldownMinutes: 5 });
  });

  it('has no counts before its first match', async () => {
    expect(await state(rule)).toEqual({ firedCount: 0, suppressedCount: 0, lastFiredAt: null });
  });

  it('suppresses a match one millisecond before the end of the cooldown and makes no event', async () => {
    const first = await recordAndEvaluate(1, 0);
    await recordAndEvaluate(2, 5 * MINUTE - 0.001);
    expect((await scenario.events()).map(({ transactionId }) => transactionId)).toEqual([first.id]);
    expect(await state(rule)).toEqual({ firedCount: 1, suppressedCount: 1, lastFiredAt: '2026-03-02T00:00:00.000Z' });
  });

  it('fires again when the cooldown is over', async () => {
    await recordAndEvaluate(1, 0);
    await recordAndEvaluate(2, 5 * MINUTE);
    expect(await state(rule)).toEqual({ firedCount: 2, suppressedCount: 0, lastFiredAt: '2026-03-02T00:05:00.000Z' });
  });

  it('counts the cooldown from the recording of transactions, also when their evaluation is late', async () => {
    const transactions = [await recordedAt(1, 0), await recordedAt(2, 5 * MINUTE)];
    deps.advance(3600);
    for (const transaction of transactions) await scenario.evaluate(transaction);
    expect(await scenario.events()).toHaveLength(2);
  });

  it('does not extend the cooldown by a suppressed match', async () => {
    for (const [n, minute] of [0, 4, 5].entries()) await recordAndEvaluate(n, minute * MINUTE);
    expect(await state(rule)).toMatchObject({ firedCount: 2, suppressedCount: 1 });
  });

  it('suppresses a match that was recorded within a cooldown before the last match that fired', async () => {
    const early = await recordedAt(1, 0);
    await recordAndEvaluate(2, MINUTE);
    await scenario.evaluate(early);
    expect(await state(rule)).toEqual({ firedCount: 1, suppressedCount: 1, lastFiredAt: '2026-03-02T00:01:00.000Z' });
  });

  it('fires for a late match that was recorded a cooldown before the last match that fired', async () => {
    const early = await recordedAt(1, 0);
    await recordAndEvaluate(2, 5 * MINUTE);
    await scenario.evaluate(early);
    expect(await scenario.events()).toHaveLength(2);
    expect(await state(rule)).toEqual({ firedCount: 2, suppressedCount: 0, lastFiredAt: '2026-03-02T00:05:00.000Z' });
  });

  it('keeps a cooldown between late matches, too', async () => {
    const minutes = [0, 1, 4, 5, 9, 10, 56];
    const late: Awaited<ReturnType<typeof recordedAt>>[] = [];
    for (const [n, minute] of minutes.entries()) late.push(await recordedAt(n, minute * MINUTE));
    await recordAndEvaluate(minutes.length, 60 * MINUTE);
    for (const transaction of late) await scenario.evaluate(transaction);
    const fired = (await scenario.events()).map(({ transactionId }) =>
      late.findIndex(({ id }) => id === transactionId),
    );
    expect(fired.map((n) => minutes[n] ?? 60).sort((a, b) => a - b)).toEqual([0, 5, 10, 60]);
    expect(await state(rule)).toMatchObject({ suppressedCount: 4, lastFiredAt: '2026-03-02T01:00:00.000Z' });
  });

  it('fires for one of many concurrent late matches and lets the others be retried', async () => {
    const late = await Promise.all(Array.from({ length: 5 }, (_, n) => recordedAt(n, 0)));
    await recordAndEvaluate(5, 60 * MINUTE);
    await Promise.allSettled(late.map((transaction) => scenario.evaluate(transaction)));
    for (const transaction of late) await scenario.evaluate(transaction);
    expect(await state(rule)).toMatchObject({ firedCount: 2, suppressedCount: 4 });
  });

  it('fires for one of many concurrent matches and suppresses the others', async () => {
    const transactions = await Promise.all(Array.from({ length: 20 }, (_, n) => recordedAt(n, 0)));
    await Promise.all(transactions.map((transaction) => scenario.evaluate(transaction)));
    expect(await scenario.events()).toHaveLength(1);
    expect(await state(rule)).toMatchObject({ firedCount: 1, suppressedCount: 19 });
  });

  it('counts a match once when its evaluation is repeated', async () => {
    await recordAndEvaluate(1, 0);
    const second = await recordedAt(2, MINUTE);
    for (let i = 0; i < 3; i++) await expect(scenario.evaluate(second, neverDone())).rejects.toThrow('lost');
    await scenario.evaluate(second);
    expect(await state(rule)).toMatchObject({ firedCount: 1, suppressedCount: 1 });
  });

  it('keeps a match suppressed when its evaluation is repeated after the cooldown', async () => {
    await recordAndEvaluate(1, 0);
    const second = await recordedAt(2, MINUTE);
    await expect(scenario.evaluate(second, neverDone())).rejects.toThrow('lost');
    deps.advance(3600);
    await scenario.evaluate(second);
    expect(await scenario.events()).toHaveLength(1);
  });
});

it('evaluateTransaction does not decide a rule again that an earlier run decided, for one rule or many', async () => {
  const rule = await scenario.makeRule();
  const transaction = await scenario.record(1);
  await expect(scenario.evaluate(transaction, neverDone())).rejects.toThrow('lost');
  const decided = await scenario.events();
  await scenario.evaluate(transaction);
  expect(await scenario.events()).toEqual(decided);
  expect(await state(rule)).toMatchObject({ firedCount: 1, suppressedCount: 0 });
});

/** An evaluation that decides everything and then fails to delete the outbox entry. */
function neverDone(): EvaluationDeps {
  const evaluated = () => Promise.reject(new Error('lost'));
  return { ...scenario.evaluation, transactions: { ...scenario.evaluation.transactions, evaluated } };
}

describe('a rule without a cooldown', () => {
  it('fires for every match, also for matches at the same instant and out of order', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    const early = await recordedAt(1, 0);
    await recordAndEvaluate(2, MINUTE);
    await recordAndEvaluate(3, MINUTE);
    await scenario.evaluate(early);
    expect(await scenario.events()).toHaveLength(3);
    expect(await state(rule)).toEqual({ firedCount: 3, suppressedCount: 0, lastFiredAt: '2026-03-02T00:01:00.000Z' });
  });
});

describe('a rule that changes between its evaluation and the decision', () => {
  /** An evaluation that runs `change` between the match of the rule and the decision, the first time. */
  function changing(change: () => Promise<unknown>): EvaluationDeps {
    let pending: (() => Promise<unknown>) | undefined = change;
    return {
      ...scenario.evaluation,
      settings: {
        ...scenario.evaluation.settings,
        async get(organisationId) {
          const now = pending;
          pending = undefined;
          await now?.();
          return scenario.evaluation.settings.get(organisationId);
        },
      },
    };
  }
  const update = (rule: CountedRule, change: object) =>
    updateRule(scenario.changing, scenario.organisation, rule.id, change);

  it('does not fire when the rule was turned off', async () => {
    const rule = await scenario.makeRule();
    await scenario.evaluate(
      await scenario.record(1),
      changing(() => update(rule, { isActive: false })),
    );
    expect(await scenario.events()).toEqual([]);
    expect(await state(rule)).toMatchObject({ firedCount: 0, suppressedCount: 0 });
  });

  it('does not fire when the rule was deleted, and leaves no rule state', async () => {
    const rule = await scenario.makeRule();
    await scenario.evaluate(
      await scenario.record(1),
      changing(() => scenario.evaluation.rules.remove(scenario.organisation, rule.id)),
    );
    expect(await scenario.events()).toEqual([]);
    const [shown] = await scenario.evaluation.rules.shown(scenario.organisation, [{ ...rule, version: 1 }]);
    expect(shown).toMatchObject({ firedCount: 0, lastFiredAt: null });
  });

  it('does not fire when the changed rule no longer matches', async () => {
    const rule = await scenario.makeRule();
    await scenario.evaluate(
      await scenario.record(1),
      changing(() => update(rule, { conditions: { direction: 'inbound' } })),
    );
    expect(await scenario.events()).toEqual([]);
  });

  it('fires with the changed rule when the changed rule still matches', async () => {
    const rule = await scenario.makeRule({ name: 'Before' });
    await scenario.evaluate(
      await scenario.record(1),
      changing(() => update(rule, { name: 'After', severity: 'critical' })),
    );
    expect(await scenario.events()).toMatchObject([{ ruleName: 'After', severity: 'critical' }]);
    expect(await state(rule)).toMatchObject({ firedCount: 1 });
  });

  it('is left to a retry when the rule changes every time, and the other rules fire', async () => {
    const restless = await scenario.makeRule();
    const other = await scenario.makeRule();
    const transaction = await scenario.record(1);
    const touch = () =>
      transact(table, {
        rule: { update: keys.rule(scenario.organisation, restless.id), add: { version: 1 } },
        states: Array.from({ length: STATE_ITEMS }, (_, n) => ({
          update: keys.ruleState(scenario.organisation, restless.id, n),
          add: { version: 1 },
        })),
      });
    const { settings, rules } = scenario.evaluation;
    const restlessDeps = {
      ...scenario.evaluation,
      settings: {
        ...settings,
        get: (organisationId: OrganisationId) => touch().then(() => settings.get(organisationId)),
      },
      // The rule changes again after each read.
      rules: {
        ...rules,
        find: async (organisationId: OrganisationId, id: string) => {
          const found = await rules.find(organisationId, id);
          await touch();
          return found;
        },
      },
    };

    await expect(scenario.evaluate(transaction, restlessDeps)).rejects.toThrow('1 of 2 rules failed');
    expect((await scenario.events()).map(({ ruleId }) => ruleId)).toEqual([other.id]);
    await scenario.evaluate(transaction);
    expect(await scenario.events()).toHaveLength(2);
    expect(await state(other)).toMatchObject({ firedCount: 1, suppressedCount: 0 });
  });
});

describe('a rule that gets a cooldown', () => {
  it('begins the cooldown with its next alert, so that each suppressed match has an alert of its wallet', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await recordAndEvaluate(1, 1);
    await updateRule(scenario.changing, scenario.organisation, rule.id, { cooldownMinutes: 5 });
    await recordAndEvaluate(2, 60);
    await recordAndEvaluate(3, 61);
    expect(await state(rule)).toEqual({ firedCount: 2, suppressedCount: 1, lastFiredAt: '2026-03-02T00:01:00.000Z' });
  });
});

describe('a rule whose cooldown changes while it runs', () => {
  const change = async (rule: CountedRule, to: object) => {
    await updateRule(scenario.changing, scenario.organisation, rule.id, to);
  };

  it('ends the cooldown at once when the rule has none any more', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 60 });
    for (const n of [1, 2]) await recordAndEvaluate(n, n * MINUTE);
    await change(rule, { cooldownMinutes: 0 });
    await recordAndEvaluate(3, 3 * MINUTE);
    expect(await state(rule)).toMatchObject({ firedCount: 2, suppressedCount: 1 });
  });

  it.each([
    [10, 60, 1],
    [60, 10, 2],
  ])('measures from the same alert when %d minutes become %d', async (before, after, firedCount) => {
    const rule = await scenario.makeRule({ cooldownMinutes: before });
    for (const n of [0, 1]) await recordAndEvaluate(n, n * MINUTE);
    await change(rule, { cooldownMinutes: after });
    await recordAndEvaluate(2, 30 * MINUTE);
    expect(await state(rule)).toMatchObject({ firedCount, suppressedCount: 3 - firedCount });
  });

  it('counts anew for the rule when each wallet had a cooldown, and the other way round', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 60 });
    await recordAndEvaluate(1, MINUTE);
    await change(rule, { cooldownPer: 'rule' });
    for (const n of [2, 3]) await recordAndEvaluate(n, n * MINUTE);
    expect(await state(rule)).toMatchObject({ firedCount: 2, suppressedCount: 1 });
    await change(rule, { cooldownPer: 'wallet' });
    await recordAndEvaluate(4, 4 * MINUTE);
    expect(await state(rule)).toMatchObject({ firedCount: 2, suppressedCount: 2 });
  });
});

describe('many matches of a rule at the same time', () => {
  it('are each decided once, and each is counted once, also when each is evaluated twice', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 5 });
    const records = [];
    for (let n = 1; n <= 30; n++) records.push(await recordedAt(n, n));
    await Promise.all([...records, ...records].map((record) => scenario.evaluate(record)));
    expect(await scenario.events()).toHaveLength(1);
    expect(await state(rule)).toMatchObject({ firedCount: 1, suppressedCount: 29 });
  });
});
