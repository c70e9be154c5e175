import { beforeAll, describe, expect, it } from '@jest/globals';
import { channels } from '../../lib/channels/index.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { newReplay } from '../../lib/replays/replay-job.ts';
import { replayWork } from '../../lib/replays/replay-work.ts';
import { CreateReplay } from '../../lib/replays/schema.ts';
import { replayRepo } from '../../lib/replays/start-replay.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { recordingQueue, type TestDeps, testDeps } from '../support/deps.ts';
import { overdueEntries } from '../support/due.ts';
import { Faults, HEALTHY, type Plan } from '../support/faults.ts';
import { letLagPass } from '../support/index-lag.ts';
import { putDelivery } from '../support/put-delivery.ts';
import { quiet } from '../support/quiet.ts';
import { aDelivery } from '../support/records.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

const { destinationOf } = channels;

quiet();

const faults = new Faults();
let table: Table;
let failingTable: Table;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});

const FAILED = 5;
const PAGE = 2;

async function failedDelivery(deps: TestDeps, organisationId: OrganisationId): Promise<string> {
  const id = deps.newId();
  const createdAt = '2026-03-01T11:00:00.000Z';
  const more = { status: 'failed', attemptsMade: 6, nextAttemptAt: null, leaseUntil: null } as const;
  await putDelivery(deps, aDelivery({ id, organisationId, createdAt, ...more }));
  return id;
}

/** Runs a bulk replay to its end. Handover starts a run each minute, and the plan makes one call of a process fail. */
async function replayed(plan: Plan) {
  const deps = testDeps(table);
  const organisationId = OrganisationId.parse(deps.newId());
  const ids = [];
  for (let n = 0; n < FAILED; n++) ids.push(await failedDelivery(deps, organisationId));
  const { id } = await replayRepo(deps).create(organisationId, newReplay(deps, CreateReplay.parse({})));
  const inner = { ...deps, table: failingTable };
  const sent = recordingQueue();
  const queue = { send: (all: readonly AttemptMessage[]) => faults.around('queue', () => sent.send(all)) };
  const work = replayWork({ deliveries: deliveryRepo(inner), queue, destinationOf }, PAGE);
  faults.arm(plan);
  for (let minute = 0; (await replayRepo(deps).get(organisationId, id)).status === 'running'; minute++) {
    if (minute === 10) throw new Error('the replay did not end');
    deps.advance(60);
    await letLagPass(failingTable);
    await faults.process(async () => {
      for (const entry of await overdueEntries(failingTable, 'REPLAY', deps.now())) {
        if (entry.organisation === organisationId) await runJob(deps, replayRepo(inner), work, organisationId, id);
      }
    });
    await fail(deps, organisationId, ids, sent.sent);
  }
  return { deps, organisationId, id, ids, sent: sent.sent };
}

/** Lets deliveries with a queued first attempt fail again at once, so that a repeated page finds these deliveries. */
async function fail(
  deps: TestDeps,
  organisationId: OrganisationId,
  ids: readonly string[],
  sent: readonly AttemptMessage[],
) {
  for (const delivery of await deliveryRepo(deps).byIds(organisationId, ids)) {
    if (delivery.status !== 'pending' || !sent.some(({ deliveryId }) => deliveryId === delivery.id)) continue;
    const ended = { ...delivery, status: 'failed', nextAttemptAt: null } as const;
    await putDelivery(deps, ended);
  }
}

/** Checks that each delivery has one new generation and a sent message, and that the job counted the delivery once. */
async function check({ deps, organisationId, id, ids, sent }: Awaited<ReturnType<typeof replayed>>): Promise<void> {
  const all = await deliveryRepo(deps).byIds(organisationId, ids);
  expect(all.map(({ generation, status }) => `${generation} ${status}`)).toEqual(Array(FAILED).fill('2 failed'));
  expect(new Set(sent.map(({ deliveryId }) => deliveryId))).toEqual(new Set(ids));
  expect(new Set(sent.map(({ generation, attempt }) => `${generation} ${attempt}`))).toEqual(new Set(['2 7']));
  expect(await replayRepo(deps).get(organisationId, id)).toMatchObject({
    status: 'completed',
    replayed: FAILED,
    skipped: 0,
  });
  // The organisation can start another replay.
  const next = await replayRepo(deps).create(organisationId, newReplay(deps, CreateReplay.parse({})));
  await replayRepo(deps).cancel(organisationId, next.id);
}

it('a bulk replay replays each delivery once when only handover starts its runs', async () => {
  const outcome = await replayed(HEALTHY);
  await check(outcome);
  expect(outcome.sent).toHaveLength(FAILED);
});

describe.each<[string, Pick<Plan, 'fails' | 'process'>]>([
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after a call failed without effect', { fails: 'before', process: 'goes on' }],
  ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
  ['goes on after a call took effect twice', { fails: 'twice', process: 'goes on' }],
])('a run that %s', (_how, plan) => {
  it('skips no delivery and replays no delivery twice', async () => {
    const calls = await sweep(faults, plan, 3, async (planned) => check(await replayed(planned)));
    expect(calls).toEqual(expect.arrayContaining(['queue', 'UpdateItemCommand', 'TransactWriteItemsCommand']));
  });
});
