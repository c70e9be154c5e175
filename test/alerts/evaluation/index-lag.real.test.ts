import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EvaluationDeps } from '../../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { recordingQueue, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

/** Lets queries of the wallet index return nothing at first, as DynamoDB may do shortly after a write. */
let behind: number;
let scenario: Scenario;
let lagging: EvaluationDeps;
let last: StoredTransaction;

beforeEach(async () => {
  behind = 0;
  const { name } = await makeTable();
  const client = dynamoDb();
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { IndexName } = { IndexName: '', ...args.input };
      return IndexName === 'gsi2' && behind-- > 0 ? { ...result, output: { ...result.output, Items: [] } } : result;
    },
    { step: 'initialize', name: 'behind' },
  );
  const deps = testDeps(openTable(name, client));
  scenario = await makeScenario(deps);
  lagging = evaluationDeps(deps, recordingQueue());
  for (let n = 0; n < 5; n++) last = await scenario.record(n);
});

describe('a frequency rule on a burst that the index does not show yet', () => {
  const input = { ruleType: 'frequency', conditions: { count: { gte: 5 }, window_minutes: 10 }, cooldownMinutes: 5 };

  it('fires on the last transaction of the burst when the index shows the burst', async () => {
    const rule = await scenario.makeRule(input);
    behind = 3;
    await scenario.evaluate(last, lagging);
    expect(behind).toBeLessThan(0);
    expect(await scenario.rule(rule.id)).toMatchObject({ firedCount: 1 });
  });

  it('is evaluated again for the last transaction of the burst when the index lags for long', async () => {
    const rule = await scenario.makeRule(input);
    behind = 100;
    await expect(scenario.evaluate(last, lagging)).rejects.toThrow('1 of 1 rules failed');
    expect(await scenario.isPending(last.id)).toBe(true);
    behind = 0;
    await scenario.evaluate(last, lagging);
    expect(await scenario.rule(rule.id)).toMatchObject({ firedCount: 1 });
  });
});
