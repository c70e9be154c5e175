import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it } from '@jest/globals';
import { channels } from '../../../lib/channels/index.ts';
import { deliveryRepo } from '../../../lib/deliveries/repo.ts';
import { fileKey } from '../../../lib/exports/export-files.ts';
import { runJob } from '../../../lib/platform/jobs/run-job.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { newReplay } from '../../../lib/replays/replay-job.ts';
import { replayWork } from '../../../lib/replays/replay-work.ts';
import { CreateReplay } from '../../../lib/replays/schema.ts';
import { replayRepo } from '../../../lib/replays/start-replay.ts';
import { type Exporting, exporting } from '../../exports/exporting.ts';
import { recordingQueue } from '../../support/deps.ts';
import { overdueEntries } from '../../support/due.ts';
import { putDelivery } from '../../support/put-delivery.ts';
import { quiet } from '../../support/quiet.ts';
import { aDelivery, uuid } from '../../support/records.ts';
import { makeTable } from '../../support/table.ts';

/*
 * Items of jobs exactly as the versions before the kernel of jobs, and version 0.2.0, wrote them. They expire, so the
 * golden file of the table (test/api/released-items.real.test.ts) has none. Never change what is here.
 */
quiet();

const AT = '2026-02-28T09:00:00.000Z';
const LEASE = '2026-02-28T09:05:15.000Z';
/** The place behind a record in a list: the time, and the complement of the id. */
const placeOf = (at: string, n: number) => `${at}#ffffffff-ffff-bfff-7fff-fffffffffff${(15 - n).toString(16)}`;

const waitingFor = (kind: string, organisation: string, at: string, n: number) => ({
  gsi3pk: `DUE#${kind}#${Number.parseInt(organisation.slice(0, 2), 16) % 4}`,
  gsi3sk: `${organisation}#${at}#${uuid(n)}`,
});

const exportItem = (organisation: string, n: number, more: object) => ({
  pk: `ORG#${organisation}`,
  sk: `EXPORT#${uuid(n)}`,
  id: uuid(n),
  status: 'running',
  filters: {},
  rows: 0,
  total: null,
  expiresAt: null,
  error: null,
  createdAt: AT,
  finishedAt: null,
  uploadId: null,
  parts: [],
  remainder: null,
  position: null,
  isRead: false,
  leaseUntil: null,
  strikes: 0,
  ...more,
});

const replayItem = (organisation: string, n: number, more: object) => ({
  pk: `ORG#${organisation}`,
  sk: `REPLAY#${uuid(n)}`,
  id: uuid(n),
  status: 'running',
  filter: { status: 'failed', webhookId: null, from: null, to: null },
  total: null,
  replayed: 0,
  skipped: 0,
  failure: null,
  createdAt: AT,
  updatedAt: AT,
  completedAt: null,
  page: [],
  cursor: null,
  leaseUntil: null,
  strikes: 0,
  ...more,
});

let table: Table;
let world: Exporting;
beforeEach(async () => {
  table = await makeTable();
  world = await exporting(table, 0, 0);
});

const store = (...items: readonly (Record<string, unknown> & { readonly pk: string; readonly sk: string })[]) =>
  Promise.all(items.map((put) => write(table, { put })));

it('an export whose run died with a remainder goes on behind the last stored row, and makes room', async () => {
  const { deps, organisationId, add, files } = world;
  for (let n = 1; n <= 4; n++) await add(n, { id: uuid(n), blockTimestamp: `2026-02-01T00:0${n}:00.000Z` });
  const whole = await world.synchronous();
  const [header = '', ...rows] = whole.split(/(?<=\r\n)/);
  const key = fileKey(organisationId, uuid(9));
  const uploadId = await files.begin(key, 'file');
  await files.putRemainder(key, 1, gzipSync(header + rows.slice(0, 2).join('')));
  const progress = { rows: 2, total: 4, uploadId, remainder: 1, position: placeOf('2026-02-01T00:03:00.000Z', 3) };
  const lease = { leaseUntil: LEASE, strikes: 1, ...waitingFor('EXPORT', organisationId, LEASE, 9) };
  await store(exportItem(organisationId, 9, { ...progress, ...lease }), {
    pk: `ORG#${organisationId}`,
    sk: 'ORG',
    runningExports: new Set([uuid(9), uuid(7), uuid(6)]),
  });
  await expect(world.exports.create(organisationId, {})).rejects.toMatchObject({ code: 'conflict' });
  expect(await world.waiting()).toEqual([uuid(9)]);
  await world.run(uuid(9));
  expect(world.file(uuid(9))).toBe(whole);
  expect(await world.job(uuid(9))).toMatchObject({ status: 'completed', rows: 4, total: 4, strikes: 0 });
  await world.exports.create(organisationId, {});
  deps.advance(1);
  expect(await world.waiting()).not.toContain(uuid(9));
});

it('the upload of a cancelled export is deleted, and ended exports are listed', async () => {
  const { deps, organisationId, files } = world;
  const uploadId = await files.begin(fileKey(organisationId, uuid(1)), 'file');
  const ended = { finishedAt: AT, ttl: 1_772_874_000 };
  await store(
    exportItem(organisationId, 1, {
      ...{ status: 'cancelled', uploadId, parts: ['tag'], position: placeOf(AT, 3), ...ended },
      ...waitingFor('EXPORT', organisationId, AT, 1),
    }),
    exportItem(organisationId, 2, { status: 'completed', rows: 3, total: 3, expiresAt: AT, isRead: true, ...ended }),
    exportItem(organisationId, 3, { status: 'failed', error: 'Its file could not be written.', ...ended }),
  );
  expect(await world.waiting()).toEqual([uuid(1)]);
  await world.run(uuid(1));
  expect([...world.uploads.keys()]).toEqual([]);
  const { data } = await world.exports.list(organisationId, { page: 1, pageSize: 10 });
  expect(data.map(({ id, status }) => `${id} ${status}`).sort()).toEqual([
    `${uuid(1)} cancelled`,
    `${uuid(2)} completed`,
    `${uuid(3)} failed`,
  ]);
  deps.advance(3600);
  expect(await world.waiting()).toEqual([]);
});

/** Runs a bulk replay. */
async function replayed(n: number): Promise<void> {
  const { deps, organisationId } = world;
  const deliveries = deliveryRepo(deps);
  const { destinationOf } = channels;
  const work = replayWork({ deliveries, queue: recordingQueue(), destinationOf }, 1);
  await runJob(deps, replayRepo(deps), work, organisationId, uuid(n));
}

async function storeFailed(...numbers: readonly number[]): Promise<void> {
  const { deps, organisationId } = world;
  for (const n of numbers) {
    const createdAt = `2026-02-27T00:0${n}:00.000Z`;
    const ended = { status: 'failed', attemptsMade: 6, nextAttemptAt: null, leaseUntil: null } as const;
    await putDelivery(deps, aDelivery({ id: uuid(n), organisationId, createdAt, ...ended }));
  }
}

it('a bulk replay whose run died within a page replays what is left, and makes room', async () => {
  const { deps, organisationId } = world;
  await storeFailed(1, 2, 3);
  const progress = { total: 3, replayed: 1, page: [{ id: uuid(2), generation: 1 }] };
  const lease = { leaseUntil: LEASE, strikes: 1, ...waitingFor('REPLAY', organisationId, LEASE, 9) };
  const cursor = placeOf('2026-02-27T00:02:00.000Z', 2);
  await store(replayItem(organisationId, 9, { ...progress, ...lease, cursor }), {
    pk: `ORG#${organisationId}`,
    sk: 'ORG',
    runningReplay: uuid(9),
  });
  const next = () => replayRepo(deps).create(organisationId, newReplay(deps, CreateReplay.parse({})));
  await expect(next()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(uuid(9)) });
  expect((await overdueEntries(table, 'REPLAY', deps.now())).map(({ id }) => id)).toEqual([uuid(9)]);
  await replayed(9);
  const job = await replayRepo(deps).get(organisationId, uuid(9));
  expect(job).toMatchObject({ status: 'completed', total: 3, replayed: 3, skipped: 0 });
  const generations = await deliveryRepo(deps).byIds(organisationId, [uuid(1), uuid(2), uuid(3)]);
  expect(generations.map(({ id, generation }) => `${id} ${generation}`).sort()).toEqual([
    `${uuid(1)} 1`,
    `${uuid(2)} 2`,
    `${uuid(3)} 2`,
  ]);
  await next();
});

it('a failed bulk replay goes on where it stopped when its owner resumes the replay', async () => {
  const { deps, organisationId } = world;
  await storeFailed(1, 2);
  const cursor = placeOf('2026-02-27T00:01:00.000Z', 1);
  const failure = 'Its deliveries could not be replayed.';
  const failed = { status: 'failed', failure, total: 2, replayed: 1, cursor, strikes: 6, ttl: 1_780_000_000 };
  await store(replayItem(organisationId, 9, failed));
  expect(await replayRepo(deps).resume(organisationId, uuid(9))).toMatchObject({ status: 'running', failure: null });
  await replayed(9);
  expect(await replayRepo(deps).get(organisationId, uuid(9))).toMatchObject({ status: 'completed', replayed: 2 });
});
