import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import { env } from '../platform/env.ts';
import { errorFields, log } from '../platform/log.ts';
import { batchSender } from '../platform/queue/batch-sender.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import { POSTPONED_SECONDS } from './parts.ts';
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
export const configuredPartQueue = (): PartQueue =>
  partQueue(new SQSClient(sdkTimeouts()), env.backfill().BACKFILL_QUEUE_URL);

/** Postpones a received part that failed. */
export type PostponePart = (receiptHandle: string) => Promise<void>;

/** Never rejects: without the change, the queue delivers the part again after its visibility timeout. */
export const partPostponer =
  (sqs: SQSClient, QueueUrl: string): PostponePart =>
  async (ReceiptHandle) => {
    const VisibilityTimeout = POSTPONED_SECONDS;
    try {
      await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
    } catch (error) {
      log.warn('backfill.part_not_postponed', errorFields(error));
    }
  };

/** Postpones parts of this stage. */
export const configuredPostponer = (): PostponePart =>
  partPostponer(new SQSClient(sdkTimeouts()), env.backfill().BACKFILL_QUEUE_URL);
