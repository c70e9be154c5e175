import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type EvaluationDeps, evaluateTransaction } from '../../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluateWithinBudget } from '../../../lib/alerts/evaluation/evaluate-within-budget.ts';
import { type EvaluationBudget, pendingBudget, UNLIMITED } from '../../../lib/alerts/evaluation/evaluation-budget.ts';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { recordingEvaluations, type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { recorded } from '../../support/recorded.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

const RULES = 6;
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

async function makeRules(input: Readonly<Record<string, unknown>> = { cooldownMinutes: 0 }): Promise<void> {
  for (let n = 0; n < RULES; n++) await scenario.makeRule(input);
}

/** A budget of some steps. */
function budgetOf(steps: number, repeats = false): EvaluationBudget {
  let spent = 0;
  const spend = (more: number) => {
    spent += more;
  };
  return { repeats, spend, isUsedUp: () => spent >= steps };
}

/** Evaluates as a function does. Returns the transactions that failed. */
async function evaluated(
  budget: EvaluationBudget,
  records: readonly StoredTransaction[],
  evaluations = recordingEvaluations(),
) {
  const failed: StoredTransaction[] = [];
  await evaluateWithinBudget(
    { evaluations, budget },
    records,
    ({ id }) => ({ deps: scenario.evaluation, organisationId: scenario.organisation, transactionId: id }),
    (record) => void failed.push(record),
  );
  return { failed, handedOver: evaluations.sent.map(({ transactionId }) => transactionId) };
}

const idsOf = (records: readonly StoredTransaction[]) => records.map(({ id }) => id);

describe('An organisation whose budget is used up', () => {
  it('goes on with the other matches of the same transaction, and then with its other transactions', async () => {
    await makeRules();
    const records = [await scenario.record(1), await scenario.record(2), await scenario.record(3)];
    const { failed, handedOver } = await evaluated(budgetOf(4), records);
    expect(failed).toEqual([]);
    expect(handedOver).toEqual(idsOf(records));
    expect(await scenario.events()).toHaveLength(3);
    let left = records;
    for (let runs = 1; left.length > 0; runs++) {
      expect(runs).toBeLessThan(10);
      const next = await evaluated(budgetOf(4, true), left);
      left = left.filter(({ id }) => next.handedOver.includes(id));
    }
    const decided = (await scenario.events()).map(({ ruleId, transactionId }) => `${ruleId} ${transactionId}`);
    expect(decided).toHaveLength(3 * RULES);
    expect(new Set(decided).size).toBe(3 * RULES);
    for (const { id } of records) expect(await scenario.isPending(id)).toBe(false);
  });

  it('has a match decided in each run, also when one match uses the whole budget up', async () => {
    await makeRules();
    const record = await scenario.record(1);
    for (let runs = 1; runs <= RULES; runs++) {
      await evaluated(budgetOf(1, true), [record]);
      expect(await scenario.events()).toHaveLength(runs);
    }
    expect(await scenario.isPending(record.id)).toBe(false);
  });

  it('has the most severe match decided first, although its rule has more to read', async () => {
    for (const severity of ['info', 'warning']) await scenario.makeRule({ severity });
    const conditions = { counterparty_not_in: ['address_book'] };
    await scenario.makeRule({
      ruleType: 'large_transfer',
      severity: 'critical',
      conditions: { ...conditions, value_usd: { gt: '1' } },
    });
    await evaluated(budgetOf(1), [await scenario.record(1)]);
    expect((await scenario.events()).map(({ severity }) => severity)).toEqual(['critical']);
  });

  it('keeps its order: the first of two matches starts the cooldown', async () => {
    await makeRules({ cooldownMinutes: 60 });
    const records = [await scenario.record(1), await scenario.record(2)];
    let left = records;
    while (left.length > 0) {
      const { handedOver } = await evaluated(budgetOf(4, true), left);
      left = left.filter(({ id }) => handedOver.includes(id));
    }
    const fired = (await scenario.events()).map(({ transactionId }) => transactionId);
    expect(fired).toEqual(Array.from({ length: RULES }, () => records[0]?.id));
  });

  it('reports what is left as failed when the queue refuses it, and keeps the outbox entries', async () => {
    await makeRules();
    const records = [await scenario.record(1), await scenario.record(2), await scenario.record(3)];
    const refusing = { ...recordingEvaluations(), send: () => Promise.reject(new Error('SQS is down')) };
    const { failed } = await evaluated(budgetOf(RULES + 2), records, refusing);
    expect(idsOf(failed)).toEqual(idsOf(records.slice(1)));
    expect(await scenario.isPending(records[0]?.id ?? '')).toBe(false);
    for (const { id } of records.slice(1)) expect(await scenario.isPending(id)).toBe(true);
  });

  it('hands over all that is left when its time is over during an evaluation', async () => {
    await makeRules();
    const records = [await scenario.record(1), await scenario.record(2)];
    // Each decision takes ten seconds.
    const slow: EvaluationDeps = {
      ...scenario.evaluation,
      events: {
        ...scenario.evaluation.events,
        creation: (...given) => {
          deps.advance(10);
          return scenario.evaluation.events.creation(...given);
        },
      },
    };
    const isDone = await evaluateTransaction(
      slow,
      scenario.organisation,
      records[0]?.id ?? '',
      undefined,
      pendingBudget(deps),
    );
    expect(isDone).toBe(false);
    expect(await scenario.events()).toHaveLength(4);
  });
});

describe('An evaluation that begins again', () => {
  /** Decides all matches of a transaction and then dies. Returns the actions on the table of the next evaluation. */
  async function repeated(budget: EvaluationBudget, more: object = {}) {
    await makeRules({ cooldownMinutes: 0, ...more });
    const transaction = await scenario.record(1);
    const evaluatedNever = () => Promise.reject(new Error('lost'));
    const { transactions, ...others } = scenario.evaluation;
    const dying = { ...others, transactions: { ...transactions, evaluated: evaluatedNever } };
    await expect(evaluateTransaction(dying, scenario.organisation, transaction.id)).rejects.toThrow('lost');
    const entry = await transactions.pending(scenario.organisation, transaction.id);
    if (entry === null) throw new Error('The outbox entry is gone');
    deps.advance(1);
    const { client, actions } = recorded(dynamoDb());
    const again = evaluationDeps({ ...deps, table: openTable(table.name, client) }, scenario.queue);
    await evaluateTransaction(again, scenario.organisation, transaction.id, { entry, transaction }, budget);
    expect(await scenario.events()).toHaveLength(RULES);
    expect(await scenario.isPending(transaction.id)).toBe(false);
    return actions;
  }
  const timesIn = (actions: readonly string[], action: string) => actions.filter((each) => each === action).length;

  it('after a message reads the decisions by one query, and tries none of them again', async () => {
    const actions = await repeated({ ...UNLIMITED, repeats: true });
    expect(timesIn(actions, 'PutItem')).toBe(0);
    expect(timesIn(actions, 'ConditionCheckItem')).toBe(0);
  });

  it('by the stream tries the first match alone again, and then skips what is decided', async () => {
    const actions = await repeated(UNLIMITED);
    expect(timesIn(actions, 'ConditionCheckItem')).toBe(1);
  });

  it('queues the first attempts that the earlier run left unqueued', async () => {
    await scenario.makeWebhook('http://127.0.0.1:9/one');
    await makeRules({ cooldownMinutes: 0, notifyWebhook: true });
    const transaction = await scenario.record(1);
    const queue = { send: () => Promise.reject(new Error('SQS is down')) };
    const silent = { ...scenario.evaluation, queue };
    await expect(evaluateTransaction(silent, scenario.organisation, transaction.id)).rejects.toThrow('rules failed');
    scenario.queue.sent.length = 0;
    await scenario.evaluate(transaction);
    const deliveries = await scenario.deliveries();
    expect(deliveries).toHaveLength(RULES);
    expect([...new Set(scenario.queue.sent.map(({ deliveryId }) => deliveryId))].sort()).toEqual(
      deliveries.map(({ id }) => id).sort(),
    );
  });
});
