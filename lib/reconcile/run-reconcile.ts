import type { AdminClient } from '../admin/admin-client.ts';
import { type EvaluationDeps, evaluateTransaction } from '../alerts/evaluation/evaluate-transaction.ts';
import { attemptMessage, type Queue } from '../deliveries/delivery-queue.ts';
import type { ExportClient } from '../exports/export-client.ts';
import { sampledDrift } from '../lists/sampled-drift.ts';
import { errorFields, log } from '../platform/log.ts';
import { plusSeconds } from '../values/time.ts';
import { type DueEntry, overdue, take } from './due.ts';

/** Longer than any stream or queue delay of a healthy stage, so that reconcile does not race the regular path. */
const GRACE_SECONDS = 120;
/**
 * Shorter than the time-out of `reconcile`. After this time the run begins no entry, and the run of the next minute
 * continues.
 */
export const RECONCILE_RUN_SECONDS = 35;
/** Entries of each shard: as many as one run can finish in its time. The run of the next minute finds the rest. */
const EVALUATIONS = 25;
const DELIVERIES = 100;
const REPLAYS = 25;
const EXPORTS = 25;

export interface ReconcileDeps extends EvaluationDeps {
  newId(): string;
  readonly retryQueue: Queue;
  readonly admin: Pick<AdminClient, 'startReplay'>;
  readonly exporter: ExportClient;
}

/**
 * Finishes the work that a crash left between two steps: the evaluation of transactions, deliveries with a lost message
 * or a dead attempt, and bulk replays and exports that need another run. The regular path may have done this work
 * already. Every step is conditional, so nothing happens twice.
 * @throws AggregateError after all entries were tried, when some failed. The error alarm of the function reports the
 *   failure.
 */
export async function reconcile(deps: ReconcileDeps): Promise<{ evaluated: number; requeued: number }> {
  const until = plusSeconds(deps.now(), RECONCILE_RUN_SECONDS);
  const before = plusSeconds(deps.now(), -GRACE_SECONDS);
  const unevaluated = await overdue(deps.table, 'EVALUATION', before, EVALUATIONS);
  const undelivered = await overdue(deps.table, 'DELIVERY', before, DELIVERIES);
  // Without grace: when two runs of a job begin at the same time, only one run can claim the job.
  const unended = await overdue(deps.table, 'REPLAY', deps.now(), REPLAYS);
  const unexported = await overdue(deps.table, 'EXPORT', deps.now(), EXPORTS);
  const errors: unknown[] = [];
  const requeued = await each(deps, undelivered, until, errors, requeue);
  const replays = await each(deps, unended, until, errors, ({ admin }, { organisation, id }) =>
    admin.startReplay(organisation, id),
  );
  const exports = await each(deps, unexported, until, errors, ({ exporter }, { organisation, id }) =>
    exporter.start(organisation, id),
  );
  // Last: the rules of the organisation decide how long an evaluation takes, and a single evaluation may use up the
  // time of the run.
  const evaluated = await each(deps, unevaluated, until, errors, evaluate);
  if (isTimeOfSample(deps.now())) await sampledDrift(deps);
  log.info('reconcile.completed', { evaluated, requeued, replays, exports, failed: errors.length });
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} entries failed`);
  return { evaluated, requeued };
}

/** Once a day, because reconcile runs once a minute. A run that fails leaves the sample to the next day. */
const isTimeOfSample = (at: Date): boolean => at.toISOString().slice(11, 16) === '03:17';

async function evaluate(deps: ReconcileDeps, { organisation, id }: DueEntry): Promise<void> {
  await evaluateTransaction(deps, organisation, id);
}

/** Uses the retry queue: many overdue deliveries must not hold up first attempts. */
async function requeue(deps: ReconcileDeps, { organisation, id }: DueEntry): Promise<void> {
  const delivery = await deps.deliveries.get(organisation, id);
  const { nextAttemptAt } = delivery;
  // An attempt that ran after this run took the entry has set a new time. The next attempt must not come earlier.
  if (nextAttemptAt === null || nextAttemptAt > deps.now().toISOString()) return;
  await deps.retryQueue.send([attemptMessage(delivery, deps.channels.destinationOf(delivery))]);
}

async function each(
  deps: ReconcileDeps,
  entries: readonly DueEntry[],
  until: Date,
  errors: unknown[],
  fn: (deps: ReconcileDeps, entry: DueEntry) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (const entry of entries) {
    if (deps.now() >= until) break;
    try {
      if (!(await take(deps.table, entry, deps.now()))) continue;
      await fn(deps, entry);
      done++;
    } catch (error) {
      const { kind, organisation, id } = entry;
      log.error('reconcile.failed', { kind, organisation, id, ...errorFields(error) });
      errors.push(error);
    }
  }
  return done;
}
