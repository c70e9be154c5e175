import { beforeAll, expect, it } from '@jest/globals';
import { channels } from '../../../lib/channels/index.ts';
import { compactPartition } from '../../../lib/operation/lists/counted-lists.ts';
import { listPartition } from '../../../lib/platform/table/counted-list-keys.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { testDeps } from '../../support/deps.ts';
import { countEntries } from '../../support/due.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { aTransfer, blockHash } from '../../support/records.ts';
import { paired, runs } from '../../support/sample.ts';
import { makeScenario, RECEIVER, SENDER } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { priceDesk } from './price-desk.ts';
import { valueSimulation } from './value-simulation.ts';

// The source of prices is dead for an hour. Meanwhile transactions are recorded; afterwards their prices are known. In
// each run of the sweep one call fails, of the evaluations while the source is dead or of the runs of `set-values`.
// With many records, processes die again and again.

quiet();

const faults = new Faults();
let table: Table;
let failingTable: Table;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});

/**
 * Of every three records one is worth 3,000 USD, one 300 USD and one nothing that anybody prices. With a cooldown, one
 * of those of 3,000 USD fires, and the others are suppressed and counted.
 */
async function run(records: number, plan: Plan, cooldownMinutes = 0): Promise<void> {
  const deps = testDeps(table);
  const desk = priceDesk({ ETH: '3000', SMALL: '300' });
  const scenario = await makeScenario(deps, channels, desk);
  const simulation = valueSimulation({ deps, scenario, prices: desk, table: failingTable, faults });
  const { id: ruleId } = await scenario.makeRule({
    ruleType: 'large_transfer',
    conditions: { value_usd: { gte: 1000 } },
    cooldownMinutes,
  });
  desk.fail();
  const large: string[] = [];
  for (let n = 0; n < records; n++) {
    const asset = ['ETH', 'SMALL', 'NONE'][n % 3] ?? '';
    const transfer = aTransfer({ asset, from: SENDER, to: RECEIVER, direction: 'outbound' });
    const { id } = await scenario.sight(n, blockHash('a'), { tokenSymbol: asset, transfers: [transfer] });
    if (asset === 'ETH') large.push(id);
  }
  faults.arm(plan);
  await simulation.stream();
  for (const minutes of [2, 4, 25, 30]) await simulation.minute(minutes);
  expect(await scenario.events()).toEqual([]);
  desk.recover();
  // The question after two hours sets the values. A run that died is repeated by the runs of the next minutes.
  for (const minutes of [60, 1, 1, 1, 1, 1]) await simulation.minute(minutes);
  const mostDeaths = plan.every === undefined ? 0 : records;
  for (let n = 0; n < mostDeaths && (await stillDue()) > 0; n++) await simulation.minute();
  await compactPartition(deps, listPartition(scenario.organisation, 'TX'));

  const events = [];
  for await (const each of pagesOf(scenario)) events.push(...each);
  const alerts = cooldownMinutes === 0 ? large.length : 1;
  expect(events).toHaveLength(alerts);
  expect(new Set(events.map(({ transactionId }) => transactionId)).size).toBe(alerts);
  for (const { transactionId } of events) expect(large).toContain(transactionId);
  for (const { transaction } of events) expect(transaction?.valueUsd).toBe('3000');
  expect(await scenario.rule(ruleId)).toMatchObject({
    firedCount: alerts,
    suppressedCount: large.length - alerts,
  });
  const { transactions } = scenario.evaluation;
  const total = (filters: object) => transactions.count(scenario.organisation, filters);
  const third = records / 3;
  expect([
    await total({}),
    await total({ valueStatus: 'pending' }),
    await total({ valueStatus: 'known' }),
    await total({ valueStatus: 'unpriced' }),
    await total({ minValueUsd: '1000' }),
    await total({ minValueUsd: '300' }),
  ]).toEqual([records, 0, 2 * third, third, third, 2 * third]);
  expect(await stillDue()).toBe(0);
}

const stillDue = () => countEntries(table, ['VALUE', 'EVALUATION']);

async function* pagesOf(scenario: Awaited<ReturnType<typeof makeScenario>>) {
  for (let page = 1; ; page++) {
    const { data } = await scenario.evaluation.events.list(scenario.organisation, { page, pageSize: 100 });
    yield data;
    if (data.length < 100) return;
  }
}

it('a source that is dead for an hour delays each alert of large_transfer, once and with the right value', async () => {
  await run(runs(12, 999), { at: 0, fails: 'before', process: 'goes on' });
}, 600_000);

// 41 is more calls than an evaluation makes, and no multiple of what a record takes: so each kind of call fails.
it.each<Pick<Plan, 'fails'>>([{ fails: 'before' }, { fails: 'after' }])(
  'processes that die at every 41st call, $fails it took effect, lose and double no alert of many records',
  async ({ fails }) => {
    await run(runs(24, 999), { at: 0, every: 41, fails, process: 'dies' });
    expect(faults.hit).toBeDefined();
  },
  1_800_000,
);

const PLANS: readonly Pick<Plan, 'fails' | 'process'>[] = [
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'before', process: 'goes on' },
  { fails: 'after', process: 'goes on' },
];

it.each(paired(PLANS, [0, 5]).map(([plan, cooldown]) => ({ ...plan, cooldown })))(
  'a dead source loses and doubles no alert when a call fails $fails it took effect and the process $process, with a ' +
    'cooldown of $cooldown minutes',
  async ({ cooldown, ...plan }) => {
    const calls = await sweep(faults, plan, 4, (planned) => run(cooldown === 0 ? 3 : 6, planned, cooldown));
    expect(calls).toEqual(expect.arrayContaining(['TransactWriteItemsCommand', 'QueryCommand']));
  },
  600_000,
);
