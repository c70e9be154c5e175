import { log, withLogContext } from '../log.ts';
import { plusSeconds } from '../time.ts';
import { nextDelay } from './backoff.ts';
import { type Busy, deferralSeconds } from './deferral.ts';
import { hostOf, nextAttemptOf, type RetryTimer } from './queue.ts';
import type { Answered, ReceiverRepo, Slot } from './receivers.ts';
import { type RecordDeps, recordAttempt } from './record.ts';
import type { DeliveryRepo, Outcome } from './repo.ts';
import type { Attempt, AttemptMessage, StoredDelivery } from './schema.ts';

/** What one attempt came to, as a sender tells it; senders throw only for faults of ours. */
export interface SendResult {
  readonly ok: boolean;
  /** No later attempt can succeed: the delivery ends. */
  readonly final?: true;
  /** Nothing was sent, so that it tells nothing of the receiver. */
  readonly unsent?: true;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseExcerpt: string | null;
  readonly retryAfter: string | null;
  readonly durationMs: number;
  /** The URL really used, when it is another than the delivery was made with. */
  readonly url?: string;
}

export interface AttemptDeps extends RecordDeps {
  readonly deliveries: Pick<DeliveryRepo, 'claim' | 'postpone' | 'finish' | 'creation'>;
  readonly receivers: ReceiverRepo;
  readonly timer: RetryTimer;
  readonly delays: readonly number[];
  send(delivery: StoredDelivery, n: number): Promise<SendResult>;
  now(): Date;
}

/** How a message came. */
export interface Arrival {
  /** By the retry queue, which alone serves receivers that fail. */
  readonly fromRetries: boolean;
  /** The attempt of a message before it has taken long, so that there is no time left for this one. */
  readonly late?: boolean;
}

/**
 * Makes the attempt a message asks for, once, if its receiver has room: claim, send, record with the next state, set the
 * timer of the retry. Else the message goes to the retry queue, and is done. A duplicate message fails the claim and is
 * done. A crash before the record repeats the POST under the same delivery id when the lease has run out; a crash after it
 * leaves the retry to reconcile.
 * @throws whatever the table, the queue or the scheduler throws: the message comes again.
 */
export async function attemptDelivery(
  deps: AttemptDeps,
  message: AttemptMessage,
  arrival: Arrival = { fromRetries: true },
): Promise<void> {
  const { organisationId: organisation, deliveryId: delivery, attempt: n } = message;
  await withLogContext({ organisation, delivery, attempt: n }, async () => {
    if (arrival.late) return defer(deps, message, { seconds: 0 });
    const admission = await deps.receivers.admit(message, arrival.fromRetries);
    switch (admission.kind) {
      case 'admitted':
        return attemptIn(deps, message, admission.slot);
      case 'busy':
        return defer(deps, message, admission);
      case 'failing':
        log.info('delivery.rerouted');
        return deps.timer.wait(message, deps.now(), 0);
    }
  });
}

/** Puts the message back for later; no attempt is used up. */
async function defer(deps: AttemptDeps, message: AttemptMessage, busy: Busy): Promise<void> {
  const at = deps.now();
  const seconds = deferralSeconds(message, busy);
  if (!(await deps.deliveries.postpone(message, plusSeconds(at, seconds)))) {
    log.info('delivery.duplicate');
    return;
  }
  await deps.timer.wait({ ...message, deferrals: message.deferrals + 1 }, at, seconds);
  log.info('delivery.deferred', { seconds, deferrals: message.deferrals + 1 });
}

/** The attempt, in a slot of its receiver that is given back whatever happens. */
async function attemptIn(deps: AttemptDeps, message: AttemptMessage, slot: Slot): Promise<void> {
  let answered: Answered | null = null;
  try {
    const claimed = await deps.deliveries.claim(message);
    if (claimed === null) {
      log.info('delivery.duplicate');
      return;
    }
    const at = deps.now();
    const result = await deps.send(claimed, message.attempt);
    const outcome = outcomeOf(deps, claimed, message.attempt, result);
    const sent = { ...claimed, url: result.url ?? claimed.url, attemptsMade: message.attempt };
    const recorded = await recordAttempt(deps, sent, attemptOf(message, at, result), outcome, result);
    log.info('delivery.attempted', {
      status: recorded === null ? 'superseded' : outcome.status,
      statusCode: result.statusCode,
      error: result.error,
      ms: result.durationMs,
    });
    if (recorded === null) return;
    if (!result.unsent) answered = { ...result, at: outcome.at, host: hostOf(claimed) };
    for (const mail of recorded.made) await deps.timer.wait(nextAttemptOf(mail), outcome.at, 0);
    if (outcome.nextAttemptAt === null) return;
    const seconds = Math.round((outcome.nextAttemptAt.getTime() - outcome.at.getTime()) / 1000);
    await deps.timer.wait(nextAttemptOf(sent), outcome.at, seconds);
  } finally {
    await deps.receivers.release(message, slot, answered);
  }
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
  const delay = result.final ? null : nextDelay(deps.delays, n - delivery.generationStart, result.retryAfter, at);
  if (delay === null) return { status: 'failed', nextAttemptAt: null, at };
  return { status: 'retrying', nextAttemptAt: plusSeconds(at, delay), at };
}
