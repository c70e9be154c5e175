import { beforeAll, expect, it } from '@jest/globals';
import { exportJob } from '../../lib/exports/export-job.ts';
import { listSource } from '../../lib/exports/export-source.ts';
import { exportRepo } from '../../lib/exports/start-export.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { Faults, HEALTHY, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb, makeTable } from '../support/table.ts';
import { type Exporting, exporting } from './exporting.ts';
import { throughout } from './memory-files.ts';

quiet();

const faults = new Faults();
let table: Table;
let failingTable: Table;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});

const TRANSACTIONS = 13;
/** Each page takes this long, so that a run reads two pages: some runs end with a remainder and others with a part. */
const PAGE_SECONDS = 130;
const MOST_MINUTES = 60;

/** The parts of a run, each of whose calls may fail. */
function failing({ deps, files, runDeps }: Exporting) {
  const inner = { ...deps, table: failingTable };
  const source = throughout(
    listSource({ transactions: transactionRepo(inner), wallets: walletRepo(inner) }),
    async (_, make) => {
      deps.advance(PAGE_SECONDS);
      return make();
    },
  );
  return runDeps({
    exports: exportRepo({ ...inner, now: deps.now }),
    wallets: walletRepo(inner),
    files: throughout(files, (name, make) => faults.around(name, make)),
    source,
  });
}

/** Runs an export to its end. Handover starts a run each minute, and the plan makes one call of a process fail. */
async function exported(plan: Plan, meanwhile: (world: Exporting, id: string, minute: number) => Promise<void>) {
  const world = await exporting(table, TRANSACTIONS);
  const { id } = await world.exports.create(world.organisationId, {});
  faults.arm(plan);
  for (let minute = 0; minute === 0 || (await isUnended(world, id)); minute++) {
    if (minute === MOST_MINUTES) throw new Error('the export did not end');
    world.deps.advance(60);
    const working = failing(world);
    await faults.process(() => world.reconciled(failingTable, (each) => world.run(each, working)));
    await meanwhile(world, id, minute);
  }
  return { world, id };
}

/** Whether the job or its deletion is still under way: the job has a lease or an entry of unfinished work. */
async function isUnended({ deps, job, waiting }: Exporting, id: string): Promise<boolean> {
  const { status, leaseUntil } = await job(id);
  // An entry is due after its time.
  deps.advance(0.001);
  return status === 'running' || leaseUntil !== null || (await waiting()).includes(id);
}

/** Checks that the file has each row once, that nothing else is left, and that the organisation has room again. */
async function check({ world, id }: Awaited<ReturnType<typeof exported>>): Promise<void> {
  expect(world.file(id)).toBe(await world.synchronous());
  expect(world.objects.size).toBe(1);
  const done = { status: 'completed', rows: TRANSACTIONS, total: TRANSACTIONS, error: null };
  expect(await world.job(id)).toMatchObject(done);
  for (let n = 0; n < exportJob.slots.most; n++) await world.exports.create(world.organisationId, {});
}

const PLANS: [string, Pick<Plan, 'fails' | 'process'>][] = [
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after a call failed without effect', { fails: 'before', process: 'goes on' }],
  ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
  ['goes on after a call took effect twice', { fails: 'twice', process: 'goes on' }],
];

it('an export that only handover starts writes parts and remainders', async () => {
  await check(await exported(HEALTHY, async () => {}));
  expect(faults.calls).toEqual(
    expect.arrayContaining(['begin', 'putPart', 'putRemainder', 'getRemainder', 'complete']),
  );
});

it.each(PLANS)('a run that %s leaves no row out and writes no row twice', async (_how, plan) => {
  const calls = await sweep(faults, plan, 2, async (planned) => check(await exported(planned, async () => {})));
  expect(calls).toEqual(
    expect.arrayContaining(['putPart', 'putRemainder', 'UpdateItemCommand', 'BatchGetItemCommand']),
  );
});

it('an export that is cancelled after its first run leaves nothing although a run dies', async () => {
  await sweep(faults, { fails: 'after', process: 'dies' }, 2, async (planned) => {
    const cancelFirst = async ({ exports, organisationId }: Exporting, id: string, minute: number) => {
      if (minute === 0) await exports.cancel(organisationId, id);
    };
    const { world, id } = await exported(planned, cancelFirst);
    expect(await world.job(id)).toMatchObject({ status: 'cancelled', uploadId: null, parts: [], remainder: null });
    expect([...world.objects.keys()]).toEqual([]);
    // A run that fails before it stores the id of its upload leaves the upload to the rules of the bucket.
    expect(world.uploads.size).toBeLessThanOrEqual(planned.at === 0 ? 0 : 1);
  });
});
