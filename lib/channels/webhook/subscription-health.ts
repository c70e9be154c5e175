import type { ReceiverHealth } from '../../deliveries/result.ts';
import { MINUTE, plusSeconds } from '../../values/time.ts';
import { NO_FAILURES, type StoredWebhook } from '../../webhooks/schema.ts';

/** A subscription that had no success for this long while attempts failed is disabled. */
const DISABLED_AFTER_SECONDS = 5 * 24 * 3600;
/** The first failure, a later failure, and the failure that disables: two failures alone say little about five days. */
const FEWEST_FAILURES = 3;

/** How the receiver answered an attempt. */
export interface ReceiverAnswer {
  /** Null when the attempt succeeded. */
  readonly error: string | null;
  readonly statusCode: number | null;
  readonly at: Date;
}

/** Whether a success at this time changes nothing: there are no failures, and the last minute's success is recorded. */
export const isRecorded = ({ consecutiveFailures, lastSuccessAt }: ReceiverHealth, at: Date): boolean =>
  consecutiveFailures === 0 && plusSeconds(at, -MINUTE).toISOString() < (lastSuccessAt ?? '');

/**
 * The changes that an attempt makes to its subscription; null when nothing changes. Records consecutive successes at
 * most once a minute, so that a busy subscription does not cost a write for each success.
 */
export function healthAfter(
  webhook: StoredWebhook,
  { error, statusCode, at }: ReceiverAnswer,
): Partial<StoredWebhook> | null {
  const instant = at.toISOString();
  if (error === null) return isRecorded(webhook, at) ? null : { ...NO_FAILURES, lastSuccessAt: instant };
  const failing = {
    consecutiveFailures: webhook.consecutiveFailures + 1,
    failingSince: webhook.failingSince ?? instant,
    lastFailureAt: instant,
    lastError: error,
  };
  const disabledReason = webhook.isActive ? reasonToDisable(failing, statusCode, at) : null;
  if (disabledReason === null) return failing;
  return { ...failing, isActive: false, disabledReason, disabledBy: 'service', updatedAt: instant };
}

function reasonToDisable(
  { consecutiveFailures, failingSince }: { consecutiveFailures: number; failingSince: string },
  statusCode: number | null,
  at: Date,
): string | null {
  if (statusCode === 410) return 'The receiver answered 410 Gone';
  const old = failingSince <= plusSeconds(at, -DISABLED_AFTER_SECONDS).toISOString();
  return old && consecutiveFailures >= FEWEST_FAILURES ? `Every attempt has failed since ${failingSince}` : null;
}
