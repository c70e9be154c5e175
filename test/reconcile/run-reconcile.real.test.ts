import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { attemptDelivery } from '../../lib/deliveries/attempt.ts';
import { DELIVERY_LEASE_SECONDS } from '../../lib/deliveries/delivery-states.ts';
import { EXPORT_LEASE_SECONDS, exportRepo } from '../../lib/exports/repo.ts';
import { due, keys } from '../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { overdue, take } from '../../lib/reconcile/due.ts';
import { reconcile } from '../../lib/reconcile/run-reconcile.ts';
import { REPLAY_LEASE_SECONDS, replayRepo } from '../../lib/replays/repo.ts';
import { CreateReplay } from '../../lib/replays/schema.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { closeAll } from '../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { recordingQueue, recordingTimer, type TestDeps, testDeps } from '../support/deps.ts';
import { customerEndpoint } from '../support/endpoint.ts';
import { attemptDeps } from '../support/pipeline-simulation.ts';
import { quiet } from '../support/quiet.ts';
import { recorded } from '../support/recorded.ts';
import { makeScenario, type Scenario } from '../support/scenario.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

quiet();

const GRACE_SECONDS = 120;
const MOMENT = 0.001;
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let retries: ReturnType<typeof recordingQueue>;
// A table for each test: reconcile sees the work of all organisations.
beforeEach(async () => {
  table = await makeTable();
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  retries = recordingQueue();
});
afterEach(closeAll);

const admin = { startReplay: () => Promise.reject(new Error('no replay in this test')) };
const exporter = { start: () => Promise.reject(new Error('no export in this test')) };
const run = (more = {}) =>
  reconcile({ ...scenario.evaluation, newId: deps.newId, retryQueue: retries, admin, exporter, ...more });

/** Work that always fails: an evaluation without its transaction, due since the time of the clock. */
const poison = (id: string) =>
  write(table, {
    put: { ...keys.evaluation(scenario.organisation, id), ...due.entry('EVALUATION', id, deps.now().toISOString()) },
  });

describe('a transaction whose rules were not evaluated', () => {
  it('is left to the stream for two minutes, then reconcile evaluates the transaction', async () => {
    await scenario.makeRule();
    await scenario.record(1);
    deps.advance(GRACE_SECONDS);
    expect(await run()).toEqual({ evaluated: 0, requeued: 0 });
    deps.advance(MOMENT);
    expect(await run()).toEqual({ evaluated: 1, requeued: 0 });
    expect(await scenario.events()).toHaveLength(1);
  });

  it('is evaluated once when reconcile runs again', async () => {
    await scenario.record(1);
    deps.advance(GRACE_SECONDS + MOMENT);
    await run();
    deps.advance(3600);
    expect(await run()).toEqual({ evaluated: 0, requeued: 0 });
  });
});

describe('a delivery whose message was lost', () => {
  it('goes to the retry queue two minutes after its due time', async () => {
    const delivery = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    deps.advance(GRACE_SECONDS);
    expect(await run()).toEqual({ evaluated: 0, requeued: 0 });
    deps.advance(MOMENT);
    expect(await run()).toEqual({ evaluated: 0, requeued: 1 });
    expect(retries.sent).toEqual([nextAttemptOf(delivery)]);
  });

  it('goes to the retry queue again every two minutes until its attempt is made', async () => {
    await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    for (let minute = 0; minute < 7; minute++) {
      deps.advance(60 + MOMENT);
      await run();
    }
    expect(retries.sent).toHaveLength(3);
  });

  it('goes to the retry queue two minutes after the end of its lease when its attempt died', async () => {
    const delivery = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    await scenario.evaluation.deliveries.claim(nextAttemptOf(delivery));
    deps.advance(DELIVERY_LEASE_SECONDS + GRACE_SECONDS);
    expect(await run()).toEqual({ evaluated: 0, requeued: 0 });
    deps.advance(MOMENT);
    await run();
    expect(retries.sent).toEqual([nextAttemptOf(delivery)]);
    expect(await scenario.evaluation.deliveries.claim(nextAttemptOf(delivery))).not.toBeNull();
  });

  it('goes to the retry queue with the number of its retry when the retry was never queued', async () => {
    const { url } = await customerEndpoint(500);
    const first = nextAttemptOf(await scenario.ping(await scenario.makeWebhook(url)));
    await attemptDelivery(attemptDeps(deps, recordingTimer()), first);
    deps.advance(5 + GRACE_SECONDS + MOMENT);
    await run();
    expect(retries.sent).toEqual([{ ...first, attempt: 2 }]);
  });
});

describe('an entry that another process changes after reconcile has read the index', () => {
  it('is not taken', async () => {
    const { url } = await customerEndpoint(500);
    const delivery = await scenario.ping(await scenario.makeWebhook(url));
    deps.advance(GRACE_SECONDS + MOMENT);
    const [entry] = await overdue(table, 'DELIVERY', deps.now(), 10);
    if (entry === undefined) throw new Error('nothing is overdue');
    await attemptDelivery(attemptDeps(deps, recordingTimer()), nextAttemptOf(delivery));
    expect(await take(table, entry, deps.now())).toBe(false);
  });

  it('leads to no attempt before the new due time', async () => {
    const { url } = await customerEndpoint(500);
    const delivery = await scenario.ping(await scenario.makeWebhook(url));
    deps.advance(GRACE_SECONDS + MOMENT);
    const { deliveries } = scenario.evaluation;
    const get = async (organisationId: OrganisationId, id: string) => {
      await attemptDelivery(attemptDeps(deps, recordingTimer()), nextAttemptOf(delivery));
      return deliveries.get(organisationId, id);
    };
    await run({ deliveries: { ...deliveries, get } });
    expect(retries.sent).toEqual([]);
  });
});

it('two runs of reconcile at the same time do nothing twice', async () => {
  const rule = await scenario.makeRule({ cooldownMinutes: 0 });
  const webhook = await scenario.makeWebhook('http://127.0.0.1:9/', { events: ['ping'] });
  const deliveries = [];
  for (let n = 0; n < 10; n++) {
    await scenario.record(n);
    deliveries.push(await scenario.ping(webhook));
  }
  deps.advance(GRACE_SECONDS + MOMENT);
  const [one, other] = await Promise.all([run(), run()]);
  expect(one.evaluated + other.evaluated).toBe(10);
  expect(await scenario.rule(rule.id)).toMatchObject({ firedCount: 10 });
  const ids = (of: readonly { deliveryId: string }[]) => of.map(({ deliveryId }) => deliveryId).sort();
  expect(ids(retries.sent)).toEqual(ids(deliveries.map(nextAttemptOf)));
});

describe('work that cannot be done', () => {
  it('fails the run after everything else was done', async () => {
    await scenario.makeRule();
    await poison(deps.newId());
    deps.advance(1);
    await scenario.record(1);
    const broken = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    await write(table, { update: keys.delivery(scenario.organisation, broken.id), set: { attemptsMade: 'many' } });
    deps.advance(1);
    const lost = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    deps.advance(GRACE_SECONDS + MOMENT);

    await expect(run()).rejects.toThrow('2 entries failed');
    expect(await scenario.events()).toHaveLength(1);
    expect(retries.sent).toEqual([nextAttemptOf(lost)]);
  });

  it('goes behind all other work, so that the next run reaches the other work', async () => {
    // One run takes this many entries from a shard. The first byte of the id decides the shard.
    const ids = Array.from({ length: 25 }, () => `00${deps.newId().slice(2)}`);
    for (const id of ids) await poison(id);
    deps.advance(1);
    await scenario.makeRule();
    for (let n = 0; n < 40; n++) await scenario.record(n);
    deps.advance(GRACE_SECONDS + MOMENT);

    await expect(run()).rejects.toThrow('25 entries failed');
    deps.advance(60);
    await run();
    const left = await overdue(table, 'EVALUATION', new Date('9999-01-01'), 100);
    expect(left.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  it('goes behind all other work even when it ends the process', async () => {
    const hanging = deps.newId();
    await poison(hanging);
    deps.advance(GRACE_SECONDS + MOMENT);
    const hangs = () => new Promise<never>(() => {});
    void run({ transactions: { ...scenario.evaluation.transactions, get: hangs } });
    await untilTaken(hanging);
    expect(await run()).toEqual({ evaluated: 0, requeued: 0 });
  });

  it('does not block the work of other shards when it ends the process', async () => {
    const waiting = [];
    for (let n = 0; n < 8; n++) waiting.push((await scenario.record(n)).id);
    deps.advance(1);
    // This entry is due after the records, in the shard that reconcile reads first.
    const hanging = `00${deps.newId().slice(2)}`;
    await poison(hanging);
    deps.advance(GRACE_SECONDS + MOMENT);
    const { get } = scenario.evaluation.transactions;
    const hangs = (organisationId: OrganisationId, id: string) =>
      id === hanging ? new Promise<never>(() => {}) : get(organisationId, id);
    void run({ transactions: { ...scenario.evaluation.transactions, get: hangs } });
    await untilTaken(hanging);
    expect(await Promise.all(waiting.map(scenario.isPending))).toEqual(waiting.map(() => false));
  });

  it('keeps no delivery and no replay waiting when it ends the process', async () => {
    const started: string[] = [];
    const { id } = await replayRepo(deps).create(scenario.organisation, CreateReplay.parse({}));
    const lost = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    const hanging = deps.newId();
    await poison(hanging);
    deps.advance(GRACE_SECONDS + MOMENT);
    void run({
      admin: { startReplay: async (_: OrganisationId, replay: string) => void started.push(replay) },
      transactions: { ...scenario.evaluation.transactions, get: () => new Promise<never>(() => {}) },
    });
    await untilTaken(hanging);
    expect(retries.sent).toEqual([nextAttemptOf(lost)]);
    expect(started).toEqual([id]);
  });

  it('waits for the next run when the time of the present run is over', async () => {
    for (let n = 0; n < 5; n++) await scenario.record(n);
    deps.advance(GRACE_SECONDS + MOMENT);
    const all = (organisationId: OrganisationId) => {
      deps.advance(20);
      return scenario.evaluation.rules.all(organisationId);
    };
    const slow = { rules: { ...scenario.evaluation.rules, all } };
    expect(await run(slow)).toEqual({ evaluated: 2, requeued: 0 });
    expect(await run(slow)).toEqual({ evaluated: 2, requeued: 0 });
    expect(await run(slow)).toEqual({ evaluated: 1, requeued: 0 });
  });

  async function untilTaken(hanging: string): Promise<void> {
    const before = new Date(deps.now().getTime() - GRACE_SECONDS * 1000);
    while ((await overdue(table, 'EVALUATION', before, 10)).some(({ id }) => id === hanging));
  }
});

describe('a bulk replay', () => {
  it('is started again every minute until it ends, unless a run holds it', async () => {
    const started: string[] = [];
    const starting = { admin: { startReplay: async (_: OrganisationId, id: string) => void started.push(id) } };
    const { id } = await replayRepo(deps).create(scenario.organisation, CreateReplay.parse({}));
    deps.advance(MOMENT);
    await run(starting);
    expect(started).toEqual([id]);
    await replayRepo(deps).claim(scenario.organisation, id);
    deps.advance(REPLAY_LEASE_SECONDS);
    await run(starting);
    expect(started).toEqual([id]);
    deps.advance(MOMENT);
    await run(starting);
    expect(started).toEqual([id, id]);
    await replayRepo(deps).cancel(scenario.organisation, id);
    deps.advance(3600);
    await run(starting);
    expect(started).toEqual([id, id]);
  });

  it('does not block other work when it cannot be started', async () => {
    await replayRepo(deps).create(scenario.organisation, CreateReplay.parse({}));
    await scenario.record(1);
    deps.advance(GRACE_SECONDS + MOMENT);
    await expect(run()).rejects.toThrow('1 entries failed');
    expect(await run()).toEqual({ evaluated: 0, requeued: 0 });
  });
});

it('reconcile only queries the table when there is nothing to do', async () => {
  const { client, actions } = recorded(dynamoDb());
  await scenario.evaluate(await scenario.record(1));
  deps.advance(3600);
  await run({ table: openTable(table.name, client) });
  expect(actions).toEqual(Array(16).fill('Query gsi3'));
});

describe('an export', () => {
  it('is started again every minute until it ends, unless a run holds it', async () => {
    const started: string[] = [];
    const starting = { exporter: { start: async (_: OrganisationId, id: string) => void started.push(id) } };
    const { id } = await exportRepo(deps).create(scenario.organisation, {});
    deps.advance(MOMENT);
    await run(starting);
    expect(started).toEqual([id]);
    const claimed = await exportRepo(deps).claim(scenario.organisation, id);
    deps.advance(EXPORT_LEASE_SECONDS);
    await run(starting);
    expect(started).toEqual([id]);
    deps.advance(MOMENT);
    await run(starting);
    expect(started).toEqual([id, id]);
    // The file of a cancelled export is still to be deleted.
    await exportRepo(deps).cancel(scenario.organisation, id);
    deps.advance(60);
    await run(starting);
    expect(started).toEqual([id, id, id]);
    if (claimed !== null) await exportRepo(deps).clear(scenario.organisation, claimed);
    deps.advance(3600);
    await run(starting);
    expect(started).toEqual([id, id, id]);
  });
});
