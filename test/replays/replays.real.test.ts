import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { channels } from '../../lib/channels/index.ts';
import { deliveryList } from '../../lib/deliveries/delivery-list.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import type { DeliveryStatus, StoredDelivery } from '../../lib/deliveries/schema.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import { compactList } from '../../lib/platform/lists/index.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { replayJob } from '../../lib/replays/replay-job.ts';
import { type ReplayDeps, replayWork } from '../../lib/replays/replay-work.ts';
import { CreateReplay, type StoredReplay } from '../../lib/replays/schema.ts';
import { createReplay, replayRepo, resumeReplay } from '../../lib/replays/start-replay.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';
import { FOREVER, SMALL } from '../platform/lists/list-model.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { recordingQueue, type TestDeps, testDeps } from '../support/deps.ts';
import { overdueEntries } from '../support/due.ts';
import { putDelivery } from '../support/put-delivery.ts';
import { quiet } from '../support/quiet.ts';
import { recorded } from '../support/recorded.ts';
import { aDelivery, aDestination, aWebhook, uuid } from '../support/records.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

const { destinationOf } = channels;

quiet();

let table: Table;
let deps: TestDeps;
let organisationId: OrganisationId;
let queue: ReturnType<typeof recordingQueue>;
/** The runs that were started. */
let started: string[];
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(() => {
  deps = testDeps(table);
  organisationId = OrganisationId.parse(deps.newId());
  queue = recordingQueue();
  started = [];
});

const deliveries = () => deliveryRepo(deps);
const replays = () => replayRepo(deps);
const jobs = { start: async (_: unknown, __: OrganisationId, id: string) => void started.push(id) };
const starting = () => ({ ...deps, jobs });

/** Stores a delivery that was created an hour ago, unless `more` has another time. */
async function storeDelivery(status: DeliveryStatus, more: Partial<StoredDelivery> = {}): Promise<StoredDelivery> {
  const ended = status === 'failed' || status === 'delivered';
  const delivery = aDelivery({
    id: deps.newId(),
    organisationId,
    status,
    attemptsMade: ended ? 6 : 0,
    nextAttemptAt: ended ? null : '2026-03-01T11:00:00.000Z',
    leaseUntil: null,
    createdAt: '2026-03-01T11:00:00.000Z',
    ...more,
  });
  await putDelivery(deps, delivery);
  return delivery;
}

const create = (filter: object = {}) => {
  const destinations = destinationRepo(deps);
  return createReplay({ ...starting(), destinations }, organisationId, CreateReplay.parse(filter));
};
const run = (
  { id }: StoredReplay,
  pageSize = 2,
  within: TestDeps = deps,
  sending: Pick<ReplayDeps, 'queue'> = { queue },
) => {
  const work = replayWork({ deliveries: deliveryRepo(within), destinationOf, ...sending }, pageSize);
  return runJob(within, replayRepo(within), work, organisationId, id);
};
const job = ({ id }: StoredReplay) => replays().get(organisationId, id);
/** The generations of these deliveries: 1 was never replayed, 2 was replayed once. */
const generations = async (of: readonly StoredDelivery[]) =>
  Promise.all(of.map(async ({ id }) => (await deliveries().get(organisationId, id)).generation));
/** The bulk replays that handover would find. */
const waiting = async () =>
  (await overdueEntries(table, 'REPLAY', deps.now())).filter(({ organisation }) => organisation === organisationId);

describe('a bulk replay', () => {
  it('starts a new generation of each delivery of its filter and queues the first attempts', async () => {
    const failed = [];
    for (let n = 0; n < 5; n++)
      failed.push(await storeDelivery('failed', { createdAt: `2026-03-01T10:0${n}:00.000Z` }));
    const others = [await storeDelivery('delivered'), await storeDelivery('pending'), await storeDelivery('retrying')];
    const replay = await create();
    expect(started).toEqual([replay.id]);
    await run(replay);
    expect(await generations(failed)).toEqual([2, 2, 2, 2, 2]);
    expect(await generations(others)).toEqual([1, 1, 1]);
    const shown = await Promise.all(failed.map(({ id }) => deliveries().get(organisationId, id)));
    expect(shown.map(({ status }) => status)).toEqual(Array(5).fill('pending'));
    // The oldest delivery comes first.
    expect(queue.sent).toEqual(shown.map(nextAttemptOf));
    expect(await job(replay)).toMatchObject({
      status: 'completed',
      total: 5,
      replayed: 5,
      skipped: 0,
      completedAt: deps.now().toISOString(),
    });
    deps.advance(3600);
    expect(await waiting()).toEqual([]);
  });

  it('finds deliveries by status, subscription and time, with both ends of the range', async () => {
    const webhook = aWebhook({ id: deps.newId() });
    await webhookRepo(deps).create(organisationId, webhook);
    const at = (time: string, more = {}) =>
      storeDelivery('delivered', { createdAt: `2026-03-01T${time}Z`, webhookId: webhook.id, ...more });
    const inside = [await at('10:00:00.000'), await at('10:30:00.000'), await at('11:00:00.000')];
    const outside = [
      await at('09:59:59.999'),
      await at('11:00:00.001'),
      await at('10:30:00.000', { webhookId: uuid(9) }),
      await at('10:30:00.000', { status: 'failed' }),
    ];
    const range = { from: '2026-03-01T10:00:00Z', to: '2026-03-01T12:00:00+01:00' };
    const replay = await create({ status: 'delivered', webhookId: webhook.id, ...range });
    await run(replay);
    expect(await generations(inside)).toEqual([2, 2, 2]);
    expect(await generations(outside)).toEqual([1, 1, 1, 1]);
    expect(await job(replay)).toMatchObject({ status: 'completed', total: 3, replayed: 3 });
  });

  it('finds the deliveries to a destination', async () => {
    const destination = aDestination();
    await destinationRepo(deps).create(organisationId, destination);
    const to = (destinationId: string) => ({ channel: { kind: 'discord', destinationId }, webhookId: null });
    const inside = await storeDelivery('failed', to(destination.id));
    const outside = [await storeDelivery('failed', to(uuid(77))), await storeDelivery('failed')];
    const replay = await create({ destinationId: destination.id });
    await run(replay);
    expect(await generations([inside, ...outside])).toEqual([2, 1, 1]);
    expect(await job(replay)).toMatchObject({ status: 'completed', total: 1, replayed: 1 });
  });

  it('does not replay later deliveries and deliveries of another organisation', async () => {
    const replay = await create();
    const later = await storeDelivery('failed', { createdAt: '2026-03-01T12:00:00.001Z' });
    const stranger = OrganisationId.parse(deps.newId());
    const theirs = aDelivery({ id: deps.newId(), organisationId: stranger, status: 'failed', nextAttemptAt: null });
    await putDelivery(deps, theirs);
    await run(replay);
    expect(await generations([later])).toEqual([1]);
    expect(await deliveries().find(stranger, theirs.id)).toMatchObject({ generation: 1 });
    expect(await job(replay)).toMatchObject({ status: 'completed', total: 0, replayed: 0 });
  });

  it('replays a delivery once although the delivery fails again while the job runs', async () => {
    const failed = [await storeDelivery('failed'), await storeDelivery('failed'), await storeDelivery('failed')];
    const replay = await create();
    const failing = {
      ...queue,
      send: async () => {
        for (const { id } of failed) {
          const delivery = await deliveries().get(organisationId, id);
          if (delivery.generation === 1) continue;
          await putDelivery(deps, { ...delivery, status: 'failed', nextAttemptAt: null });
        }
      },
    };
    await run(replay, 1, deps, { queue: failing });
    expect(await generations(failed)).toEqual([2, 2, 2]);
    expect(await job(replay)).toMatchObject({ replayed: 3, skipped: 0 });
  });

  it('skips a delivery that a caller replays before the job reaches this delivery', async () => {
    const [mine, theirs] = [await storeDelivery('failed'), await storeDelivery('failed')];
    const replay = await create();
    const claimed = await replays().claim(organisationId, replay.id);
    if (claimed === null) throw new Error('not claimed');
    const page = [mine, theirs].map(({ id, generation }) => ({ id, generation }));
    await replays().store(organisationId, claimed, { page, cursor: '2026-03-01T12:00:00.000Z#z' });
    await deliveries().restart(organisationId, theirs.id, uuid(9));
    deps.advance(replayJob.leaseSeconds + 1);
    await run(replay);
    expect(await generations([mine, theirs])).toEqual([2, 2]);
    expect(await job(replay)).toMatchObject({ status: 'completed', replayed: 1, skipped: 1 });
  });
});

describe('the deliveries of a replay', () => {
  it('are found by its id and their status, before and after the list is compacted', async () => {
    const failed = [];
    for (let n = 0; n < 5; n++) failed.push(await storeDelivery('failed', { webhookId: uuid(n % 2) }));
    await storeDelivery('failed', { createdAt: '2026-03-01T12:00:00.001Z' });
    await storeDelivery('delivered');
    const replay = await create();
    await run(replay);
    const settle = async (delivery: StoredDelivery | undefined, status: DeliveryStatus) =>
      putDelivery(deps, { ...(await deliveries().get(organisationId, delivery?.id ?? '')), status });
    await settle(failed[0], 'delivered');
    await settle(failed[1], 'delivered');
    await settle(failed[2], 'failed');
    const later = await deliveries().restart(organisationId, failed[2]?.id ?? '', uuid(9));
    expect(later?.status).toBe('pending');
    const total = async (query: object) => {
      const { data, meta } = await deliveries().list(organisationId, { page: 1, pageSize: 25, ...query });
      expect(data).toHaveLength(meta.total);
      return meta.total;
    };
    const totals = async () => ({
      all: await total({ replayId: replay.id }),
      delivered: await total({ replayId: replay.id, status: 'delivered' }),
      pending: await total({ replayId: replay.id, status: 'pending' }),
      ofOne: await total({ replayId: replay.id, webhookId: uuid(1) }),
      later: await total({ replayId: uuid(9) }),
    });
    const wanted = { all: 4, delivered: 2, pending: 2, ofOne: 2, later: 1 };
    expect(await totals()).toEqual(wanted);
    await compactList(deps, deliveryList, organisationId, { until: FOREVER, sizes: SMALL });
    expect(await totals()).toEqual(wanted);
    await settle(failed[3], 'delivered');
    expect(await totals()).toEqual({ ...wanted, delivered: 3, pending: 1 });
  });
});

describe('a run of a bulk replay', () => {
  it('ends when its time is over, and the next run continues where it stopped', async () => {
    const failed = [];
    for (let n = 0; n < 6; n++) failed.push(await storeDelivery('failed'));
    const replay = await create();
    /** Each page takes 20 seconds. */
    const slow = { ...queue, send: async () => deps.advance(20) };
    const once = () => run(replay, 1, deps, { queue: slow });
    await once();
    expect(await job(replay)).toMatchObject({ status: 'running', total: 6, replayed: 3, leaseUntil: null });
    deps.advance(0.001);
    expect((await waiting()).map(({ id }) => id)).toEqual([replay.id]);
    await once();
    await once();
    expect(await job(replay)).toMatchObject({ status: 'completed', total: 6, replayed: 6, skipped: 0 });
    expect(await generations(failed)).toEqual(Array(6).fill(2));
  });
});

describe('a cancelled replay', () => {
  it('stops after the current page and continues from there when a caller resumes the replay', async () => {
    const failed = [];
    for (let n = 0; n < 5; n++) failed.push(await storeDelivery('failed'));
    const replay = await create();
    const cancelling = { ...queue, send: async () => void (await replays().cancel(organisationId, replay.id)) };
    await run(replay, 2, deps, { queue: cancelling });
    expect(await job(replay)).toMatchObject({ status: 'cancelled', replayed: 2, leaseUntil: null });
    deps.advance(3600);
    expect(await waiting()).toEqual([]);
    await run(replay);
    expect((await job(replay)).replayed).toBe(2);

    started = [];
    expect(await resumeReplay(starting(), organisationId, replay.id)).toMatchObject({ status: 'running' });
    expect(started).toEqual([replay.id]);
    await run(replay);
    expect(await job(replay)).toMatchObject({ status: 'completed', total: 5, replayed: 5, skipped: 0 });
    expect(await generations(failed)).toEqual(Array(5).fill(2));
  });
});

describe('a new replay', () => {
  it('requires an existing subscription and a time that is not in the future', async () => {
    await expect(create({ webhookId: uuid(99) })).rejects.toMatchObject({ code: 'not_found' });
    await expect(create({ destinationId: uuid(99) })).rejects.toMatchObject({ code: 'not_found' });
    await expect(create({ from: '2026-03-01T12:00:00.001Z' })).rejects.toMatchObject({ code: 'validation_failed' });
    await run(await create({ from: '2026-03-01T12:00:00Z' }));
  });

  it('reads only the deliveries of its filter', async () => {
    const COUNTED_LIST = ['GetItem', 'Query', 'GetItem'];
    await storeDelivery('failed');
    for (let n = 0; n < 10; n++) await storeDelivery('delivered');
    const replay = await create();
    const { client, actions } = recorded(dynamoDb());
    await run(replay, 100, { ...deps, table: openTable(table.name, client) });
    expect(actions).toEqual([
      'UpdateItem',
      ...COUNTED_LIST,
      'UpdateItem',
      ...COUNTED_LIST,
      'BatchGetItem',
      'UpdateItem',
      'BatchGetItem',
      'UpdateItem',
      'PutItem',
      'UpdateItem',
      ...COUNTED_LIST,
      'UpdateItem',
      'UpdateItem',
    ]);
  });
});
