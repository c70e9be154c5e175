import { SQSClient } from '@aws-sdk/client-sqs';
import { env } from '../platform/env.ts';
import { batchSender } from '../platform/queue/batch-sender.ts';
import type { PartMessage } from './schema.ts';

export interface PartQueue {
  /** Has the parts scanned. @throws Error when not all messages were taken. Sending all of them again does no harm. */
  send(messages: readonly PartMessage[]): Promise<void>;
}

/** One message group per organisation: no organisation waits behind the thousands of parts of another one. */
export const partQueue = (sqs: SQSClient, url: string): PartQueue => ({
  send: batchSender(sqs, url, (message) => ({
    MessageBody: JSON.stringify(message),
    MessageGroupId: message.organisationId,
  })),
});

/** The queue of this stage. */
export const configuredPartQueue = (): PartQueue => partQueue(new SQSClient(), env.backfill().BACKFILL_QUEUE_URL);
