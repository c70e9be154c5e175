import { addLogContext, log, withLogContext } from '../platform/log.ts';
import { measured } from '../platform/metrics.ts';
import { plusSeconds } from '../values/time.ts';
import type { Answered } from './answered.ts';
import { attemptMessage } from './delivery-queue.ts';
import { type RecordDeps, recordAttempt } from './record-attempt.ts';
import type { DeliveryRepo, Outcome } from './repo.ts';
import type { AttemptResult, Deferred, SendResult } from './result.ts';
import type { RetryPolicy } from './retry-policy.ts';
import type { RetryTimer } from './retry-timer.ts';
import type { Attempt, AttemptMessage, StoredDelivery } from './schema.ts';

export interface AttemptDeps extends RecordDeps {
  readonly deliveries: Pick<DeliveryRepo, 'claim' | 'finish' | 'creations' | 'postpone'>;
  readonly timer: RetryTimer;
  readonly retryPolicy: RetryPolicy;
  /** Begins to read what the attempt needs. Returns the function that sends attempt `n`. */
  sending(message: AttemptMessage): (delivery: StoredDelivery, n: number) => Promise<SendResult>;
  /** Decides before an attempt whether the delivery is sent, or ends because another message tells of its alert. */
  gather(claimed: StoredDelivery, n: number): Promise<Gathered>;
  /** The name of the destination, whose attempts share a limit. */
  destinationOf(delivery: StoredDelivery): string;
  now(): Date;
}

/** What becomes of a claimed delivery. */
export type Gathered =
  | { readonly kind: 'send'; readonly delivery: StoredDelivery }
  /** `began`: the delivery of the summary, if this delivery is the first that the summary counts. */
  | { readonly kind: 'summarised'; readonly began: StoredDelivery | null }
  /** Another attempt took the delivery. */
  | { readonly kind: 'superseded' }
  /** Another attempt may be about to tell of the alert. */
  | { readonly kind: 'given back'; readonly seconds: number };

/**
 * Makes the attempt that a message asks for, once: claims the delivery, sends, records the attempt with the next state,
 * and sets the timer of the retry. A duplicate message fails the claim and ends. After a crash before the record,
 * another attempt repeats the POST under the same delivery id when the lease has ended. After a later crash, handover
 * queues the retry.
 * @param isQueued a queue brings the message again if the attempt dies. Messages of a waiting list come from no queue.
 * @returns how the destination answered, or null when the attempt says nothing about the destination.
 * @throws any error of the table, the queue or the scheduler: SQS then delivers the message again.
 */
export async function attemptDelivery(
  deps: AttemptDeps,
  message: AttemptMessage,
  isQueued = true,
): Promise<Answered | null> {
  const { organisationId: organisation, deliveryId: delivery, attempt } = message;
  return withLogContext({ organisation, delivery, attempt }, async () => {
    const claiming = deps.deliveries.claim(message, isQueued);
    const send = deps.sending(message);
    const claimed = await claiming;
    if (claimed !== null) {
      addLogContext({ correlationId: claimed.correlationId });
      const gathered = await deps.gather(claimed, attempt);
      if (gathered.kind === 'send') return attemptClaimed(deps, message, gathered.delivery, send);
      if (gathered.kind === 'given back') return postpone(deps, claimed, { ...gathered, reason: 'payment' }, false);
      log.info(`delivery.${gathered.kind}`);
      if (gathered.kind === 'summarised' && gathered.began !== null) await waitFor(deps, gathered.began);
      return null;
    }
    log.info('delivery.duplicate');
    return null;
  });
}

async function attemptClaimed(
  deps: AttemptDeps,
  message: AttemptMessage,
  claimed: StoredDelivery,
  send: ReturnType<AttemptDeps['sending']>,
) {
  const startedAt = deps.now();
  const result = await send(claimed, message.attempt);
  if (result.kind === 'deferred') return postpone(deps, claimed, result, true);
  const outcome = outcomeOf(deps, claimed, message.attempt, result);
  const attempt = attemptOf(message, startedAt, result);
  const { url = claimed.url, headers = claimed.sentHeaders } = result.exchange ?? {};
  const sent = { ...claimed, url, sentHeaders: headers, attemptsMade: message.attempt };
  const caused = await recordAttempt(deps, sent, attempt, outcome, result);
  const { statusCode, error, durationMs: ms } = attempt;
  const status = caused === null ? 'superseded' : outcome.status;
  log.info('delivery.attempted', {
    status,
    statusCode,
    error,
    ms,
    ...measurementsOf(claimed, attempt, outcome, status),
  });
  if (caused === null) return null;
  const wait = (delivery: StoredDelivery, seconds: number) =>
    deps.timer.wait(attemptMessage(delivery, deps.destinationOf(delivery)), outcome.at, seconds);
  for (const delivery of caused) await wait(delivery, 0);
  if (outcome.nextAttemptAt !== null) {
    await wait(sent, Math.round((outcome.nextAttemptAt.getTime() - outcome.at.getTime()) / 1000));
  }
  if (result.exchange === null) return null;
  const host = hostOf(deps.destinationOf(claimed));
  return { ok: result.kind === 'delivered', error, durationMs: ms, at: outcome.at, host };
}

/** Sets the timer of a delivery whose first attempt waits. If its message is lost, handover finds the delivery. */
async function waitFor({ timer, now, destinationOf }: AttemptDeps, delivery: StoredDelivery): Promise<void> {
  const at = now();
  const seconds = Math.ceil((Date.parse(delivery.nextAttemptAt ?? delivery.createdAt) - at.getTime()) / 1000);
  // One second more: timers are exact only to a second, and a message that comes too early counts as a duplicate.
  await timer.wait(attemptMessage(delivery, destinationOf(delivery)), at, Math.max(0, seconds) + 1);
}

/** Only a first attempt says how fast the service is: retries and replays wait on purpose. */
function measurementsOf(delivery: StoredDelivery, { n, durationMs }: Attempt, { at }: { at: Date }, status: string) {
  const values = { deliveryAttempts: 1, deliveryAnswerMs: durationMs };
  const isFirst = n === 1 && !delivery.postponedSince;
  const deliveryDelayMs = at.getTime() - Date.parse(delivery.createdAt);
  return isFirst
    ? measured(at, { ...values, deliveryDelayMs }, { outcome: status })
    : measured(at, values, { outcome: status });
}

/**
 * Uses up no attempt: the same attempt is made later. If its message is lost, handover finds the delivery.
 * @param isReserved whether the delivery has reserved that time at its destination.
 */
async function postpone(
  deps: AttemptDeps,
  claimed: StoredDelivery,
  { seconds, reason: why }: Pick<Deferred, 'seconds' | 'reason'>,
  isReserved: boolean,
) {
  const at = deps.now();
  await deps.deliveries.postpone(claimed, plusSeconds(at, seconds), isReserved ? at : null);
  // Waits one second more: timers are exact only to a second, and a message that comes too early counts as a duplicate.
  await deps.timer.wait(attemptMessage(claimed, deps.destinationOf(claimed)), at, seconds + 1);
  log.info('delivery.deferred', { why, seconds });
  return null;
}

const attemptOf = ({ attempt: n }: AttemptMessage, at: Date, result: AttemptResult): Attempt => ({
  n,
  at: at.toISOString(),
  statusCode: result.exchange?.response?.statusCode ?? null,
  error: result.kind === 'delivered' ? null : result.error,
  durationMs: result.exchange?.durationMs ?? 0,
  responseExcerpt: result.exchange?.response?.excerpt ?? null,
});

function outcomeOf(
  deps: AttemptDeps,
  delivery: StoredDelivery,
  n: number,
  result: AttemptResult,
): Outcome & { at: Date } {
  const at = deps.now();
  if (result.kind === 'delivered') return { status: 'delivered', nextAttemptAt: null, at };
  if (result.kind === 'not_sent') return { status: 'not_sent', nextAttemptAt: null, at };
  const failures = n - delivery.generationStart;
  const retryAfter = result.exchange?.response?.retryAfter ?? null;
  const delay = result.kind === 'undeliverable' ? null : deps.retryPolicy({ delivery, failures, retryAfter, at });
  if (delay === null) return { status: 'failed', nextAttemptAt: null, at };
  return { status: 'retrying', nextAttemptAt: plusSeconds(at, delay), at };
}

/** The host of a URL. A destination that is no URL has its own name. */
const hostOf = (destination: string): string => (URL.canParse(destination) ? new URL(destination).host : destination);
