import { beforeEach, expect, it } from '@jest/globals';
import { startDeletion } from '../../../lib/operation/deletion/start-deletion.ts';
import { newLists } from '../../../lib/operation/lists/counted-lists.ts';
import { RECOUNT_ALL_SECONDS, recountAll } from '../../../lib/operation/lists/recount-all.ts';
import { recountRepo, startRecount } from '../../../lib/operation/lists/recount-job.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { createOrganisation } from '../../../lib/organisations/create-organisation.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import { mapConcurrent } from '../../../lib/values/concurrent.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { invokeAdmin } from '../../support/api.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

const faults = new Faults();
let deps: TestDeps;
let organisations: OrganisationId[];
beforeEach(async () => {
  faults.arm(HEALTHY);
  const { name } = await makeTable();
  deps = testDeps(openTable(name, faults.over(dynamoDb())));
  const beginning = { apiKeys: apiKeyRepo(deps), newLists: newLists(deps) };
  const made = await mapConcurrent(['A', 'B', 'C'], 1, (each) => createOrganisation(deps, beginning, { name: each }));
  organisations = made.map(({ organisationId }) => organisationId).sort();
});

const first = (): OrganisationId => {
  const [id] = organisations;
  if (id === undefined) throw new Error('there is no organisation');
  return id;
};

/** The organisation of each recount that runs. Handover finds a job from its creation on. */
async function found(): Promise<OrganisationId[]> {
  const jobs = await mapConcurrent(organisations, 1, async (id) => {
    const { data } = await recountRepo(deps).list(id, { page: 1, pageSize: 10, status: 'running' });
    return data.map(() => id);
  });
  return jobs.flat();
}

it('a recount of all organisations leaves a job of each', async () => {
  expect(await recountAll(deps)).toEqual({ queued: 3, running: [], next: null });
  expect(await found()).toEqual(organisations);
});

it('names the organisations that had a recount already, and makes no second recount of them', async () => {
  await startRecount({ ...deps, jobs: { start: async () => {} } }, first());
  expect(await recountAll(deps)).toEqual({ queued: 2, running: [first()], next: null });
  expect(await found()).toEqual(organisations);
});

it('leaves out an organisation that is being deleted', async () => {
  await startDeletion(deps, first());
  expect(await recountAll(deps)).toEqual({ queued: 2, running: [], next: null });
  expect((await recountRepo(deps).list(first(), { page: 1, pageSize: 1 })).data).toEqual([]);
});

it('goes on where its time was over', async () => {
  let asked = 0;
  // The time is over after the first organisation.
  const now = () => new Date(deps.now().getTime() + (asked++ === 0 ? 0 : RECOUNT_ALL_SECONDS * 1000));
  expect(await recountAll({ ...deps, now })).toEqual({ queued: 1, running: [], next: first() });
  expect(await recountAll(deps, first())).toEqual({ queued: 2, running: [], next: null });
  expect(await found()).toEqual(organisations);
});

it.each([2, 4, 6, 8, 10])('is completed by another run when it dies at call %i', async (at) => {
  for (const fails of ['before', 'after'] as const) {
    faults.arm({ at, fails, process: 'dies' });
    await faults.process(() => recountAll(deps));
  }
  faults.arm(HEALTHY);
  await faults.process(async () => {
    const { queued, running } = await recountAll(deps);
    expect(queued + running.length).toBe(3);
    expect(await found()).toEqual(organisations);
  });
});

it('is an action of the admin function', async () => {
  const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  expect(await invokeAdmin({ action: 'recountAll', after: last })).toEqual({ queued: 0, running: [], next: null });
});
