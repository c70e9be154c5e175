import { createServer } from 'node:http';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { handler as admin } from '../../../functions/pipelines/admin.ts';
import { handler as deliver } from '../../../functions/pipelines/deliver.ts';
import { handler as evaluatePending } from '../../../functions/pipelines/evaluate-pending.ts';
import { handler as evaluateRules } from '../../../functions/pipelines/evaluate-rules.ts';
import { handler as handover } from '../../../functions/pipelines/handover.ts';
import { handler as recordMatches } from '../../../functions/pipelines/record-matches.ts';
import { handler as runJobs } from '../../../functions/pipelines/run-jobs.ts';
import { EvaluationMessage } from '../../../lib/alerts/evaluation/evaluation-queue.ts';
import { AttemptMessage } from '../../../lib/deliveries/schema.ts';
import { hashOf } from '../../../lib/organisations/api-keys/key.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { dataKeyOf, sealer } from '../../../lib/platform/sealer.ts';
import { idIn, keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { newReplay } from '../../../lib/replays/replay-job.ts';
import { CreateReplay } from '../../../lib/replays/schema.ts';
import { replayRepo } from '../../../lib/replays/start-replay.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { cursorRepo } from '../../../lib/watch/cursor.ts';
import { createWebhook } from '../../../lib/webhooks/change-webhook.ts';
import { paymentChain } from '../../../local/chains/recorded/payment-chain.ts';
import { NewOrganisation } from '../../../local/cli/first-organisation.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { customerEndpoint } from '../../support/endpoint.ts';
import { DATA_KEY, sqsRecord, startFunctions } from '../../support/functions.ts';
import { letLagPass } from '../../support/index-lag.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { makeScenario, type Scenario, SENDER } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { budgeted } from '../../watch/deferred/budgeted.ts';
import { holding, payment } from '../../watch/payments.ts';

quiet();

let table: Table;
let functions: Awaited<ReturnType<typeof startFunctions>>;
let deps: TestDeps;
let scenario: Scenario;
beforeAll(async () => {
  table = await makeTable();
  functions = await startFunctions(table);
});
afterAll(async () => {
  await functions.stop();
  await closeAll();
});
beforeEach(async () => {
  // The functions use the real clock. A record of an hour ago is overdue.
  deps = testDeps(table, new Date(Date.now() - 3_600_000).toISOString());
  scenario = await makeScenario(deps);
});

/** A sealer with the key of the functions. */
const functionSealer = sealer([dataKeyOf(DATA_KEY)]);
const makeWebhook = (url: string) =>
  createWebhook({ ...scenario.changing, sealer: async () => functionSealer }, scenario.organisation, {
    url,
    match: {},
    headers: {},
    events: ['alert.fired'],
    description: '',
    payload: 'standard',
  });

let sequence = 0;
/** The stream record of the outbox entry of a transaction, as the entry is now. */
async function inserted(
  { id }: Pick<StoredTransaction, 'id'>,
  { organisation, evaluation } = scenario,
): Promise<DynamoDBRecord> {
  const none = { inclusion: 0, recordedAt: deps.now().toISOString() };
  const entry = (await evaluation.transactions.pending(organisation, id)) ?? none;
  const key = keys.evaluation(organisation, id);
  const image = (item: object) => JSON.parse(JSON.stringify(marshall(item)));
  return {
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: String(++sequence), Keys: image(key), NewImage: image({ ...key, ...entry }) },
  };
}

const failuresOf = (records: readonly (DynamoDBRecord | undefined)[]) => ({
  batchItemFailures: records.map((record) => ({ itemIdentifier: record?.dynamodb?.SequenceNumber })),
});

describe('The function evaluate-rules', () => {
  it('reports only the poison record of a batch, and evaluates the records before and after it', async () => {
    await scenario.makeRule({ cooldownMinutes: 0 });
    const [good, alsoGood] = [await scenario.record(1), await scenario.record(2)];
    const Records = [await inserted(good), await inserted({ id: 'poison' }), await inserted(alsoGood)];
    expect(await evaluateRules({ Records })).toEqual(failuresOf([Records[1]]));
    const events = await scenario.events();
    expect(events.map(({ transactionId }) => transactionId).sort()).toEqual([good.id, alsoGood.id].sort());
  });

  it('reports the records of an organisation with an unreadable rule, and no other records', async () => {
    const other = await makeScenario(deps);
    await other.makeRule();
    const { id } = await scenario.makeRule();
    await write(table, { update: keys.rule(scenario.organisation, id), set: { conditions: '{"no":"such"}' } });
    const Records = [await inserted(await scenario.record(1)), await inserted(await other.record(1), other)];
    expect(await evaluateRules({ Records })).toEqual(failuresOf([Records[0]]));
    expect(await other.events()).toHaveLength(1);
  });

  it('evaluates in the order of the batch: the first of two matches fires, the second is suppressed', async () => {
    await scenario.makeRule({ cooldownMinutes: 5 });
    const recorded = [];
    for (let n = 0; n < 5; n++) recorded.push(await scenario.record(n));
    await evaluateRules({ Records: await Promise.all(recorded.map((each) => inserted(each))) });
    expect((await scenario.events()).map(({ transactionId }) => transactionId)).toEqual([recorded[0]?.id]);
  });

  it('evaluates a transaction again when it returns to the chain, and skips an orphaned transaction', async () => {
    await scenario.makeRule();
    const transaction = await scenario.sight(1, blockHash('a'));
    const first = await inserted(transaction);
    await evaluateRules({ Records: [first] });
    await scenario.orphan(transaction);
    expect(await evaluateRules({ Records: [first] })).toEqual(failuresOf([]));
    expect(await scenario.events()).toHaveLength(1);
    await scenario.sight(1, blockHash('b'));
    // A late record of the first outbox entry. The current transaction is evaluated only once.
    const second = await inserted(transaction);
    await evaluateRules({ Records: [first, second, second] });
    expect((await scenario.events()).map(({ retractedAt }) => retractedAt === null)).toEqual([true, false]);
  });

  it('queues the first attempts of a fired alert', async () => {
    await scenario.makeRule();
    await makeWebhook('http://127.0.0.1:9/');
    await functions.received('deliveries', AttemptMessage);
    await evaluateRules({ Records: [await inserted(await scenario.record(1))] });
    expect(await functions.received('deliveries', AttemptMessage)).toEqual(
      (await scenario.deliveries()).map(nextAttemptOf),
    );
  });
});

describe('The function deliver', () => {
  const messageOf = async (url: string) => JSON.stringify(nextAttemptOf(await scenario.ping(await makeWebhook(url))));

  it('reports only the poison messages of a batch, and makes all other attempts', async () => {
    const { url, received } = await customerEndpoint(200);
    const good = await messageOf(url);
    const Records = [
      sqsRecord('good', good),
      // It names the destination of the good messages.
      sqsRecord('cut off', good.slice(0, -1)),
      sqsRecord('no JSON', '{'),
      sqsRecord('no message', '{"deliveryId":1}'),
      sqsRecord('also good', await messageOf(url)),
    ];
    const { batchItemFailures } = await deliver({ Records });
    const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
    expect(failed.sort()).toEqual(['cut off', 'no JSON', 'no message']);
    expect(received).toHaveLength(2);
    expect((await scenario.deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('makes attempts to two receivers at the same time', async () => {
    // The first receiver answers only after the second receiver got its POST.
    const { promise: quickHasIt, resolve } = Promise.withResolvers<void>();
    const slow = receiving((response) => void quickHasIt.then(() => response.end()));
    const quick = receiving((response) => {
      resolve();
      response.end();
    });
    const Records = [];
    for (const { listener } of [slow, quick]) {
      const url = `http://127.0.0.1:${await listen(createServer(listener))}/`;
      Records.push(sqsRecord(url, await messageOf(url)));
    }
    expect(await deliver({ Records })).toEqual({ batchItemFailures: [] });
    expect((await scenario.deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('queues the retry of a failed attempt', async () => {
    const { url } = await customerEndpoint(500);
    const body = await messageOf(url);
    await functions.received('retries', AttemptMessage);
    await letLagPass(deps.table);
    await deliver({ Records: [sqsRecord('a', body)] });
    expect(await functions.received('retries', AttemptMessage)).toEqual([{ ...JSON.parse(body), attempt: 2 }]);
  });
});

describe('The function handover', () => {
  it('sends overdue evaluations and overdue attempts to their queues', async () => {
    const transaction = await scenario.record(1);
    const delivery = await scenario.ping(await makeWebhook('http://127.0.0.1:9/'));
    await functions.received('retries', AttemptMessage);
    await letLagPass(deps.table);
    // Entries that other tests left behind may fail. They must not stop the work of this test.
    await Promise.allSettled([handover()]);
    const message = { organisationId: scenario.organisation, transactionId: transaction.id };
    expect(await functions.received('evaluations', EvaluationMessage)).toContainEqual(message);
    expect(await functions.received('retries', AttemptMessage)).toContainEqual(nextAttemptOf(delivery));
  });
});

describe('The function evaluate-pending', () => {
  it('evaluates the transactions of its messages, and reports a message that it cannot read', async () => {
    await scenario.makeRule();
    const transaction = await scenario.record(1);
    const body = JSON.stringify({ organisationId: scenario.organisation, transactionId: transaction.id });
    const answer = await evaluatePending({ Records: [sqsRecord('a', 'no message'), sqsRecord('b', body)] });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
    expect((await scenario.events()).map(({ transactionId }) => transactionId)).toEqual([transaction.id]);
  });
});

describe('The function record-matches', () => {
  it('records the deferred matches of its messages, and reports a message that it cannot read', async () => {
    const payments = Array.from({ length: 5 }, (_, n) => payment(n, { from: SENDER }));
    const budget = await budgeted(paymentChain(holding(...payments)), { perBlock: 2, atOnce: 2, perHour: 1e6 }, deps);
    const organisationId = await budget.watching(SENDER);
    await budget.scanned();
    expect(await budget.records(organisationId)).toHaveLength(2);
    const body = JSON.stringify({ organisationId, chain: 'anvil' });
    const answer = await recordMatches({ Records: [sqsRecord('a', 'no message'), sqsRecord('b', body)] });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
    expect(await budget.records(organisationId)).toHaveLength(5);
  });
});

describe('A batch of evaluate-pending', () => {
  const message = ({ id }: StoredTransaction, name: string) =>
    sqsRecord(name, JSON.stringify({ organisationId: scenario.organisation, transactionId: id }));

  it('may name a transaction twice', async () => {
    await scenario.makeRule();
    const transaction = await scenario.record(1);
    const Records = [message(transaction, 'a'), message(transaction, 'b')];
    expect(await evaluatePending({ Records })).toEqual({ batchItemFailures: [] });
    expect(await scenario.events()).toHaveLength(1);
  });

  it('fails only for the transaction whose record cannot be read', async () => {
    await scenario.makeRule();
    const [broken, other] = [await scenario.record(1), await scenario.record(2)];
    await write(table, { update: keys.transaction(scenario.organisation, broken.id), set: { revision: 'many' } });
    const answer = await evaluatePending({ Records: [message(broken, 'a'), message(other, 'b')] });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
    expect((await scenario.events()).map(({ transactionId }) => transactionId)).toEqual([other.id]);
  });
});

describe('292 rules of an organisation on 60 transactions (here fewer)', () => {
  const RULES = 25;
  const TRANSACTIONS = 10;
  const messageOf = (message: EvaluationMessage, name: string) => {
    const record = sqsRecord(name, JSON.stringify(message));
    return { ...record, attributes: { ...record.attributes, MessageGroupId: message.organisationId } };
  };

  /** The stream records of an organisation with many rules, in the order of recording. */
  async function burst() {
    for (let n = 0; n < RULES; n++) await scenario.makeRule({ cooldownMinutes: 0 });
    const records = [];
    for (let n = 0; n < TRANSACTIONS; n++) records.push(await inserted(await scenario.record(n)));
    return records;
  }

  const decided = async () => {
    const events = await scenario.evaluation.events.list(scenario.organisation, { page: 1, pageSize: 100 });
    return events.meta.total;
  };

  it('do not hold up the alert of another organisation: the batch ends after some decisions', async () => {
    const other = await makeScenario(deps);
    await other.makeRule();
    const theirs = await burst();
    const ours = await inserted(await other.record(1), other);
    await functions.received('evaluations', EvaluationMessage);
    expect(await evaluateRules({ Records: [...theirs, ours] })).toEqual(failuresOf([]));
    expect(await other.events()).toHaveLength(1);
    const inFirstBatch = await decided();
    expect(inFirstBatch).toBeGreaterThan(0);
    expect(inFirstBatch).toBeLessThan(RULES);
    const handedOver = await functions.received('evaluations', EvaluationMessage);
    expect(handedOver.map(({ transactionId }) => transactionId)).toEqual(
      theirs.map(({ dynamodb }) => idIn(dynamodb?.Keys?.sk?.S ?? '')),
    );
  });

  it('are all decided once by evaluate-pending, a part in each batch', async () => {
    const messages = (await burst()).map(({ dynamodb }) => ({
      organisationId: scenario.organisation,
      transactionId: idIn(dynamodb?.Keys?.sk?.S ?? ''),
    }));
    await functions.received('evaluations', EvaluationMessage);
    let batches = 0;
    for (let left: EvaluationMessage[] = messages; left.length > 0; batches++) {
      const before = await decided();
      const Records = left.map((message, n) => messageOf(message, String(n)));
      expect(await evaluatePending({ Records })).toEqual({ batchItemFailures: [] });
      expect(await decided()).toBeGreaterThan(before);
      left = await functions.received('evaluations', EvaluationMessage);
    }
    expect(batches).toBeGreaterThan(1);
    expect(await decided()).toBe(RULES * TRANSACTIONS);
    for (const { transactionId } of messages) expect(await scenario.isPending(transactionId)).toBe(false);
  });
});

describe('The function admin', () => {
  it('creates an organisation with a key', async () => {
    expect(await admin({ action: 'createOrganisation', name: 'Acme' })).toEqual({
      organisationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      apiKey: expect.stringMatching(/^cw_test_[0-9A-Za-z]{36}$/),
    });
  });

  it('creates a key of an organisation, and revokes even the last key', async () => {
    const { organisationId, apiKey } = NewOrganisation.parse(
      await admin({ action: 'createOrganisation', name: 'Acme' }),
    );
    const apiKeys = apiKeyRepo(deps);
    const made = await admin({ action: 'createKey', organisationId, name: 'Found again', scope: 'admin' });
    expect(made).toMatchObject({
      key: expect.stringMatching(/^cw_test_[0-9A-Za-z]{36}$/),
      organisationId,
      name: 'Found again',
      scope: 'admin',
      expiresAt: null,
      revokedAt: null,
    });
    for (const key of [apiKey, Object(made).key]) {
      const stored = await apiKeys.byHash(hashOf(key));
      expect(stored).toMatchObject({ organisationId, revokedAt: null });
      expect(await admin({ action: 'revokeKey', organisationId, keyId: stored?.id })).toEqual({ revoked: stored?.id });
      expect((await apiKeys.byHash(hashOf(key)))?.revokedAt).not.toBeNull();
    }
  });

  it('refuses a key of an unknown organisation, and a key that is already expired', async () => {
    const key = { action: 'createKey', name: 'Mistyped', scope: 'admin' };
    const nobody = { ...key, organisationId: deps.newId() };
    await expect(admin(nobody)).rejects.toMatchObject({ code: 'not_found' });
    const { organisationId } = NewOrganisation.parse(await admin({ action: 'createOrganisation', name: 'Acme' }));
    await expect(admin({ ...key, organisationId, expiresAt: '2020-01-01' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(admin({ action: 'revokeKey', organisationId, keyId: deps.newId() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('replays finished deliveries, and gives the reason for the others', async () => {
    const { url, received } = await customerEndpoint(200);
    const [ended, pending] = [await scenario.ping(await makeWebhook(url)), await scenario.ping(await makeWebhook(url))];
    await deliver({ Records: [sqsRecord('a', JSON.stringify(nextAttemptOf(ended)))] });
    await functions.received('deliveries', AttemptMessage);

    const request = { action: 'replay', organisationId: scenario.organisation, ids: [ended.id, pending.id] };
    const failed = [{ id: pending.id, code: 'conflict' }];
    expect(await admin(request)).toEqual({ replayId: expect.any(String), accepted: [ended.id], failed });
    const [message] = await functions.received('deliveries', AttemptMessage);
    await deliver({ Records: [sqsRecord('b', JSON.stringify(message))] });
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
  });

  it('runs a bulk replay', async () => {
    const { url, received } = await customerEndpoint(200);
    const ended = await scenario.ping(await makeWebhook(url));
    await deliver({ Records: [sqsRecord('a', JSON.stringify(nextAttemptOf(ended)))] });
    await functions.received('deliveries', AttemptMessage);
    const input = CreateReplay.parse({ status: 'delivered' });
    const { id } = await replayRepo(deps).create(scenario.organisation, newReplay(deps, input));

    await runJobs({ kind: 'replay', organisationId: scenario.organisation, id });
    expect(await replayRepo(deps).get(scenario.organisation, id)).toMatchObject({ status: 'completed', replayed: 1 });
    const [message] = await functions.received('deliveries', AttemptMessage);
    await deliver({ Records: [sqsRecord('b', JSON.stringify(message))] });
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
  });

  it('resumes a stopped chain at its cursor or at a given height', async () => {
    const cursors = cursorRepo(deps);
    await cursors.begin('sepolia', 100);
    for (const [more, height] of [
      [{}, 99],
      [{ fromHeight: 500 }, 499],
    ] as const) {
      const cursor = await cursors.get('sepolia');
      if (cursor !== null) await cursors.stop(cursor, 'it contradicts itself');
      expect(await admin({ action: 'resumeChain', chain: 'sepolia', ...more })).toMatchObject({
        height,
        stopped: null,
      });
      expect(await cursors.get('sepolia')).toMatchObject({ height, stopped: null });
    }
  });

  it.each([
    {},
    { action: 'dropEverything' },
    { action: 'replay', organisationId: 'me', ids: [] },
    { action: 'createKey', organisationId: 'me', name: 'x', scope: 'admin' },
    { action: 'revokeKey', organisationId: 'me', keyId: 'mine' },
    { action: 'resumeChain', chain: 'nochain' },
    { action: 'resumeChain', chain: 'sepolia', fromHeight: -1 },
    { action: 'resumeChain', chain: 'xrp-testnet' },
  ])('refuses %j', async (event) => {
    await expect(admin(event)).rejects.toThrow();
  });
});
