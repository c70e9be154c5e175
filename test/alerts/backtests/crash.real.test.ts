import { beforeAll, expect, it } from '@jest/globals';
import { backtestRepo } from '../../../lib/alerts/backtests/backtest-job.ts';
import { runJob } from '../../../lib/platform/jobs/run-job.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { overdueEntries } from '../../support/due.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { aTransfer } from '../../support/records.ts';
import { RECEIVER, SENDER } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { type Backtesting, backtesting } from './backtesting.ts';

quiet();

const faults = new Faults();
let table: Table;
let failingTable: Table;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});

const MOST_MINUTES = 30;

/** Runs a backtest to its end. Handover starts a run each minute, and the plan makes one call of a process fail. */
async function backtested(
  plan: Plan,
  meanwhile: (world: Backtesting, id: string) => Promise<unknown> = async () => {},
) {
  const world = await backtesting(table);
  const { deps, organisation } = world;
  const rule = await world.scenario.makeRule({ cooldownMinutes: 5 });
  for (const amount of ['1', '2', '11', '3', '500', '0.5', '7']) {
    await world.lived(61, { transfers: [aTransfer({ amount, direction: 'outbound', from: SENDER, to: RECEIVER })] });
  }
  const { id } = await world.create({ ruleId: rule.id });
  const failing = { ...deps, table: failingTable };
  faults.arm(plan);
  for (let minute = 0; minute === 0 || (await isUnended(world, id)); minute++) {
    if (minute === MOST_MINUTES) throw new Error('the backtest did not end');
    deps.advance(60);
    const entries = await overdueEntries(table, 'JOB', deps.now());
    for (const entry of entries.filter((each) => each.organisation === organisation)) {
      await faults.process(() => runJob(failing, backtestRepo(failing), world.workOn(failing), organisation, entry.id));
    }
    await meanwhile(world, id);
  }
  return { world, rule, id };
}

/** Whether the job is under way, or a run must still delete what it left. */
async function isUnended({ deps, job, organisation }: Backtesting, id: string): Promise<boolean> {
  const { status, leaseUntil } = await job(id);
  deps.advance(0.001);
  const entries = await overdueEntries(table, 'JOB', deps.now());
  return status === 'running' || leaseUntil !== null || entries.some((each) => each.organisation === organisation);
}

async function check({ world, rule, id }: Awaited<ReturnType<typeof backtested>>): Promise<void> {
  const told = await world.shown(id);
  expect(told).toMatchObject({ status: 'completed', rows: 7, total: 7, matched: 7, wouldFire: 5, error: null });
  expect(told.samples.map(({ transactionId }) => transactionId)).toEqual(await world.firedBy(rule));
  expect(await world.job(id)).toMatchObject({ position: null, checkpoint: null });
  // The organisation has room for three again.
  for (let n = 0; n < 3; n++) await world.create({ ruleId: rule.id });
}

const PLANS: [string, Pick<Plan, 'fails' | 'process'>][] = [
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
];

it.each(PLANS)('a run that %s counts each record once', async (_how, plan) => {
  const calls = await sweep(faults, plan, 3, async (planned) => check(await backtested(planned)));
  expect(calls).toEqual(
    expect.arrayContaining(['UpdateItemCommand', 'BatchGetItemCommand', 'TransactWriteItemsCommand']),
  );
});

it('a backtest that is cancelled while it runs ends at the next checkpoint, and keeps what it counted', async () => {
  const world = await backtesting(table);
  for (let n = 0; n < 6; n++) await world.lived(1);
  const { id } = await world.create({ rule: { ruleType: 'any_transfer' } });
  const { step, ...work } = world.workOn(world.deps);
  let steps = 0;
  const cancelling: typeof step = async (...of) => {
    steps += 1;
    const result = await step(...of);
    if (steps === 2) await backtestRepo(world.deps).cancel(world.organisation, id);
    return result;
  };
  await runJob(world.deps, backtestRepo(world.deps), { ...work, step: cancelling }, world.organisation, id);
  expect(steps).toBe(2);
  expect(await world.shown(id)).toMatchObject({ status: 'cancelled', rows: 4, total: 6, samples: [] });
  expect(await world.job(id)).toMatchObject({ checkpoint: null, leaseUntil: null });
});

it('a backtest of a healthy service writes nothing but its own job', async () => {
  faults.arm(HEALTHY);
  const { world, rule } = await backtested(HEALTHY);
  expect(await world.scenario.rule(rule.id)).toMatchObject({ firedCount: 5, suppressedCount: 2 });
  expect(await world.scenario.events()).toHaveLength(5);
  expect(faults.calls.filter((call) => /Put|BatchWrite|Delete/.test(call))).toEqual([]);
});
