import { SQSClient } from '@aws-sdk/client-sqs';
import { bookLabels } from '../../address-book/book-labels.ts';
import type { Channels } from '../../channels/channel-registry.ts';
import { destinationRepo } from '../../channels/destinations/repo.ts';
import { channels as allChannels } from '../../channels/index.ts';
import { settingsRepo } from '../../channels/settings/repo.ts';
import { settingsSchemas } from '../../channels/settings/schema.ts';
import { firstAttempts } from '../../deliveries/clients.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import { deliveryRepo } from '../../deliveries/repo.ts';
import { muteRepo } from '../../organisations/mutes/repo.ts';
import { suspended } from '../../organisations/suspension/suspended.ts';
import type { Deps } from '../../platform/deps.ts';
import { env } from '../../platform/env.ts';
import { organisationQueue } from '../../platform/queue/batch-sender.ts';
import { sdkTimeouts } from '../../platform/sdk/sdk-timeouts.ts';
import { heldAssets } from '../../transactions/held-assets.ts';
import { transactionRepo } from '../../transactions/repo.ts';
import { memoBy } from '../../values/memo.ts';
import { walletRepo } from '../../wallets/repo.ts';
import { webhookRepo } from '../../webhooks/repo.ts';
import { eventRepo } from '../events/repo.ts';
import { currentRules } from '../rules/current-rules.ts';
import { partySource } from '../rules/party-source.ts';
import { ruleRepo } from '../rules/repo.ts';
import { ruleSchemas } from '../rules/schema.ts';
import type { EvaluationDeps } from './evaluate-transaction.ts';
import type { EvaluationQueue } from './evaluation-queue.ts';

/** Builds the dependencies of an evaluation on one table, the queue of first attempts and the channels. */
export const evaluationDeps = (
  deps: Deps,
  queue: Queue = firstAttempts(),
  channels: Channels = allChannels,
  decisionDays: number = env.retention().DECISION_DAYS,
): EvaluationDeps => {
  const rules = ruleRepo(deps, ruleSchemas(channels));
  const destinations = destinationRepo(deps);
  const mutes = muteRepo(deps);
  return {
    table: deps.table,
    now: deps.now,
    queue,
    channels,
    suspended: suspended(deps),
    rules,
    currentRules: currentRules({ rules, destinations, mutes, now: deps.now }),
    transactions: transactionRepo(deps),
    wallets: walletRepo(deps),
    labelsOf: bookLabels(deps),
    webhooks: webhookRepo(deps),
    destinations,
    mutes,
    settings: settingsRepo(deps, settingsSchemas(channels)),
    events: eventRepo(deps),
    deliveries: deliveryRepo(deps),
    heldAssets: heldAssets(deps.table),
    parties: partySource(deps, { settles: true }),
    decisionDays,
  };
};

/**
 * The dependencies for a batch of outbox entries, which read the rules once for each organisation. The entries were
 * written before the invocation began, so each of their transactions is evaluated with all rules that are older than
 * itself. A rule that changes meanwhile does not fire in its old version: the decision checks the version of the rule.
 */
export const ofBatch = (deps: EvaluationDeps): EvaluationDeps => ({
  ...deps,
  currentRules: memoBy(deps.currentRules),
});

/** The queue of pending evaluations of this stage, as the environment names it. */
export const pendingEvaluations = (): EvaluationQueue =>
  organisationQueue(new SQSClient(sdkTimeouts()), env.evaluations().EVALUATION_QUEUE_URL);
