import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { env } from '../platform/env.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { PartMessage } from './schema.ts';

/** SQS takes 10 messages a batch. */
const MESSAGES_PER_BATCH = 10;
/** Requests in flight, so that the messages of the greatest job are sent within the 29 s of one request to the API. */
const PART_BATCHES_AT_ONCE = 10;

export interface PartQueue {
  /** Has the parts scanned. @throws Error when not all messages were taken; sending all again does no harm. */
  send(messages: readonly PartMessage[]): Promise<void>;
}

/** Parts wait in a group per organisation: SQS then lets nobody wait behind another's thousands. */
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
      for (let i = 0; i < messages.length; i += MESSAGES_PER_BATCH) batches.push(messages.slice(i, i + MESSAGES_PER_BATCH));
      await mapConcurrent(batches, PART_BATCHES_AT_ONCE, sendBatch);
    },
  };
}

/** The queue of this stage. */
export const configuredPartQueue = (): PartQueue => partQueue(new SQSClient(), env.backfill().BACKFILL_QUEUE_URL);
