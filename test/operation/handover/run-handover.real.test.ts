import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { evaluateTransaction } from '../../../lib/alerts/evaluation/evaluate-transaction.ts';
import type { EvaluationMessage } from '../../../lib/alerts/evaluation/evaluation-queue.ts';
import { chainIds } from '../../../lib/chains/registry.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { DELIVERY_LEASE_SECONDS } from '../../../lib/deliveries/delivery-states.ts';
import { newExport } from '../../../lib/exports/export-job.ts';
import { exportRepo } from '../../../lib/exports/start-export.ts';
import { startDeletion } from '../../../lib/operation/deletion/start-deletion.ts';
import { handover } from '../../../lib/operation/handover/run-handover.ts';
import { newRecount, recountRepo } from '../../../lib/operation/lists/recount-job.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { actingFor } from '../../../lib/platform/audit/acting.ts';
import type { StoredJob } from '../../../lib/platform/jobs/job-kind.ts';
import type { JobRepo } from '../../../lib/platform/jobs/job-repo.ts';
import { DUE_SHARDS } from '../../../lib/platform/table/due-keys.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { newReplay } from '../../../lib/replays/replay-job.ts';
import { CreateReplay } from '../../../lib/replays/schema.ts';
import { replayRepo } from '../../../lib/replays/start-replay.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { deferredMatches } from '../../../lib/watch/deferred-matches.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import {
  emptied,
  recordingEvaluations,
  recordingMatches,
  recordingQueue,
  recordingTimer,
  type TestDeps,
  testDeps,
} from '../../support/deps.ts';
import { withoutEmptyPartitions } from '../../support/due.ts';
import { customerEndpoint } from '../../support/endpoint.ts';
import { eventually } from '../../support/eventually.ts';
import { letLagPass } from '../../support/index-lag.ts';
import { noticesOfStream } from '../../support/notices-of-stream.ts';
import { attemptDeps } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { recorded } from '../../support/recorded.ts';
import { aDecoded, blockHash } from '../../support/records.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

const GRACE_SECONDS = 120;
const MOMENT = 0.001;
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let retries: ReturnType<typeof recordingQueue>;
let evaluations: ReturnType<typeof recordingEvaluations>;
let matches: ReturnType<typeof recordingMatches>;
// A table for each test: handover sees the work of all organisations.
beforeEach(async () => {
  table = await makeTable();
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  retries = recordingQueue();
  evaluations = recordingEvaluations();
  matches = recordingMatches();
});
afterEach(closeAll);

const jobs = { start: () => Promise.reject(new Error('no job in this test')) };
const run = async (more = {}) => {
  await letLagPass(table);
  const reconciling = {
    ...scenario.evaluation,
    newId: deps.newId,
    retryQueue: emptied(retries),
    evaluationQueue: evaluations,
    matchQueue: matches,
    jobs,
    sweepSilence: async () => {},
    ...more,
  };
  return withoutEmptyPartitions(reconciling.table, () => handover(reconciling));
};

/** Evaluates the transactions whose messages are in the queue. */
async function evaluateQueued(): Promise<void> {
  for (const { organisationId, transactionId } of evaluations.sent.splice(0)) {
    await evaluateTransaction(scenario.evaluation, organisationId, transactionId);
  }
}

/** The message for the evaluation of a record. */
const evaluationOf = ({ id: transactionId }: { id: string }) => ({
  organisationId: scenario.organisation,
  transactionId,
});

describe('a transaction whose rules were not evaluated', () => {
  it('is left to the stream for two minutes, then handover queues its evaluation', async () => {
    await scenario.makeRule();
    const record = await scenario.record(1);
    deps.advance(GRACE_SECONDS);
    expect(await run()).toEqual({ evaluations: 0, deliveries: 0 });
    deps.advance(MOMENT);
    expect(await run()).toEqual({ evaluations: 1, deliveries: 0 });
    expect(evaluations.sent).toEqual([evaluationOf(record)]);
    await evaluateQueued();
    expect(await scenario.events()).toHaveLength(1);
  });

  it('is queued again every two minutes until its evaluation', async () => {
    const record = await scenario.record(1);
    for (let minute = 0; minute < 7; minute++) {
      deps.advance(60 + MOMENT);
      await run();
    }
    expect(evaluations.sent).toEqual(Array(3).fill(evaluationOf(record)));
    await evaluateQueued();
    deps.advance(3600);
    expect(await run()).toEqual({ evaluations: 0, deliveries: 0 });
  });
});

it('begins no end of a mute after its time, and the next run ends the others', async () => {
  const { mutes, rules } = scenario.evaluation;
  const until = plusSeconds(deps.now(), 60).toISOString();
  for (let n = 0; n < 30; n++) {
    const rule = await scenario.makeRule({ name: `Rule ${n}` });
    const asked = { until, reason: 'Migration', critical: false };
    await mutes.set(scenario.organisation, rules.muted(scenario.organisation, rule), asked);
  }
  deps.advance(60 + MOMENT);
  const find: typeof mutes.find = (...asked) => {
    deps.advance(10);
    return mutes.find(...asked);
  };
  await run({ mutes: { ...mutes, find } });
  const left = (await mutes.all(scenario.organisation)).length;
  expect(left).toBeGreaterThan(20);
  expect(left).toBeLessThan(30);
  deps.advance(60);
  await run();
  expect(await mutes.all(scenario.organisation)).toEqual([]);
});

describe('organisations with pending evaluations', () => {
  /** Records transactions of an organisation, a second apart. */
  async function pendingOf(owner: Scenario, from: number, to: number) {
    const ids = [];
    for (let n = from; n < to; n++) {
      deps.advance(1);
      ids.push((await owner.record(n)).id);
    }
    return ids;
  }

  it('take turns, and the oldest evaluations of each organisation come first', async () => {
    const other = await makeScenario(deps);
    const many = await pendingOf(scenario, 0, 120);
    const few = await pendingOf(other, 0, 30);
    deps.advance(GRACE_SECONDS + MOMENT);
    expect(await run()).toEqual({ evaluations: 150, deliveries: 0 });
    const sent = evaluations.sent.map(({ transactionId }) => transactionId);
    // A turn has 25 entries of each organisation.
    expect(new Set(sent.slice(0, 50))).toEqual(new Set([...many.slice(0, 25), ...few.slice(0, 25)]));
    const placeOf = new Map(sent.map((id, n) => [id, n]));
    for (const [own, turn] of [many, few].flatMap((ids) => ids.map((id, n) => [id, Math.floor(n / 25)] as const))) {
      expect(placeOf.get(own)).toBeGreaterThanOrEqual(turn * 25);
    }
    expect(new Set(sent)).toEqual(new Set([...many, ...few]));
  });

  it('have no more messages than the queue has room for, beside one turn of the organisation', async () => {
    await pendingOf(scenario, 0, 70);
    deps.advance(GRACE_SECONDS + MOMENT);
    const full = { ...evaluations, waiting: () => Promise.resolve(18_000) };
    expect(await run({ evaluationQueue: full })).toEqual({ evaluations: 25, deliveries: 0 });
    const nearlyFull = { ...evaluations, waiting: () => Promise.resolve(18_000 - 30) };
    expect(await run({ evaluationQueue: nearlyFull })).toEqual({ evaluations: 30, deliveries: 0 });
    expect(await run()).toEqual({ evaluations: 15, deliveries: 0 });
  });

  it('are handed over although the messages of another organisation fill the queue', async () => {
    const other = await makeScenario(deps);
    await pendingOf(other, 0, 60);
    const [ours] = await pendingOf(scenario, 0, 1);
    deps.advance(GRACE_SECONDS + MOMENT);
    const full = { ...evaluations, waiting: () => Promise.resolve(100_000) };
    await run({ evaluationQueue: full });
    expect(evaluations.sent).toHaveLength(26);
    expect(evaluations.sent.map(({ transactionId }) => transactionId)).toContain(ours);
  });
});

describe('deferred matches of an organisation', () => {
  const matchesOf = (owner: Scenario) => ({ organisationId: owner.organisation, chain: 'anvil' as const });

  /** Defers a payment of an organisation, as a watcher whose message was then lost. */
  async function defer(owner: Scenario): Promise<void> {
    const transaction = aDecoded({ toAddress: owner.wallet.address });
    const inBlock = { transaction, undecoded: null, blockHash: blockHash('a') };
    const { organisation: organisationId, wallet } = owner;
    const touch = {
      organisationId,
      walletId: wallet.id,
      address: wallet.address,
      place: 0,
      inBlock,
      urgency: 'other' as const,
    };
    await deferredMatches(deps).store('anvil', { height: transaction.blockNumber, hash: inBlock.blockHash }, [touch]);
  }

  it('are left to the message of the watcher for two minutes, then handover sends another message', async () => {
    await defer(scenario);
    await run();
    expect(matches.sent).toEqual([]);
    // The entry is due at the next whole minute.
    deps.advance(GRACE_SECONDS + 60);
    await run();
    expect(matches.sent).toEqual([matchesOf(scenario)]);
  });

  it('are handed over for each organisation, and no more than the queue has room for', async () => {
    const others = [await makeScenario(deps), await makeScenario(deps)];
    for (const owner of [scenario, ...others]) await defer(owner);
    deps.advance(GRACE_SECONDS + 60);
    await run({ matchQueue: { ...matches, waiting: () => Promise.resolve(18_000) } });
    expect(matches.sent).toEqual([]);
    await run({ matchQueue: { ...matches, waiting: () => Promise.resolve(18_000 - 2) } });
    expect(matches.sent).toHaveLength(2);
    await run();
    const sent = matches.sent.map(({ organisationId }) => organisationId);
    expect(sent.toSorted()).toEqual([scenario, ...others].map(({ organisation }) => organisation).toSorted());
  });
});

describe('a pass over the evaluations of an organisation', () => {
  // A turn has 25 entries. A full turn does not show whether other entries follow.
  it.each([
    ['with room for more messages', 26],
    ['with room for exactly these messages', 25],
  ])('of one full turn ends, and the next pass begins two minutes later: %s', async (_, room) => {
    for (let n = 0; n < 25; n++) await scenario.record(n);
    const roomy = { ...evaluations, waiting: () => Promise.resolve(18_000 - room) };
    deps.advance(GRACE_SECONDS + MOMENT);
    expect(await run({ evaluationQueue: roomy })).toEqual({ evaluations: 25, deliveries: 0 });
    deps.advance(1);
    expect(await run({ evaluationQueue: roomy })).toEqual({ evaluations: 0, deliveries: 0 });
    deps.advance(GRACE_SECONDS + MOMENT);
    expect(await run({ evaluationQueue: roomy })).toEqual({ evaluations: 25, deliveries: 0 });
  });

  it('takes in what becomes overdue meanwhile, and does not begin again for that', async () => {
    const first = await scenario.record(1);
    deps.advance(60);
    const second = await scenario.record(2);
    deps.advance(61);
    await run();
    deps.advance(60);
    await run();
    expect(evaluations.sent).toEqual([first, second].map(evaluationOf));
  });
});

describe('a delivery whose message was lost', () => {
  it('goes to the retry queue two minutes after its due time', async () => {
    const delivery = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    deps.advance(GRACE_SECONDS);
    expect(await run()).toEqual({ evaluations: 0, deliveries: 0 });
    deps.advance(MOMENT);
    expect(await run()).toEqual({ evaluations: 0, deliveries: 1 });
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

  it('stays while its attempt is under way, and goes to the retry queue after the attempt died', async () => {
    const delivery = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    deps.advance(GRACE_SECONDS);
    await scenario.evaluation.deliveries.claim(nextAttemptOf(delivery), true);
    deps.advance(MOMENT);
    await run();
    expect(retries.sent).toEqual([]);
    deps.advance(GRACE_SECONDS + MOMENT);
    await run();
    expect(retries.sent).toEqual([nextAttemptOf(delivery)]);
  });

  it('of a waiting list goes to the retry queue two minutes after the lease of an attempt that died', async () => {
    const delivery = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    await scenario.evaluation.deliveries.claim(nextAttemptOf(delivery), false);
    deps.advance(DELIVERY_LEASE_SECONDS + GRACE_SECONDS);
    expect(await run()).toEqual({ evaluations: 0, deliveries: 0 });
    deps.advance(MOMENT);
    await run();
    expect(retries.sent).toEqual([nextAttemptOf(delivery)]);
    expect(await scenario.evaluation.deliveries.claim(nextAttemptOf(delivery), true)).not.toBeNull();
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

describe('an entry that another process changes after handover has read the index', () => {
  it('leads to no attempt before the new due time', async () => {
    const { url } = await customerEndpoint(500);
    const delivery = await scenario.ping(await scenario.makeWebhook(url));
    deps.advance(GRACE_SECONDS + MOMENT);
    const { deliveries } = scenario.evaluation;
    const findAll: typeof deliveries.findAll = async (refs) => {
      await attemptDelivery(attemptDeps(deps, recordingTimer()), nextAttemptOf(delivery));
      return deliveries.findAll(refs);
    };
    await run({ deliveries: { ...deliveries, findAll } });
    expect(retries.sent).toEqual([]);
  });
});

describe('work that cannot be handed over', () => {
  it('fails the run after everything else was handed over', async () => {
    const broken = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    await write(table, { update: keys.delivery(scenario.organisation, broken.id), set: { attemptsMade: 'many' } });
    deps.advance(1);
    const lost = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    const record = await scenario.record(1);
    deps.advance(GRACE_SECONDS + MOMENT);

    await expect(run()).rejects.toThrow('1 entries failed');
    expect(evaluations.sent).toEqual([evaluationOf(record)]);
    expect(retries.sent).toEqual([nextAttemptOf(lost)]);
  });

  it('is handed over by a later run when the queue refuses the messages', async () => {
    const record = await scenario.record(1);
    deps.advance(GRACE_SECONDS + MOMENT);
    const refusing = { ...evaluations, send: () => Promise.reject(new Error('the queue refuses')) };
    await expect(run({ evaluationQueue: refusing })).rejects.toThrow('1 entries failed');
    deps.advance(GRACE_SECONDS + MOMENT);
    await run();
    expect(evaluations.sent).toEqual([evaluationOf(record)]);
  });

  it('is handed over by the next run when the process dies before it noted how far it came', async () => {
    const record = await scenario.record(1);
    deps.advance(GRACE_SECONDS + MOMENT);
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const hanging = {
      ...evaluations,
      send: () => {
        resolve();
        return new Promise<never>(() => {});
      },
    };
    void run({ evaluationQueue: hanging });
    await reached;
    await run();
    expect(evaluations.sent).toEqual([evaluationOf(record)]);
  });

  it('keeps no delivery and no replay waiting when its queue hangs', async () => {
    const started: string[] = [];
    const { id } = await replayRepo(deps).create(scenario.organisation, newReplay(deps, CreateReplay.parse({})));
    const lost = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    await scenario.record(1);
    deps.advance(GRACE_SECONDS + MOMENT);
    void run({
      jobs: { start: async (_: unknown, __: OrganisationId, replay: string) => void started.push(replay) },
      evaluationQueue: { ...evaluations, send: () => new Promise<never>(() => {}) },
    });
    await eventually(
      async () => [retries.sent.length, started.length],
      ([sent, jobs]) => sent === 1 && jobs === 1,
    );
    expect(retries.sent).toEqual([nextAttemptOf(lost)]);
    expect(started).toEqual([id]);
  });

  it('waits for the next run when the time of the present run is over', async () => {
    for (let n = 0; n < 60; n++) await scenario.record(n);
    deps.advance(GRACE_SECONDS + MOMENT);
    const slow = {
      ...evaluations,
      send: async (messages: readonly EvaluationMessage[]) => {
        deps.advance(20);
        return evaluations.send(messages);
      },
    };
    const { evaluations: first } = await run({ evaluationQueue: slow });
    expect(first).toBeLessThan(60);
    await run();
    expect(evaluations.sent).toHaveLength(60);
  });
});

function startsAgain<J extends StoredJob>(repo: () => JobRepo<J>, made: () => J): void {
  it('is started again every minute until nothing of it is left, unless a run holds it', async () => {
    const started: string[] = [];
    const jobs = { start: async (_: unknown, __: OrganisationId, id: string) => void started.push(id) };
    const { id } = await repo().create(scenario.organisation, made());
    deps.advance(MOMENT);
    await run({ jobs });
    expect(started).toEqual([id]);
    const claimed = await repo().claim(scenario.organisation, id);
    deps.advance(repo().kind.leaseSeconds);
    await run({ jobs });
    expect(started).toEqual([id]);
    deps.advance(MOMENT);
    await run({ jobs });
    expect(started).toEqual([id, id]);
    // What a cancelled job left is still to be deleted.
    await repo().cancel(scenario.organisation, id);
    deps.advance(60);
    await run({ jobs });
    expect(started).toEqual([id, id, id]);
    if (claimed !== null) await repo().clear(scenario.organisation, claimed);
    deps.advance(3600);
    await run({ jobs });
    expect(started).toEqual([id, id, id]);
  });

  it('does not block other work when it cannot be started', async () => {
    await repo().create(scenario.organisation, made());
    const record = await scenario.record(1);
    deps.advance(GRACE_SECONDS + MOMENT);
    await expect(run()).rejects.toThrow('1 entries failed');
    expect(evaluations.sent).toEqual([evaluationOf(record)]);
  });
}

describe('a bulk replay', () =>
  startsAgain(
    () => replayRepo(deps),
    () => newReplay(deps, CreateReplay.parse({})),
  ));

describe('a recount', () =>
  startsAgain(
    () => recountRepo(deps),
    () => newRecount(deps),
  ));

describe('an export', () =>
  startsAgain(
    () => exportRepo(deps),
    () => newExport(deps, {}),
  ));

it('the deletion of an organisation gets its next run when the run is due', async () => {
  const started: string[] = [];
  const jobs = {
    start: async ({ name, runsIn }: { name: string; runsIn: string }, organisationId: OrganisationId) =>
      void started.push(`${name} of ${organisationId} in ${runsIn}`),
  };
  await write(table, { put: { ...keys.organisation(scenario.organisation), name: 'Acme' } });
  await startDeletion(deps, scenario.organisation);
  await run({ jobs });
  const expected = `deletion of ${scenario.organisation} in run-operator-jobs`;
  expect(started).toEqual([expected]);
  await suspensionRepo(deps).postponeDeletion(scenario.organisation, plusSeconds(deps.now(), 60));
  await run({ jobs });
  expect(started).toEqual([expected]);
  deps.advance(60);
  await run({ jobs });
  expect(started).toEqual([expected, expected]);
});

it('tells of a change when the organisation is no longer suspended, and of no suspension', async () => {
  const { organisation, evaluation, changing } = scenario;
  await write(table, { put: { ...keys.organisation(organisation), name: 'Acme' } });
  await changing.settings.change(organisation, { emails: ['ops@example.com'] });
  const { id } = await scenario.makeRule();
  const actor = { kind: 'operator', id: null, name: null } as const;
  const byOperator = (work: () => Promise<unknown>) => actingFor({ actor, requestId: null }, work);
  await byOperator(() => evaluation.rules.remove(organisation, id));
  await byOperator(() => suspensionRepo(deps).suspend(organisation));
  deps.advance(60);
  await noticesOfStream(deps, organisation);
  await run();
  expect(await scenario.deliveries()).toEqual([]);
  await byOperator(() => suspensionRepo(deps).resume(organisation));
  await run();
  expect(await scenario.deliveries()).toMatchObject([{ eventKind: 'configuration.changed' }]);
  expect(scenario.queue.sent).toHaveLength(1);
});

it('handover only reads the table when there is nothing to do', async () => {
  const { client, actions } = recorded(dynamoDb());
  await scenario.evaluate(await scenario.record(1));
  deps.advance(3600);
  // Takes the sample of the day.
  await run();
  await run({ table: openTable(table.name, client) });
  // `set-values` reads the values that wait for a price.
  const { VALUE: _, ...ofHandover } = DUE_SHARDS;
  const queries = Object.values(ofHandover).reduce((sum, shards) => sum + shards, 0);
  // The leases of all chains and the suspended organisations come first, the time of the next sample last.
  const first = [...Array(chainIds.length).fill('GetItem'), 'Query'];
  expect(actions).toEqual([...first, ...Array(queries).fill('Query gsi3'), 'GetItem']);
});
