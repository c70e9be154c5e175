import { DeleteMessageCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startFauxqs } from 'fauxqs';
import { scanDeps } from '../../lib/backfill/backfill-wiring.ts';
import { partPostponer } from '../../lib/backfill/part-queue.ts';
import { POSTPONED_SECONDS } from '../../lib/backfill/parts.ts';
import { backfillRepo } from '../../lib/backfill/repo.ts';
import { scanPart } from '../../lib/backfill/scan-part.ts';
import { CreateBackfill, PartMessage } from '../../lib/backfill/schema.ts';
import { startBackfill } from '../../lib/backfill/start-backfill.ts';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { organisationQueue } from '../../lib/platform/queue/batch-sender.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { deferredMatches } from '../../lib/watch/deferred-matches.ts';
import { recordingQueue, testDeps } from '../support/deps.ts';
import { Faults } from '../support/faults.ts';
import { etherAt } from '../support/prices.ts';
import { quiet } from '../support/quiet.ts';
import { makeScenario, RECEIVER, SENDER } from '../support/scenario.ts';
import { dynamoDb, makeTable } from '../support/table.ts';
import { fakeChain } from './fake-chain.ts';

quiet();
/** The visibility timeout of the test's queue, in place of the 100 s of a stage (test/infra/pipeline.test.ts). */
const HIDDEN_SECONDS = 1;
const never = new AbortController().signal;

let sqs: Awaited<ReturnType<typeof startFauxqs>>;
beforeEach(async () => {
  sqs = await startFauxqs({ port: 0, logger: false });
});
afterEach(() => sqs.stop());

/** A backfill of one part, whose message is in a real queue. The reader and the table of its workers may fail. */
async function queued(over: Partial<ChainReader> = {}) {
  sqs.createQueue('parts', { attributes: { VisibilityTimeout: String(HIDDEN_SECONDS) } });
  const client = new SQSClient({
    endpoint: `http://127.0.0.1:${sqs.port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const QueueUrl = `http://127.0.0.1:${sqs.port}/000000000000/parts`;
  const faults = new Faults();
  const deps = testDeps(await makeTable());
  const scenario = await makeScenario(deps);
  const payments = [102, 110].map((height) => ({ height, to: SENDER }));
  const reader: ChainReader = { ...fakeChain({ head: 200, payer: RECEIVER, payments }), ...over };
  const chains = async () => ({ reader: () => reader });
  const backfills = backfillRepo(deps);
  const { wallets } = scenario.evaluation;
  const scanned = { cursors: cursorRepo(deps), deferred: deferredMatches(deps) };
  const starting = { backfills, parts: organisationQueue(client, QueueUrl), wallets, ...scanned, chains };
  const body = { walletId: scenario.wallet.id, fromHeight: 100, toHeight: 115 };
  const { id } = await startBackfill(starting, scenario.organisation, 'ethereum', CreateBackfill.parse(body));
  const failing = { ...deps, table: openTable(deps.table.name, faults.over(dynamoDb())) };
  const outside = { chains, prices: etherAt('3000'), queue: recordingQueue() };
  const worker = { ...scanDeps(failing, outside), wait: async () => undefined };
  return {
    faults,
    job: () => backfills.find(scenario.organisation, id),
    postpone: partPostponer(client, QueueUrl),
    /** The next message of the queue, as soon as it is visible. Undefined when none becomes visible in the time. */
    async received(WaitTimeSeconds: number) {
      const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds }));
      const [message] = Messages;
      if (message === undefined) return undefined;
      const { Body = '', ReceiptHandle = '' } = message;
      return {
        receiptHandle: ReceiptHandle,
        scan: () => scanPart(worker, PartMessage.parse(JSON.parse(Body)), false, never),
        done: () => client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })),
      };
    },
    async hidden(): Promise<string | undefined> {
      const AttributeNames = ['ApproximateNumberOfMessagesNotVisible' as const];
      const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
      return Attributes?.ApproximateNumberOfMessagesNotVisible;
    },
  };
}

describe('The part of a backfill', () => {
  // Scenario: the first worker is killed in the middle of its writes. Nothing deletes or postpones its message.
  it('is continued by another worker after the visibility timeout when its worker was killed', async () => {
    const { faults, job, received } = await queued();
    faults.arm({ at: 1, call: 'TransactWriteItemsCommand', fails: 'after', process: 'dies' });
    const first = await received(0);
    expect(await faults.process(() => first?.scan() ?? Promise.resolve())).toBe(false);
    expect(await job()).toMatchObject({ status: 'running', blocksDone: 0 });

    faults.arm({ at: 0, fails: 'before', process: 'goes on' });
    const second = await received(20);
    expect(await faults.process(() => second?.scan() ?? Promise.resolve())).toBe(true);
    await second?.done();
    expect(await job()).toMatchObject({ status: 'completed', blocksDone: 16, transactionsFound: 2 });
  });

  it('stays hidden for half an hour when its worker postponed it because of the chain', async () => {
    expect(POSTPONED_SECONDS).toBe(1_800);
    const down = () => Promise.reject(new ChainUnavailableError('ethereum', 'every RPC node failed'));
    const { job, received, postpone, hidden } = await queued({ block: down });
    const first = await received(0);
    await expect(first?.scan()).rejects.toThrow(ChainUnavailableError);
    await postpone(first?.receiptHandle ?? '');
    // Three times the visibility timeout of the queue.
    expect(await received(3 * HIDDEN_SECONDS)).toBeUndefined();
    expect(await hidden()).toBe('1');
    expect(await job()).toMatchObject({ status: 'running', blocksDone: 0 });
  });

  it('is left to the visibility timeout when it cannot be postponed', async () => {
    const { received, postpone } = await queued();
    await received(0);
    await postpone('no receipt handle');
    expect(await received(20)).toBeDefined();
  });
});
