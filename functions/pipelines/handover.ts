import { SQSClient } from '@aws-sdk/client-sqs';
import { evaluationQueue } from '../../lib/alerts/evaluation/evaluation-queue.ts';
import { muteEndDeps } from '../../lib/alerts/mutes/end-mute.ts';
import { queue } from '../../lib/deliveries/delivery-queue.ts';
import { type HandoverDeps, handover } from '../../lib/operation/handover/run-handover.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { queueDepth } from '../../lib/platform/queue/queue-depth.ts';
import { sdkTimeouts } from '../../lib/platform/sdk/sdk-timeouts.ts';
import { memo } from '../../lib/values/memo.ts';
import { matchQueue } from '../../lib/watch/match-queue.ts';

const work = memo((): HandoverDeps => {
  const sqs = new SQSClient(sdkTimeouts());
  const { EVALUATION_QUEUE_URL } = env.evaluations();
  const { MATCH_QUEUE_URL } = env.matches();
  const { RETRY_QUEUE_URL } = env.queues();
  return {
    ...deps(),
    // The few messages of mutes do not hold up retries, and this function has no grant for first attempts.
    ...muteEndDeps(deps(), queue(sqs, RETRY_QUEUE_URL)),
    evaluationQueue: { ...evaluationQueue(sqs, EVALUATION_QUEUE_URL), waiting: queueDepth(sqs, EVALUATION_QUEUE_URL) },
    matchQueue: { ...matchQueue(sqs, MATCH_QUEUE_URL), waiting: queueDepth(sqs, MATCH_QUEUE_URL) },
    retryQueue: { ...queue(sqs, RETRY_QUEUE_URL), waiting: queueDepth(sqs, RETRY_QUEUE_URL) },
    jobs: jobClient(),
  };
});

/** Each minute: hands over the work that a crash interrupted between two steps. */
export const handler = () => handover(work());
