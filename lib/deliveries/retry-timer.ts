import { ConflictException, CreateScheduleCommand, type SchedulerClient } from '@aws-sdk/client-scheduler';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { plusSeconds } from '../values/time.ts';
import { queueMessage } from './delivery-queue.ts';
import type { AttemptMessage } from './schema.ts';

/** SQS delays a message by at most 15 minutes. */
const LONGEST_SQS_DELAY_SECONDS = 900;

/** Where a retry waits: in the queue for as long as SQS can hold the message, otherwise with EventBridge Scheduler. */
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
        const delayed = { ...queueMessage(message), DelaySeconds: seconds };
        await sqs.send(new SendMessageCommand({ QueueUrl: target.queueUrl, ...delayed }));
        return;
      }
      try {
        await scheduler.send(
          new CreateScheduleCommand({
            // The name is the attempt: a repeated call finds the schedule of the first call.
            Name: `${message.deliveryId}-${message.generation}-${message.attempt}`,
            GroupName: target.scheduleGroup,
            // Whole seconds without a zone: EventBridge Scheduler reads such a time as UTC.
            ScheduleExpression: `at(${plusSeconds(from, seconds).toISOString().slice(0, 19)})`,
            FlexibleTimeWindow: { Mode: 'OFF' },
            ActionAfterCompletion: 'DELETE',
            Target: {
              // A schedule whose target is the queue itself would send a message without a group.
              Arn: `arn:${target.queueArn.split(':')[1]}:scheduler:::aws-sdk:sqs:sendMessage`,
              RoleArn: target.scheduleRoleArn,
              Input: JSON.stringify({ QueueUrl: target.queueUrl, ...queueMessage(message) }),
            },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error;
      }
    },
  };
}
