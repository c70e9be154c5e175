import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFauxqs } from 'fauxqs';
import { QUEUES, type QueueName } from '../../../scripts/dlq/dead-letters.ts';
import { type DlqPlace, listLetters, redriveLetters } from '../../../scripts/dlq/dlq-command.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { letLagPass } from '../../support/index-lag.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { stackUrl } from '../../support/stack-url.ts';
import { makeTable } from '../../support/table.ts';

let emulator: Awaited<ReturnType<typeof startFauxqs>>;
let sqs: SQSClient;
let deps: TestDeps;
let scenario: Scenario;
beforeAll(async () => {
  emulator = await startFauxqs({ port: 0, logger: false });
  for (const name of QUEUES) for (const end of ['', '-dlq']) emulator.createQueue(`chainwatch-test-${name}${end}`);
  // The emulator creates queues in this region.
  sqs = new SQSClient({ endpoint: `http://127.0.0.1:${emulator.port}`, region: 'us-east-1' });
  deps = testDeps(await makeTable());
  scenario = await makeScenario(deps);
});
afterAll(() => emulator.stop());

const urlOf = (name: string) => `http://127.0.0.1:${emulator.port}/000000000000/chainwatch-test-${name}`;
const bury = (name: QueueName, body: string) =>
  sqs.send(new SendMessageCommand({ QueueUrl: urlOf(`${name}-dlq`), MessageBody: body, MessageGroupId: 'group' }));

/** The bodies of the messages of a queue. The emulator forgets the groups of messages. */
async function received(name: string): Promise<unknown[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: urlOf(name),
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: 1,
    }),
  );
  return Messages.map(({ Body = '' }) => JSON.parse(Body));
}

/** The lines that a command prints. */
async function printed(command: typeof listLetters, queues: readonly QueueName[]): Promise<string[]> {
  const lines: string[] = [];
  const place: DlqPlace = { sqs, table: deps.table, stage: 'test', print: (line) => void lines.push(line) };
  await command(place, queues);
  return lines;
}

describe('a message about a delivery', () => {
  it('is shown with its delivery, stays, and goes back to its queue when it is redriven', async () => {
    const webhook = await scenario.makeWebhook('http://127.0.0.1:9/hooks');
    const delivery = await scenario.ping(webhook);
    const message = nextAttemptOf(delivery);
    await bury('retries', JSON.stringify(message));
    const line = expect.stringContaining(
      `attempt 1 of delivery ${delivery.id}: pending, 0 attempts made  organisation ${scenario.organisation}`,
    );
    expect(await printed(listLetters, ['retries'])).toEqual([line, '1 messages']);
    expect(await printed(redriveLetters, ['retries'])).toEqual([line, '1 messages redriven']);
    expect(await received('retries')).toEqual([message]);
    expect(await printed(listLetters, ['retries'])).toEqual(['0 messages']);
  });
});

describe('a message about records of the stream', () => {
  it('becomes the evaluations of its time that are still pending', async () => {
    const old = await scenario.record(1);
    deps.advance(3600);
    const pending = await scenario.record(2);
    const evaluated = await scenario.record(3);
    await scenario.endEvaluation(evaluated.id);
    await letLagPass(deps.table);
    const arrival = `${pending.createdAt.slice(0, 19)}Z`;
    const failure = {
      requestContext: { functionArn: 'arn:aws:lambda:us-east-1:0:function:chainwatch-test-evaluate-rules' },
      DDBStreamBatchInfo: {
        startSequenceNumber: '7',
        batchSize: 2,
        approximateArrivalOfFirstRecord: arrival,
        approximateArrivalOfLastRecord: arrival,
      },
    };
    await bury('stream', JSON.stringify(failure));
    const [line] = await printed(listLetters, ['stream']);
    expect(line).toContain('2 records of the stream for chainwatch-test-evaluate-rules from 7: 1 evaluations of that');
    await printed(redriveLetters, ['stream']);
    const body = { organisationId: scenario.organisation, transactionId: pending.id };
    expect(await received('evaluations')).toEqual([body]);
    expect(await printed(listLetters, ['stream'])).toEqual(['0 messages']);
    expect(await scenario.isPending(old.id)).toBe(true);
  });
});

describe('a message about another item', () => {
  it.each([
    ['evaluations', { transactionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }, 'evaluation of transaction'],
    ['matches', { chain: 'anvil' }, 'deferred matches on anvil: recorded'],
    ['backfill', { backfillId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', n: 3 }, 'part 3 of backfill'],
  ] as const)('of the queue %s is shown with this item', async (queue, message, shown) => {
    await bury(queue, JSON.stringify({ organisationId: scenario.organisation, ...message }));
    expect((await printed(redriveLetters, [queue]))[0]).toContain(shown);
    expect(await received(queue)).toHaveLength(1);
  });

  it('that is no message of its queue is shown, and stays', async () => {
    await bury('deliveries', 'nonsense');
    const [line, end] = await printed(redriveLetters, ['deliveries']);
    expect(line).toContain('the body is no message of this queue');
    expect(end).toBe('0 messages redriven');
    expect((await printed(listLetters, ['deliveries'])).at(-1)).toBe('1 messages');
  });
});

describe('npm run dlq', () => {
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, ['scripts/dlq/run-dlq.ts', ...args]);

  it('reads the DLQs of a running stack', async () => {
    const { stdout } = await run('local', 'list', 'backfill', '--endpoint', stackUrl('STACK_AWS_URL'));
    expect(stdout).toMatch(/^\d+ messages$/m);
  });

  it('explains itself when a word is wrong', async () => {
    await expect(run('local', 'purge')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('STAGE') });
  });
});
