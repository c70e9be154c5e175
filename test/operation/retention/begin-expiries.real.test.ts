import { beforeEach, describe, expect, it } from '@jest/globals';
import { deliveryList } from '../../../lib/deliveries/delivery-list.ts';
import { newLists } from '../../../lib/operation/lists/counted-lists.ts';
import { beginExpiries } from '../../../lib/operation/retention/begin-expiries.ts';
import { expiryJob } from '../../../lib/operation/retention/expiry-job.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { createOrganisation } from '../../../lib/organisations/create-organisation.ts';
import { recordList, recountList } from '../../../lib/platform/lists/index.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { mapConcurrent } from '../../../lib/values/concurrent.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY } from '../../support/faults.ts';
import { putDelivery } from '../../support/put-delivery.ts';
import { quiet } from '../../support/quiet.ts';
import { aDelivery } from '../../support/records.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { dueExpiries, expireAll, expiriesOf } from './expire-all.ts';
import { memoryArchive } from './memory-archive.ts';

quiet();

const DAY = 24 * 60 * 60;
/** More than a step removes. */
const BACKLOG = 210;
const faults = new Faults();
let table: Table;
let deps: TestDeps;
const expiring = (more: { table?: Table } = {}) => ({
  ...deps,
  ...memoryArchive(),
  days: { deliveries: 35, events: 35, audit: 400, transactions: undefined },
  ...more,
});
/** So slow that a run is over after a step. */
const slow = () => {
  let calls = 0;
  return () => plusSeconds(deps.now(), calls++ * (expiryJob.runSeconds / 2 + 1));
};

beforeEach(async () => {
  table = await makeTable();
  deps = testDeps(table);
  faults.arm(HEALTHY);
});

/** An organisation with some finished deliveries of today. */
async function organisationWith(deliveries: number): Promise<OrganisationId> {
  const made = await createOrganisation(
    deps,
    { apiKeys: apiKeyRepo(deps), newLists: newLists(deps) },
    { name: 'Acme' },
  );
  const organisationId = OrganisationId.parse(made.organisationId);
  for (let n = 0; n < deliveries; n++) {
    const delivery = aDelivery({ id: deps.newId(), organisationId, createdAt: deps.now().toISOString() });
    await putDelivery(deps, { ...delivery, status: 'delivered', nextAttemptAt: null });
  }
  return organisationId;
}

/** How many deliveries are left. Fails when the list counts others than those that exist. */
async function left(organisationId: OrganisationId): Promise<number> {
  expect(await recountList(deps, deliveryList, organisationId)).toMatchObject({ repaired: 0 });
  return recordList(deps, deliveryList).count(organisationId, { filter: {} });
}

describe('The expiry of two organisations', () => {
  it('is a run of each, so that the backlog of an organisation does not delay the other', async () => {
    const busy = await organisationWith(BACKLOG);
    const other = await organisationWith(1);
    deps.advance(50 * DAY);
    expect(await beginExpiries(expiring())).toMatchObject({ begun: 2 });
    const runs = await dueExpiries(expiring());
    expect(runs.map(({ organisation }) => organisation).sort()).toEqual([busy, other].sort());
    await mapConcurrent(runs, 2, ({ organisation, run }) => run(organisation === busy ? { now: slow() } : {}));
    expect(await left(other)).toBe(0);
    expect(await left(busy)).toBeGreaterThan(0);
    deps.advance(3600);
    for (const { run } of await dueExpiries(expiring())) await run();
    expect(await left(busy)).toBe(0);
    expect(await expiriesOf(expiring(), busy)).toMatchObject([{ status: 'completed', removed: BACKLOG }]);
  });

  it('begins once however often the clock comes, and again on the next day', async () => {
    const organisation = await organisationWith(1);
    deps.advance(50 * DAY);
    expect(await beginExpiries(expiring())).toMatchObject({ begun: 1 });
    expect(await beginExpiries(expiring())).toMatchObject({ begun: 0 });
    for (const { run } of await dueExpiries(expiring())) await run();
    expect(await beginExpiries(expiring())).toMatchObject({ begun: 0 });
    await organisationWith(0);
    const delivery = aDelivery({ id: deps.newId(), organisationId: organisation, createdAt: deps.now().toISOString() });
    await putDelivery(deps, { ...delivery, status: 'delivered', nextAttemptAt: null });
    deps.advance(36 * DAY);
    expect(await beginExpiries(expiring())).toMatchObject({ begun: 1 });
  });
});

describe('A run of an expiry', () => {
  it('that dies is taken over after its lease, and nothing is removed or counted twice', async () => {
    const organisation = await organisationWith(BACKLOG);
    deps.advance(50 * DAY);
    await beginExpiries(expiring());
    faults.arm({ at: 5, call: 'TransactWriteItemsCommand', fails: 'after', process: 'dies' });
    const dying = openTable(table.name, faults.over(dynamoDb()));
    const [first] = await dueExpiries(expiring());
    expect(await faults.process(async () => first?.run({ table: dying }))).toBe(false);
    const afterDeath = await left(organisation);
    expect(afterDeath).toBe(BACKLOG - 50);
    expect(await dueExpiries(expiring())).toEqual([]);
    deps.advance(expiryJob.leaseSeconds + 1);
    for (const { run } of await dueExpiries(expiring())) await run();
    expect(await left(organisation)).toBe(0);
    // Of the step of the dead run nobody knows how much it removed.
    expect(await expiriesOf(expiring(), organisation)).toMatchObject([{ status: 'completed', removed: afterDeath }]);
  });

  it('removes alone although it is started twice at once', async () => {
    const organisation = await organisationWith(30);
    deps.advance(50 * DAY);
    await beginExpiries(expiring());
    const [first, second] = [await dueExpiries(expiring()), await dueExpiries(expiring())];
    await Promise.all([...first, ...second].map(({ run }) => run()));
    expect(await left(organisation)).toBe(0);
    expect(await expiriesOf(expiring(), organisation)).toMatchObject([{ status: 'completed', removed: 30 }]);
  });
});

describe('The days that the expiry is behind', () => {
  it('are those since the last complete pass began, of the organisation that waits longest', async () => {
    const busy = await organisationWith(BACKLOG);
    await organisationWith(0);
    await expireAll(expiring());
    deps.advance(40 * DAY);
    expect(await beginExpiries(expiring())).toEqual({ begun: 1, behindDays: 40 });
    const [run] = await dueExpiries(expiring());
    await run?.run({ now: slow() });
    deps.advance(3 * DAY);
    const { behindDays } = await beginExpiries(expiring());
    expect(behindDays).toBe(43);
    for (const { run: rest } of await dueExpiries(expiring())) await rest();
    expect(await left(busy)).toBe(0);
    // The pass that is over began three days ago, and the pass of today has found nothing more.
    expect((await beginExpiries(expiring())).behindDays).toBeLessThan(4);
    expect((await beginExpiries(expiring())).behindDays).toBeLessThan(0.1);
  });

  it('are at most one when each pass ends within its hour', async () => {
    await organisationWith(1);
    deps.advance(50 * DAY);
    await expireAll(expiring());
    deps.advance(DAY);
    expect((await beginExpiries(expiring())).behindDays).toBe(1);
  });
});
