import { SQSClient } from '@aws-sdk/client-sqs';
import { env } from '../platform/env.ts';
import { batchSender } from '../platform/queue/batch-sender.ts';
import type { PartMessage } from './schema.ts';

export interface PartQueue {
  /** Queues parts for scanning. @throws Error when SQS refuses a message. To send all messages again does no harm. */
  send(messages: readonly PartMessage[]): Promise<void>;
}

/** Every organisation has a message group, so that a small backfill does not wait behind thousands of other parts. */
export const partQueue = (sqs: SQSClient, url: string): PartQueue => ({
  send: batchSender(sqs, url, (message) => ({
    MessageBody: JSON.stringify(message),
    MessageGroupId: message.organisationId,
  })),
});

/** The part queue of this stage. */
export const configuredPartQueue = (): PartQueue => partQueue(new SQSClient(), env.backfill().BACKFILL_QUEUE_URL);
