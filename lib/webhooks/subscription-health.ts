import { MINUTE, plusSeconds } from '../values/time.ts';
import type { StoredWebhook } from './schema.ts';

/** A subscription that had no success for so long, while attempts failed, is disabled. */
const DISABLED_AFTER_SECONDS = 5 * 24 * 3600;
/** The first failure, the one that disables, and at least one between them: two alone tell little of five days. */
const FEWEST_FAILURES = 3;

/** How the receiver answered an attempt. */
export interface Answer {
  readonly ok: boolean;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly at: Date;
}

/** What a new subscription starts with, and one that is turned on again or gets another URL. */
export const NO_FAILURES = { consecutiveFailures: 0, failingSince: null } as const;

/**
 * What an attempt changes of its subscription, null when nothing. Successes in a row are noted once a minute, so that a
 * busy subscription does not cost a write for each.
 */
export function healthAfter(
  webhook: StoredWebhook,
  { ok, statusCode, error, at }: Answer,
): Partial<StoredWebhook> | null {
  const instant = at.toISOString();
  if (ok) {
    const noted = plusSeconds(at, -MINUTE).toISOString() < (webhook.lastSuccessAt ?? '');
    return webhook.consecutiveFailures === 0 && noted ? null : { ...NO_FAILURES, lastSuccessAt: instant };
  }
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

/**
 * Whether a subscription is told of events of this kind. One that its owner turned off is not; one that we disabled is:
 * its deliveries end as failed with the reason, and can be replayed when it is mended.
 */
export const isTold = (webhook: StoredWebhook, kind: StoredWebhook['events'][number]): boolean =>
  (webhook.isActive || webhook.disabledBy === 'service') && webhook.events.includes(kind);
