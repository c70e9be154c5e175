import { ConflictException, CreateScheduleCommand, type SchedulerClient } from '@aws-sdk/client-scheduler';
import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { derivedId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import type { AttemptMessage, StoredDelivery } from './schema.ts';

/** SQS delays a message by 15 minutes at most, and takes 10 messages a batch. */
const LONGEST_SQS_DELAY_SECONDS = 900;
const BATCH = 10;

/**
 * The message for the next attempt of a delivery.
 * @param destination what is slow when the attempt is slow. The same destination of two organisations gives two receivers:
 *   otherwise one organisation could hold up the deliveries of another.
 */
export const attemptMessage = (delivery: StoredDelivery, destination: string): AttemptMessage => ({
  organisationId: delivery.organisationId,
  deliveryId: delivery.id,
  generation: delivery.generation,
  attempt: delivery.attemptsMade + 1,
  receiver: derivedId('receiver', delivery.organisationId, destination),
  createdAt: delivery.createdAt,
});

/** The group makes a standard queue fair: what waits for one receiver does not hold up the messages for others. */
const sent = (message: AttemptMessage) => ({ MessageBody: JSON.stringify(message), MessageGroupId: message.receiver });

/** A number of the delivery's, for what is to be spread evenly: ids are uniform, and so are their first digits. */
export const shareOf = (deliveryId: string): number => Number.parseInt(deliveryId.slice(0, 4), 16);

export interface Queue {
  /** Makes the attempts due now. @throws Error when not all messages were taken; sending all again does no harm. */
  send(messages: readonly AttemptMessage[]): Promise<void>;
}

/** A queue of attempts that are due at once. */
export function queue(sqs: SQSClient, url: string): Queue {
  return {
    async send(messages) {
      for (let i = 0; i < messages.length; i += BATCH) {
        const Entries = messages.slice(i, i + BATCH).map((message, Id) => ({ Id: String(Id), ...sent(message) }));
        const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
        if (Failed.length > 0) throw new Error(`${Failed.length} messages were not queued: ${Failed[0]?.Message}`);
      }
    },
  };
}

/** Where a retry waits: in the queue as long as SQS can hold it, else with EventBridge Scheduler. */
export interface RetryTimer {
  wait(message: AttemptMessage, from: Date, seconds: number): Promise<void>;
}

export interface RetryTarget {
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly scheduleGroup: string;
  readonly scheduleRoleArn: string;
}

export function retryTimer(sqs: SQSClient, scheduler: SchedulerClient, target: RetryTarget): RetryTimer {
  return {
    async wait(message, from, seconds) {
      if (seconds <= LONGEST_SQS_DELAY_SECONDS) {
        const delayed = { ...sent(message), DelaySeconds: seconds };
        await sqs.send(new SendMessageCommand({ QueueUrl: target.queueUrl, ...delayed }));
        return;
      }
      try {
        await scheduler.send(
          new CreateScheduleCommand({
            // The same attempt is scheduled under the same name: a second try finds it there.
            Name: `${message.deliveryId}-${message.generation}-${message.attempt}`,
            GroupName: target.scheduleGroup,
            // Whole seconds, no zone: Scheduler reads it as UTC.
            ScheduleExpression: `at(${plusSeconds(from, seconds).toISOString().slice(0, 19)})`,
            FlexibleTimeWindow: { Mode: 'OFF' },
            ActionAfterCompletion: 'DELETE',
            Target: { Arn: target.queueArn, RoleArn: target.scheduleRoleArn, Input: JSON.stringify(message) },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error;
      }
    },
  };
}
