import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { recountJob, recountRepo, recountWork, startRecount } from '../../../lib/operation/lists/recount-job.ts';
import { runJob } from '../../../lib/platform/jobs/run-job.ts';
import { listPartition } from '../../../lib/platform/table/counted-list-keys.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { walkPrefix } from '../../../lib/platform/table/walk.ts';
import { deleteAll } from '../../../lib/platform/table/write-all.ts';
import { transactionRepo } from '../../../lib/transactions/repo.ts';
import { transactionList } from '../../../lib/transactions/transaction-list.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { testDeps } from '../../support/deps.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

const RECORDS = 3;
/** The wallet of the records, which a list shows, too. */
const WALLETS = 1;
const faults = new Faults();
let table: Table;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(() => faults.arm({ at: 0, fails: 'before', process: 'goes on' }));

/** An organisation whose list of transactions is lost, and a recount of its lists. */
async function withoutList() {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const { organisation } = scenario;
  for (let n = 1; n <= RECORDS; n++) await scenario.record(n);
  const lost = listPartition(organisation, transactionList.definition.name);
  for await (const items of walkPrefix(table, lost, '')) await deleteAll(table, items);
  await startRecount({ ...deps, jobs: { start: async () => {} } }, organisation);
  const [job] = (await recountRepo(deps).list(organisation, { page: 1, pageSize: 1 })).data;
  if (job === undefined) throw new Error('the recount has not begun');
  const inner = { ...deps, table: openTable(table.name, faults.over(dynamoDb())) };
  return {
    deps,
    organisation,
    job: () => recountRepo(deps).get(organisation, job.id),
    run: (now = deps.now) => runJob({ now }, recountRepo(inner), recountWork(inner, 1), organisation, job.id),
    listed: () => transactionRepo(deps).count(organisation, {}),
  };
}

it('a recount goes through all lists part by part, and makes them what the records say', async () => {
  const { job, run, listed } = await withoutList();
  expect(await listed()).toBe(0);
  await run();
  expect(await job()).toMatchObject({ status: 'completed', records: RECORDS + WALLETS, repaired: RECORDS });
  expect(await listed()).toBe(RECORDS);
});

it('a recount whose run ended goes on with the next part, and no other recount begins meanwhile', async () => {
  const { deps, job, run, organisation } = await withoutList();
  /** The time of a run is over after its first part. */
  let asked = 0;
  const late = () => plusSeconds(deps.now(), asked++ < 2 ? 0 : recountJob.runSeconds);
  await run(late);
  expect(await job()).toMatchObject({ status: 'running', records: 1 });
  const another = startRecount({ ...deps, jobs: { start: async () => {} } }, organisation);
  await expect(another).rejects.toMatchObject({ code: 'conflict' });
  await run();
  expect(await job()).toMatchObject({ status: 'completed', records: RECORDS + WALLETS });
});

it.each<[string, Pick<Plan, 'fails' | 'process'>]>([
  ['before', { fails: 'before', process: 'dies' }],
  ['after', { fails: 'after', process: 'dies' }],
])('a recount repairs every record although a call of it fails %s its effect', async (_when, plan) => {
  await sweep(faults, plan, 3, async (planned) => {
    const { deps, job, run, listed } = await withoutList();
    faults.arm(planned);
    for (let runs = 0; (await job()).status === 'running' && runs < 3; runs++) {
      deps.advance(recountJob.leaseSeconds + 1);
      await faults.process(() => run());
    }
    expect(await job()).toMatchObject({ status: 'completed', records: RECORDS + WALLETS });
    expect(await listed()).toBe(RECORDS);
  });
});
