import { log, withLogContext } from '../platform/log.ts';
import { plusSeconds } from '../values/time.ts';
import type { Answered } from './answered.ts';
import { hostOf, nextAttemptOf } from './delivery-queue.ts';
import { type RecordDeps, recordAttempt } from './record-attempt.ts';
import type { DeliveryRepo, Outcome } from './repo.ts';
import type { RetryPolicy } from './retry-policy.ts';
import type { RetryTimer } from './retry-timer.ts';
import type { Attempt, AttemptMessage, StoredDelivery } from './schema.ts';

/** What one attempt came to, as a sender tells it; senders throw only for faults of ours. */
export interface SendResult {
  readonly ok: boolean;
  /** No later attempt can succeed: the delivery ends. */
  readonly final?: true;
  /** Nothing was sent, so that it tells nothing of the receiver. */
  readonly unsent?: true;
  /** Refused as we send too much, of whomever it may be. */
  readonly throttled?: true;
  /** It is no attempt: that is to be made in so many whole seconds. */
  readonly postponed?: { readonly seconds: number; readonly why: string };
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseExcerpt: string | null;
  readonly retryAfter: string | null;
  readonly durationMs: number;
  /** The URL really used, as far as it may be shown; that of the delivery without. */
  readonly url?: string;
}

export interface AttemptDeps extends RecordDeps {
  readonly deliveries: Pick<DeliveryRepo, 'claim' | 'finish' | 'creation' | 'postpone'>;
  readonly timer: RetryTimer;
  readonly retryPolicy: RetryPolicy;
  send(delivery: StoredDelivery, n: number): Promise<SendResult>;
  now(): Date;
}

/**
 * Makes the attempt that a message asks for, once: claims the delivery, sends, records the attempt with the next state,
 * and sets the timer of the retry. A duplicate message fails the claim and is done. After a crash before the record,
 * another attempt repeats the POST under the same delivery id when the lease has ended. After a later crash reconcile
 * queues the retry.
 * @returns how the destination answered. Null when the attempt says nothing of its health.
 * @throws whatever the table, the queue or the scheduler throws: the message comes again.
 */
export async function attemptDelivery(deps: AttemptDeps, message: AttemptMessage): Promise<Answered | null> {
  const { organisationId: organisation, deliveryId: delivery, attempt } = message;
  return withLogContext({ organisation, delivery, attempt }, async () => {
    const claimed = await deps.deliveries.claim(message);
    if (claimed !== null) return attemptClaimed(deps, message, claimed);
    log.info('delivery.duplicate');
    return null;
  });
}

async function attemptClaimed(deps: AttemptDeps, message: AttemptMessage, claimed: StoredDelivery) {
  const at = deps.now();
  const result = await deps.send(claimed, message.attempt);
  if (result.postponed) return postpone(deps, claimed, result.postponed);
  const outcome = outcomeOf(deps, claimed, message.attempt, result);
  const sent = { ...claimed, url: result.url ?? claimed.url, attemptsMade: message.attempt };
  const recorded = await recordAttempt(deps, sent, attemptOf(message, at, result), outcome, result);
  log.info('delivery.attempted', {
    status: recorded === null ? 'superseded' : outcome.status,
    statusCode: result.statusCode,
    error: result.error,
    ms: result.durationMs,
  });
  if (recorded === null) return null;
  for (const mail of recorded.made) await deps.timer.wait(nextAttemptOf(mail), outcome.at, 0);
  if (outcome.nextAttemptAt !== null) {
    const seconds = Math.round((outcome.nextAttemptAt.getTime() - outcome.at.getTime()) / 1000);
    await deps.timer.wait(nextAttemptOf(sent), outcome.at, seconds);
  }
  return result.unsent ? null : { ...result, at: outcome.at, host: hostOf(claimed) };
}

/** Uses up no attempt: the same attempt comes again. If its message gets lost, reconcile finds the delivery. */
async function postpone(
  deps: AttemptDeps,
  claimed: StoredDelivery,
  { seconds, why }: { seconds: number; why: string },
) {
  const at = deps.now();
  await deps.deliveries.postpone(claimed, at, plusSeconds(at, seconds));
  // One second later, because timers are exact to a second: a message that comes too early is a duplicate.
  await deps.timer.wait(nextAttemptOf(claimed), at, seconds + 1);
  log.info('delivery.deferred', { why, seconds });
  return null;
}

const attemptOf = ({ attempt: n }: AttemptMessage, at: Date, result: SendResult): Attempt => ({
  n,
  at: at.toISOString(),
  statusCode: result.statusCode,
  error: result.error,
  durationMs: result.durationMs,
  responseExcerpt: result.responseExcerpt,
});

function outcomeOf(deps: AttemptDeps, delivery: StoredDelivery, n: number, result: SendResult): Outcome & { at: Date } {
  const at = deps.now();
  if (result.ok) return { status: 'delivered', nextAttemptAt: null, at };
  const failures = n - delivery.generationStart;
  const { retryAfter } = result;
  const delay = result.final ? null : deps.retryPolicy({ delivery, failures, retryAfter, at });
  if (delay === null) return { status: 'failed', nextAttemptAt: null, at };
  return { status: 'retrying', nextAttemptAt: plusSeconds(at, delay), at };
}
