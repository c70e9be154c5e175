import type { Context, SQSEvent } from 'aws-lambda';
import { scanDeps } from '../../lib/backfill/backfill-wiring.ts';
import { configuredPostponer } from '../../lib/backfill/part-queue.ts';
import { MOST_RECEIVES } from '../../lib/backfill/parts.ts';
import { scanPart } from '../../lib/backfill/scan-part.ts';
import { RecordsPendingError } from '../../lib/backfill/scanned.ts';
import { PartMessage } from '../../lib/backfill/schema.ts';
import { configuredChains } from '../../lib/chains/chain-wiring.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { eachRecord } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { memo } from '../../lib/values/memo.ts';
import { ContradictionError } from '../../lib/watch/continuity.ts';

const work = memo(() => {
  const chains = configuredChains(deps());
  return scanDeps(deps(), { chains, prices: configuredPrices(deps(), chains) });
});

/**
 * The scan of a part is aborted this long before the time-out of the function, so that the function can still record
 * the failure of the backfill.
 */
const MARGIN_MS = 10_000;

const postpone = memo(configuredPostponer);

/** Whether time helps. Other failures, such as those of a process that is being stopped, are tried again soon. */
const timeHelps = (error: unknown): boolean =>
  error instanceof ChainUnavailableError || error instanceof ContradictionError || error instanceof RecordsPendingError;

/** Backfill queue: one part of a job per message. */
export const handler = ({ Records }: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  eachRecord(
    Records,
    ({ messageId }) => messageId,
    async ({ body, attributes, receiptHandle }) => {
      const isLastTry = Number(attributes.ApproximateReceiveCount) >= MOST_RECEIVES;
      const left = AbortSignal.timeout(context.getRemainingTimeInMillis() - MARGIN_MS);
      try {
        await scanPart(work(), PartMessage.parse(JSON.parse(body)), isLastTry, left);
      } catch (error) {
        // After the last try the message goes to the DLQ, and the alarm should not wait.
        if (!isLastTry && timeHelps(error)) await postpone()(receiptHandle);
        throw error;
      }
    },
  );
