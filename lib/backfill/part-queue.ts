import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { env } from '../platform/env.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { PartMessage } from './schema.ts';

/** SQS accepts at most 10 messages in one request. */
const MESSAGES_PER_BATCH = 10;
/** Concurrent requests. They must send all messages of the largest backfill within the 29 s of an API request. */
const PART_BATCHES_AT_ONCE = 10;

export interface PartQueue {
  /** Queues parts for scanning. @throws Error when SQS refuses a message. To send all messages again does no harm. */
  send(messages: readonly PartMessage[]): Promise<void>;
}

/** Every organisation has a message group, so that a small backfill does not wait behind thousands of other parts. */
export function partQueue(sqs: SQSClient, url: string): PartQueue {
  async function sendBatch(messages: readonly PartMessage[]): Promise<void> {
    const Entries = messages.map((message, Id) => ({
      Id: String(Id),
      MessageBody: JSON.stringify(message),
      MessageGroupId: message.organisationId,
    }));
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    if (Failed.length > 0) throw new Error(`${Failed.length} parts were not queued: ${Failed[0]?.Message}`);
  }

  return {
    async send(messages) {
      const batches: PartMessage[][] = [];
      for (let i = 0; i < messages.length; i += MESSAGES_PER_BATCH)
        batches.push(messages.slice(i, i + MESSAGES_PER_BATCH));
      await mapConcurrent(batches, PART_BATCHES_AT_ONCE, sendBatch);
    },
  };
}

/** The part queue of this stage. */
export const configuredPartQueue = (): PartQueue => partQueue(new SQSClient(), env.backfill().BACKFILL_QUEUE_URL);
