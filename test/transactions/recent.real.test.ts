import { beforeAll, describe, expect, it } from '@jest/globals';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { compactList } from '../../lib/platform/lists/index.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { transactionList } from '../../lib/transactions/transaction-list.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { testDeps } from '../support/deps.ts';
import { lagging } from '../support/lagging.ts';
import { quiet } from '../support/quiet.ts';
import { makeScenario } from '../support/scenario.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

quiet();

const BURST = 5;
const START = new Date('2026-03-01T11:00:00.000Z');
let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

/**
 * A burst of transactions, each recorded and then evaluated, while stale reads answer what the table held before the
 * transaction `frozen`. The list is packed after each transaction in `packed`.
 * @returns the transactions on which a frequency rule fires, counted from 1.
 */
async function burst(frozen: number, packed: readonly number[]) {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const conditions = { count: { gte: BURST }, window_minutes: 1 };
  await scenario.makeRule({ ruleType: 'frequency', conditions, cooldownMinutes: 0 });
  const past = lagging(dynamoDb(), table.name);
  const evaluation = evaluationDeps({ ...deps, table: openTable(table.name, past.client) }, scenario.queue);
  const ids: string[] = [];
  for (let n = 1; n <= BURST; n++) {
    if (n === frozen) await past.freeze();
    const blockTimestamp = plusSeconds(START, n).toISOString();
    const transaction = await scenario.record(n, { blockTimestamp });
    ids.push(transaction.id);
    if (packed.includes(n)) {
      const sizes = { run: 1, runs: 2, leaf: 3, node: 3 };
      await compactList(deps, transactionList, scenario.organisation, { until: plusSeconds(deps.now(), 60), sizes });
    }
    await scenario.evaluate(transaction, evaluation);
  }
  expect(past.stale()).toBeGreaterThan(0);
  return (await scenario.events()).map(({ transactionId }) => ids.indexOf(transactionId) + 1);
}

describe('a frequency rule', () => {
  describe.each([
    ['never', []],
    ['once', [3]],
    ['twice', [2, 4]],
    ['after each transaction', [1, 2, 3, 4, 5]],
  ])('whose list is packed %s', (_, packed) => {
    it('fires on the last transaction of a burst, whatever the lag of stale reads', async () => {
      // 0: stale reads find nothing at all.
      for (let frozen = 0; frozen <= BURST; frozen++) expect(await burst(frozen, packed)).toEqual([BURST]);
    });
  });
});
