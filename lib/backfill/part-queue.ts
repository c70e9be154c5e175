import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import { env } from '../platform/env.ts';
import { errorFields, log } from '../platform/log.ts';
import { type MessageQueue, organisationQueue } from '../platform/queue/batch-sender.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import { POSTPONED_SECONDS } from './parts.ts';
import type { PartMessage } from './schema.ts';

/** Queues parts for scanning. */
export type PartQueue = MessageQueue<PartMessage>;

/** The part queue of this stage. */
export const configuredPartQueue = (): PartQueue =>
  organisationQueue(new SQSClient(sdkTimeouts()), env.backfill().BACKFILL_QUEUE_URL);

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
