import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { clientsOf } from '../../../local/aws/function-environment.ts';
import { type LocalStack, startStack } from '../../../local/cli/local-stack.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { type ApiClient, api } from '../../support/api.ts';
import { customerEndpoint } from '../../support/endpoint.ts';
import { eventually } from '../../support/eventually.ts';
import { dynamoDbUrl } from '../../support/front.ts';
import { dynamoDb } from '../../support/table.ts';

/**
 * A separate stack, whose delivery queue redelivers a failed message after seconds instead of minutes. The time is long
 * enough for a slow message.
 */
let stack: LocalStack;
let client: ApiClient;
let sqs: SQSClient;
const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-test-poison-'));
const queueUrl = (name: string) => `${stack.awsEndpoint}/000000000000/chainwatch-local-${name}`;

beforeAll(async () => {
  // This test starts DynamoDB itself, to write a record without the API.
  process.env.DYNAMODB_ENDPOINT = dynamoDbUrl;
  stack = await startStack({ port: 0, dataDir, anvil: false, log: () => {} });
  client = api(stack.apiKey, stack.baseUrl);
  sqs = clientsOf({ dynamoDb: '', sqs: stack.awsEndpoint }).sqs;
  await setVisibilityTimeout('deliveries', 3);
});
afterAll(async () => {
  delete process.env.DYNAMODB_ENDPOINT;
  sqs.destroy();
  await stack.stop();
  await closeAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const setVisibilityTimeout = (name: string, seconds: number) =>
  sqs.send(
    new SetQueueAttributesCommand({ QueueUrl: queueUrl(name), Attributes: { VisibilityTimeout: String(seconds) } }),
  );

/** How many messages a queue has, those that a function works on included. */
async function messagesIn(name: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl(name), AttributeNames: ['All'] }),
  );
  return Number(Attributes.ApproximateNumberOfMessages) + Number(Attributes.ApproximateNumberOfMessagesNotVisible);
}

/** The bodies that a dead-letter queue has, waiting until it has any. */
const deadLetters = (name: string) =>
  eventually(
    async () => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrl(name), WaitTimeSeconds: 1, VisibilityTimeout: 0 }),
      );
      return Messages.map(({ Body = '' }) => Body);
    },
    (bodies) => bodies.length > 0,
  );

describe('A poison message', () => {
  it('in the delivery queue ends in the dead-letter queue and blocks no later message', async () => {
    const receiver = await customerEndpoint(200);
    const webhook = await client.ok(routes.createWebhook, { body: { url: receiver.url, events: ['ping'] } });
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('deliveries'), MessageBody: 'no message of ours' }));
    await client.ok(routes.testWebhook, { params: { id: webhook.id }, body: {} });
    await eventually(
      () => receiver.received.length,
      (received) => received === 1,
    );
    // Nothing but the poison is left: the queue may now give it back at once.
    await eventually(
      () => messagesIn('deliveries'),
      (count) => count === 1,
    );
    await setVisibilityTimeout('deliveries', 0);
    expect(await deadLetters('deliveries-dlq')).toEqual(['no message of ours']);
    expect(receiver.received).toHaveLength(1);
  });

  it("in the table's stream ends in the dead-letter queue and blocks no later record", async () => {
    const { organisationId } = stack;
    await dynamoDb().send(
      new PutItemCommand({
        TableName: 'chainwatch-local',
        // An outbox entry for a transaction that does not exist.
        Item: { pk: { S: `ORG#${organisationId}` }, sk: { S: `EVALUATION#${randomUUID()}` } },
      }),
    );
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const wallet = await client.ok(routes.createWallet, { body: { label: 'W', address, chains: ['ethereum'] } });
    await client.ok(routes.createRule, { body: { name: 'Any', ruleType: 'any_transfer' } });
    await client.ok(routes.importTransaction, {
      body: {
        walletId: wallet.id,
        hash: `0x${'ab'.repeat(32)}`,
        chain: 'ethereum',
        blockNumber: 1,
        blockTimestamp: '2026-01-31T09:00:00Z',
        fromAddress: address,
        valueDecimal: '1',
      },
    });
    const events = () => client.ok(routes.listEvents);
    await eventually(events, ({ meta }) => meta.total === 1);
    const [letter = ''] = await deadLetters('stream-dlq');
    expect(JSON.parse(letter)).toMatchObject({ DDBStreamBatchInfo: { batchSize: 1 } });
    expect((await events()).meta.total).toBe(1);
  });
});
