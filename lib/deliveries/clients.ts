import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { env } from '../platform/env.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import { type Queue, queue } from './delivery-queue.ts';
import { type RetryTimer, retryTimer } from './retry-timer.ts';

/** The queues and the scheduler of this stage, as the environment names them. */
export const firstAttempts = (): Queue => queue(new SQSClient(sdkTimeouts()), env.queues().DELIVERY_QUEUE_URL);
export const retries = (): Queue => queue(new SQSClient(sdkTimeouts()), env.queues().RETRY_QUEUE_URL);

export function timer(): RetryTimer {
  const { RETRY_QUEUE_ARN, SCHEDULE_GROUP, SCHEDULE_ROLE_ARN } = env.scheduler();
  return retryTimer(new SQSClient(sdkTimeouts()), new SchedulerClient(sdkTimeouts()), {
    queueUrl: env.queues().RETRY_QUEUE_URL,
    queueArn: RETRY_QUEUE_ARN,
    scheduleGroup: SCHEDULE_GROUP,
    scheduleRoleArn: SCHEDULE_ROLE_ARN,
  });
}
