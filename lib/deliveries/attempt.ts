import { log, withLogContext } from '../log.ts';
import { plusSeconds } from '../time.ts';
import { nextDelay } from './backoff.ts';
import type { RetryTimer } from './queue.ts';
import type { DeliveryRepo, Outcome } from './repo.ts';
import type { Attempt, AttemptMessage, StoredDelivery } from './schema.ts';

/** What one attempt came to, as a sender tells it; senders throw only for faults of ours. */
export interface SendResult {
  readonly ok: boolean;
  /** No later attempt can succeed: the delivery ends. */
  readonly final?: true;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseExcerpt: string | null;
  readonly retryAfter: string | null;
  readonly durationMs: number;
  /** The URL really used, when it is another than the delivery was made with. */
  readonly url?: string;
}

export interface AttemptDeps {
  readonly deliveries: Pick<DeliveryRepo, 'claim' | 'finish'>;
  readonly timer: RetryTimer;
  readonly delays: readonly number[];
  send(delivery: StoredDelivery, n: number): Promise<SendResult>;
  now(): Date;
}

/**
 * Makes the attempt a message asks for, once: claim, send, record with the next state, set the timer of the retry. A
 * duplicate message fails the claim and is done. A crash before the record repeats the POST under the same delivery id
 * when the lease has run out; a crash after it leaves the retry to reconcile.
 * @throws whatever the table, the queue or the scheduler throws: the message comes again.
 */
export async function attemptDelivery(deps: AttemptDeps, message: AttemptMessage): Promise<void> {
  const { organisationId: organisation, deliveryId: delivery, attempt: n } = message;
  await withLogContext({ organisation, delivery, attempt: n }, async () => {
    const claimed = await deps.deliveries.claim(message);
    if (claimed === null) {
      log.info('delivery.duplicate');
      return;
    }
    const at = deps.now();
    const result = await deps.send(claimed, n);
    const outcome = outcomeOf(deps, claimed, n, result);
    const attempt: Attempt = {
      n,
      at: at.toISOString(),
      statusCode: result.statusCode,
      error: result.error,
      durationMs: result.durationMs,
      responseExcerpt: result.responseExcerpt,
    };
    const recorded = await deps.deliveries.finish({ ...claimed, url: result.url ?? claimed.url }, attempt, outcome);
    log.info('delivery.attempted', {
      status: recorded ? outcome.status : 'superseded',
      statusCode: result.statusCode,
      error: result.error,
      ms: result.durationMs,
    });
    if (!recorded || outcome.nextAttemptAt === null) return;
    const seconds = Math.round((outcome.nextAttemptAt.getTime() - outcome.at.getTime()) / 1000);
    await deps.timer.wait({ ...message, attempt: n + 1 }, outcome.at, seconds);
  });
}

function outcomeOf(deps: AttemptDeps, delivery: StoredDelivery, n: number, result: SendResult): Outcome & { at: Date } {
  const at = deps.now();
  if (result.ok) return { status: 'delivered', nextAttemptAt: null, at };
  const delay = result.final ? null : nextDelay(deps.delays, n - delivery.generationStart, result.retryAfter, at);
  if (delay === null) return { status: 'failed', nextAttemptAt: null, at };
  return { status: 'retrying', nextAttemptAt: plusSeconds(at, delay), at };
}
