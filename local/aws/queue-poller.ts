import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  type Message,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { failuresIn, type QueueMapping } from './event-source-mappings.ts';
import type { Lambda } from './lambda.ts';
import { Semaphore } from './semaphore.ts';
import { ACCOUNT, REGION, type ResolvedTemplate } from './template.ts';

const Properties = z.object({
  QueueName: z.string(),
  VisibilityTimeout: z.number().default(30),
  MessageRetentionPeriod: z.number().default(345_600),
  DelaySeconds: z.number().default(0),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
});

/** The emulator identifies a queue by the last part of the URL. */
export const queueUrl = (endpoint: string, name: string): string => `${endpoint}/${ACCOUNT}/${name}`;

/** Creates the queues of the template. An existing queue keeps its messages and gets the attributes of the template. */
export async function createQueues(template: ResolvedTemplate, client: SQSClient, endpoint: string): Promise<void> {
  for (const { properties } of template.resources('AWS::SQS::Queue', Properties)) {
    const { QueueName, RedrivePolicy, ...numbers } = properties;
    const Attributes: Record<string, string> = {
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
      ...(RedrivePolicy && { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
    };
    try {
      await client.send(new SetQueueAttributesCommand({ QueueUrl: queueUrl(endpoint, QueueName), Attributes }));
    } catch (error) {
      if (!(error instanceof QueueDoesNotExist)) throw error;
      await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    }
  }
}

/** The pause after a failed receive. */
const RETRY_MS = 500;

export interface PollerOptions {
  readonly client: SQSClient;
  readonly endpoint: string;
  readonly lambda: Lambda;
  readonly signal: AbortSignal;
  failed(error: unknown): void;
}

/**
 * Polls a queue and invokes its function until the signal aborts, with as many concurrent batches as the mapping
 * allows. Deletes messages that succeeded. SQS redelivers failed messages after the visibility timeout and finally
 * moves them to the dead-letter queue.
 */
export async function pollQueue(mapping: QueueMapping, options: PollerOptions): Promise<void> {
  const { client, endpoint, signal, failed } = options;
  const permits = new Semaphore(mapping.concurrency);
  const QueueUrl = queueUrl(endpoint, mapping.queueName);
  while (!signal.aborted) {
    const release = await permits.acquire();
    try {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(10, mapping.batchSize),
          WaitTimeSeconds: 20,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
        { abortSignal: signal },
      );
      if (Messages.length === 0) release();
      else void deliver(Messages, QueueUrl, mapping, options).catch(failed).finally(release);
    } catch (error) {
      release();
      if (signal.aborted) return;
      failed(error);
      // `sleep` rejects only when the signal aborts, and then the loop ends.
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function deliver(
  messages: Message[],
  QueueUrl: string,
  mapping: QueueMapping,
  { client, lambda }: PollerOptions,
): Promise<void> {
  const records = messages.map((message) => recordOf(message, mapping.queueArn));
  // Deletes messages that do not match the filter, as Lambda does.
  const wanted = records.filter((record) => mapping.filter(record));
  const event: SQSEvent = { Records: wanted };
  const failures =
    wanted.length === 0 ? [] : failuresIn(await lambda.invoke(mapping.functionName, event), mapping.reportsFailures);
  if (failures === 'all' || failures.some((id) => !records.some(({ messageId }) => messageId === id))) return;
  const done = records.filter(({ messageId }) => !failures.includes(messageId));
  if (done.length === 0) return;
  const Entries = done.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
  await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
}

/** A message as Lambda passes it to a function. */
function recordOf(message: Message, eventSourceARN: string): SQSRecord {
  const { MessageId = '', ReceiptHandle = '', Body = '', MD5OfBody = '', Attributes, MessageAttributes = {} } = message;
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: ACCOUNT,
      ApproximateFirstReceiveTimestamp: '0',
      ...Attributes,
    },
    messageAttributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, { DataType = 'String', StringValue }]) => [
        name,
        { dataType: DataType, stringValue: StringValue },
      ]),
    ),
    md5OfBody: MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: REGION,
  };
}
