import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { eachRecord } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { organisationQueue } from '../../lib/platform/queue/batch-sender.ts';
import { sdkTimeouts } from '../../lib/platform/sdk/sdk-timeouts.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { memo } from '../../lib/values/memo.ts';
import { configuredBudgets } from '../../lib/watch/configured-budgets.ts';
import { recordMatchesDeps } from '../../lib/watch/deferred/matches-wiring.ts';
import { recordMatchesOf } from '../../lib/watch/deferred/record-matches-of.ts';
import { MatchesMessage } from '../../lib/watch/match-queue.ts';

const work = memo(() =>
  recordMatchesDeps(deps(), {
    prices: configuredPrices(deps()),
    matches: organisationQueue(new SQSClient(sdkTimeouts()), env.matches().MATCH_QUEUE_URL),
    perHour: configuredBudgets().perHour,
  }),
);

/** Match queue: records the deferred matches of an organisation on a chain. */
export const handler = ({ Records }: SQSEvent) =>
  eachRecord(
    Records,
    ({ messageId }) => messageId,
    ({ body }) => recordMatchesOf(work(), MatchesMessage.parse(JSON.parse(body))),
    // Messages of one organisation one after the other: the second finds nothing to do.
    ({ messageId, attributes }: SQSRecord) => attributes.MessageGroupId ?? messageId,
  );
