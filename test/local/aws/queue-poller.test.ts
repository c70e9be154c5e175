import { setTimeout as sleep } from 'node:timers/promises';
import { GetQueueAttributesCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFauxqs } from 'fauxqs';
import { clientsOf } from '../../../local/aws/function-environment.ts';
import type { StrictBehaviour } from '../../../local/aws/leniency.ts';
import { pollQueue, queueUrl } from '../../../local/aws/queue-poller.ts';
import { lambdaOf } from './functions-of-sources.ts';

/** Prints how often SQS has given each message. */
const source = `exports.handler = async ({ Records }) => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const { attributes } of Records) console.log(attributes.ApproximateReceiveCount);
};`;

let sqs: Awaited<ReturnType<typeof startFauxqs>> | undefined;
beforeAll(async () => {
  sqs = await startFauxqs({ port: 0, logger: false });
});
afterAll(() => sqs?.stop());

/** The messages of a queue, whether they wait or are in work. */
async function messagesIn(client: SQSClient, QueueUrl: string): Promise<number> {
  const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...names] }));
  return names.reduce((sum, name) => sum + Number(Attributes?.[name]), 0);
}

/** How often SQS gave each of two messages to a mapping with two pollers, whose function may run once at a time. */
async function receives(
  queueName: string,
  lenient: readonly StrictBehaviour[],
  VisibilityTimeout: string,
): Promise<string[]> {
  const endpoint = `http://127.0.0.1:${sqs?.port}`;
  const { sqs: client } = clientsOf({ dynamoDb: endpoint, sqs: endpoint });
  sqs?.createQueue(queueName, { attributes: { VisibilityTimeout } });
  for (const MessageBody of ['a', 'b']) {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl(endpoint, queueName), MessageBody }));
  }
  const { lambda, printed } = lambdaOf({ f: source }, { concurrency: 1 }, lenient);
  const stop = new AbortController();
  const failed = (error: unknown) => {
    throw error;
  };
  const shared = { functionName: 'f', filter: () => true, reportsFailures: false, batchSize: 1, concurrency: 2 };
  const mapping = { ...shared, queueName, queueArn: `arn:aws:sqs:us-east-1:000000000000:${queueName}` };
  const polling = pollQueue(mapping, { client, endpoint, lambda, signal: stop.signal, failed });
  const counts = () => printed.filter((line) => !line.startsWith('{')).map((line) => line.trim());
  // The poller deletes a message after its function has ended.
  while ((await messagesIn(client, queueUrl(endpoint, queueName))) > 0) await sleep(20);
  stop.abort();
  await polling;
  client.destroy();
  return counts();
}

describe('A batch of a queue that exceeds the reserved concurrency of its function', () => {
  it('comes again after the visibility time-out, and SQS counts another receive', async () => {
    const [first, second] = await receives('strict', [], '3');
    expect(first).toBe('1');
    expect(Number(second)).toBeGreaterThan(1);
  });

  it('waits when concurrency is lenient', async () => {
    // The function must end before the time-out, also on a busy machine.
    expect(await receives('lenient', ['concurrency'], '3600')).toEqual(['1', '1']);
  });
});
