import { SQSClient } from '@aws-sdk/client-sqs';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { muteEndDeps } from '../../lib/alerts/mutes/end-mute.ts';
import { sweepSilence } from '../../lib/alerts/silence/sweep-silence.ts';
import { queue } from '../../lib/deliveries/delivery-queue.ts';
import { type HandoverDeps, handover } from '../../lib/operation/handover/run-handover.ts';
import { coveredTo } from '../../lib/overview/coverage/covered-to.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { organisationQueue } from '../../lib/platform/queue/batch-sender.ts';
import { queueDepth } from '../../lib/platform/queue/queue-depth.ts';
import { sdkTimeouts } from '../../lib/platform/sdk/sdk-timeouts.ts';
import { memo } from '../../lib/values/memo.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { deferredMatches } from '../../lib/watch/deferred-matches.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';

const work = memo((): HandoverDeps => {
  const sqs = new SQSClient(sdkTimeouts());
  const { EVALUATION_QUEUE_URL } = env.evaluations();
  const { MATCH_QUEUE_URL } = env.matches();
  const { RETRY_QUEUE_URL } = env.queues();
  const retries = queue(sqs, RETRY_QUEUE_URL);
  const coverage = coveredTo({ cursors: cursorRepo(deps()), deferred: deferredMatches(deps()) });
  const silences = { ...evaluationDeps(deps(), retries), coverage, walletListing: walletListing(deps()) };
  return {
    ...deps(),
    // The few messages of mutes, silences and changes do not hold up retries, and this function has no grant for first
    // attempts.
    ...muteEndDeps(deps(), retries),
    webhooks: webhookRepo(deps()),
    evaluationQueue: {
      ...organisationQueue(sqs, EVALUATION_QUEUE_URL),
      waiting: queueDepth(sqs, EVALUATION_QUEUE_URL),
    },
    matchQueue: { ...organisationQueue(sqs, MATCH_QUEUE_URL), waiting: queueDepth(sqs, MATCH_QUEUE_URL) },
    retryQueue: { ...retries, waiting: queueDepth(sqs, RETRY_QUEUE_URL) },
    jobs: jobClient(),
    sweepSilence: (...rule) => sweepSilence(silences, ...rule),
  };
});

/** Each minute: hands over the work that a crash interrupted between two steps. */
export const handler = () => handover(work());
