import { beforeAll, expect, it } from '@jest/globals';
import { jobRepo } from '../../../lib/platform/jobs/job-repo.ts';
import type { JobWork } from '../../../lib/platform/jobs/run-job.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { type Counting, counting, countJob, LAST, type StoredCount } from './counting.ts';

/*
 * The sweep of the kernel: whatever call of a run fails, the steps happen in order, a cancelled or failed job leaves
 * nothing, and the organisation has room again. The kinds sweep their own steps.
 */
quiet();

const MOST_MINUTES = 15;
const faults = new Faults();
let table: Table;
let failingTable: Table;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});

type Ending = 'completed' | 'cancelled' | 'failed';

/** Runs a job to its end. Handover starts a run each minute, and the plan makes one call of a process fail. */
async function ended(plan: Plan, ending: Ending): Promise<void> {
  const world = counting(table);
  const { deps, organisationId, repo, work } = world;
  const { id } = await world.create();
  const failing = jobRepo(countJob, { ...deps, table: failingTable });
  const wrapped: Pick<JobWork<StoredCount>, 'step' | 'cleanUp'> = {
    step: (organisation, job, until) =>
      faults.around('step', async () => {
        // A run ends after each step, so that a job takes several runs.
        deps.advance(countJob.runSeconds);
        if (ending === 'failed' && job.done === 2) return { fail: 'It counts no further.' };
        return work.step(organisation, job, until);
      }),
    cleanUp: async (...of) => faults.around('cleanUp', async () => work.cleanUp?.(...of)),
  };
  faults.arm(plan);
  for (let minute = 0; minute === 0 || (await isUnended(world, id)); minute++) {
    if (minute === MOST_MINUTES) throw new Error('the job did not end');
    deps.advance(60);
    const due = await world.due();
    await faults.process(async () => {
      if (due.includes(id)) await world.run(id, wrapped, failing);
    });
    if (minute === 0 && ending === 'cancelled') await repo.cancel(organisationId, id);
  }
  const job = await world.job(id);
  expect(job).toMatchObject({ status: ending, leaseUntil: null, isCleared: true });
  // A step may be repeated, and no step is left out.
  expect([...new Set(world.written)]).toEqual(ending === 'completed' ? [`${id} 1`, `${id} 2`, `${id} ${LAST}`] : []);
  for (let n = 0; n < countJob.slots.most; n++) await world.create();
}

/** Whether the job or its clean-up is still under way: the job has a lease or a due entry. */
async function isUnended({ deps, job, due }: Counting, id: string): Promise<boolean> {
  const { status, leaseUntil } = await job(id);
  deps.advance(0.001);
  return status === 'running' || leaseUntil !== null || (await due()).includes(id);
}

const PLANS: [string, Pick<Plan, 'fails' | 'process'>][] = [
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after a call failed without effect', { fails: 'before', process: 'goes on' }],
  ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
  ['goes on after a call took effect twice', { fails: 'twice', process: 'goes on' }],
];

it.each(PLANS)('a job is completed, cancelled or failed although its run %s', async (_how, plan) => {
  for (const ending of ['completed', 'cancelled', 'failed'] as const) {
    const calls = await sweep(faults, plan, 4, (planned) => ended(planned, ending));
    expect(calls).toEqual(expect.arrayContaining(['UpdateItemCommand', ending === 'completed' ? 'step' : 'cleanUp']));
  }
});
