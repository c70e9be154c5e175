import { nextAttemptOf, type Queue } from '../deliveries/queue.ts';
import { errorFields, log } from '../log.ts';
import { type EvaluationDeps, evaluateTransaction } from '../rules/evaluation.ts';
import { plusSeconds } from '../time.ts';
import { type DueEntry, overdue } from './due.ts';

/** Older than any stream or queue delay of a healthy stage, so that reconcile does not race the regular path. */
const GRACE_SECONDS = 120;
/** Per shard and run: what one run can do in its time. The rest is there in the next minute. */
const EVALUATIONS = 25;
const DELIVERIES = 100;

export interface ReconcileDeps extends EvaluationDeps {
  readonly retryQueue: Queue;
}

/**
 * Picks up what a crash left between two steps: transactions whose rules were not evaluated, deliveries whose message
 * was lost or whose attempt died under its lease. Everything it does may be done already; nothing is done twice.
 * @throws AggregateError after all was tried, when some of it failed: the function's error alarm tells.
 */
export async function reconcile(deps: ReconcileDeps): Promise<{ evaluated: number; requeued: number }> {
  const before = plusSeconds(deps.now(), -GRACE_SECONDS);
  const unevaluated = await overdue(deps.table, 'EVALUATION', before, EVALUATIONS);
  const undelivered = await overdue(deps.table, 'DELIVERY', before, DELIVERIES);
  const errors: unknown[] = [];
  const evaluated = await each(unevaluated, errors, (entry) => evaluate(deps, entry));
  const requeued = await each(undelivered, errors, (entry) => requeue(deps, entry));
  log.info('reconcile.completed', { evaluated, requeued, failed: errors.length });
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} entries failed`);
  return { evaluated, requeued };
}

async function evaluate(deps: ReconcileDeps, { organisation, id }: DueEntry): Promise<void> {
  try {
    const transaction = await deps.transactions.find(organisation, id);
    if (transaction === null) throw new Error('a transaction that is to be evaluated is gone');
    await evaluateTransaction(deps, organisation, transaction);
  } catch (error) {
    await deps.transactions.postponeEvaluation(organisation, id, deps.now());
    throw error;
  }
}

/** To the retry queue: a flood of overdue deliveries must not hold up first attempts. */
async function requeue(deps: ReconcileDeps, { organisation, id }: DueEntry): Promise<void> {
  const delivery = await deps.deliveries.find(organisation, id);
  if (delivery === null || delivery.nextAttemptAt === null) return;
  await deps.retryQueue.send([nextAttemptOf(delivery)]);
  await deps.deliveries.requeued(delivery);
}

async function each(entries: readonly DueEntry[], errors: unknown[], fn: (entry: DueEntry) => Promise<void>) {
  let done = 0;
  for (const entry of entries) {
    try {
      await fn(entry);
      done++;
    } catch (error) {
      log.error('reconcile.failed', { ...entry, ...errorFields(error) });
      errors.push(error);
    }
  }
  return done;
}
