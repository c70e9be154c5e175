import { createServer } from 'node:http';
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { startFauxqs } from 'fauxqs';
import type * as z from 'zod';
import type { Table } from '../../lib/platform/table/table.ts';
import { listen } from '../platform/outbound/receiver.ts';

const QUEUES = ['deliveries', 'retries', 'evaluations', 'matches'] as const;
type QueueName = (typeof QUEUES)[number];
/** The value of the secret of the data key. */
export const DATA_KEY = 'the-data-key-of-tests-32-letters-and-more';

/**
 * Sets the environment of the handlers in this process: a table, queues, and a Secrets Manager with the data key. Call
 * this before the first handler runs: a handler reads the environment once.
 */
export async function startFunctions(table: Table) {
  const sqs = await startFauxqs({ port: 0, logger: false });
  const endpoint = `http://127.0.0.1:${sqs.port}`;
  const urlOf = (name: QueueName) => `${endpoint}/000000000000/${name}`;
  for (const name of QUEUES) sqs.createQueue(name);
  const secrets = createServer((_request, response) => {
    response.end(JSON.stringify({ SecretString: DATA_KEY }));
  });
  Object.assign(process.env, {
    STAGE: 'test',
    VERSION: '1.2.3',
    TABLE_NAME: table.name,
    DELIVERY_QUEUE_URL: urlOf('deliveries'),
    RETRY_QUEUE_URL: urlOf('retries'),
    EVALUATION_QUEUE_URL: urlOf('evaluations'),
    MATCH_QUEUE_URL: urlOf('matches'),
    PRICE_SOURCE: '{}',
    RECORDS_PER_BLOCK: '20',
    RECORDS_AT_ONCE: '200',
    RECORDS_PER_HOUR: '10000',
    RETRY_QUEUE_ARN: 'arn:aws:sqs:eu-central-1:000000000000:retries',
    // A single retry without delay.
    RETRY_DELAYS: '0',
    ATTEMPTS_PER_DESTINATION: '5',
    ATTEMPTS_PER_ORGANISATION: '10',
    SCHEDULE_GROUP: 'test',
    SCHEDULE_ROLE_ARN: 'arn:aws:iam::000000000000:role/test',
    DATA_KEY_SECRET_ARN: 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:test',
    OUTBOUND_POLICY: 'loopback',
    FUNCTION_PREFIX: 'chainwatch-test-',
    MAIL_FROM: 'alerts@example.com',
    MAIL_CONFIGURATION_SET: 'chainwatch-test',
    SERVICE_URL: 'https://api.example.com/test',
    AWS_ENDPOINT_URL_SQS: endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${await listen(secrets)}`,
  });
  const client = new SQSClient();
  return {
    /** Receives and deletes all messages of a queue. */
    async received<S extends z.ZodType>(name: QueueName, schema: S): Promise<z.output<S>[]> {
      const taken: z.output<S>[] = [];
      for (;;) {
        const QueueUrl = urlOf(name);
        // A receive without a wait may miss messages.
        const { Messages = [] } = await client.send(
          new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
        );
        if (Messages.length === 0) return taken;
        for (const { Body = '' } of Messages) taken.push(schema.parse(JSON.parse(Body)));
        // Otherwise the queue would redeliver them after 30 s, during another test.
        const Entries = Messages.map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle }));
        await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
      }
    },
    stop: () => sqs.stop(),
  };
}

/** A message as Lambda passes it to a function. */
export const sqsRecord = (messageId: string, body: string): SQSRecord => ({
  messageId,
  body,
  receiptHandle: messageId,
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: 'test',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:deliveries',
  awsRegion: 'eu-central-1',
});
