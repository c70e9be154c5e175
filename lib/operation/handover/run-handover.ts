import { addressListJob } from '../../address-book/address-list-job.ts';
import { backtestJob } from '../../alerts/backtests/backtest-job.ts';
import type { EvaluationQueue } from '../../alerts/evaluation/evaluation-queue.ts';
import { endMute, type MuteEndDeps } from '../../alerts/mutes/end-mute.ts';
import { reviewJob } from '../../alerts/review/review-job.ts';
import { ChainId } from '../../chains/registry.ts';
import { attemptMessage, type Queue } from '../../deliveries/delivery-queue.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { AttemptMessage, StoredDelivery } from '../../deliveries/schema.ts';
import { exportJob } from '../../exports/export-job.ts';
import { suspensionRepo } from '../../organisations/suspension/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import { handOver } from '../../platform/due/hand-over.ts';
import type { JobClient } from '../../platform/jobs/job-client.ts';
import { log } from '../../platform/log.ts';
import { replayJob } from '../../replays/replay-job.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import type { MatchQueue } from '../../watch/match-queue.ts';
import { deletionRuns } from '../deletion/start-deletion.ts';
import { recountJob } from '../lists/recount-job.ts';
import { dailySample } from '../lists/sampled-drift.ts';
import { expiryJob } from '../retention/expiry-job.ts';
import { measureIdleWatchers } from './idle-watchers.ts';
import { type TellingDeps, tellChanges } from './tell-changes.ts';

/** Longer than any stream or queue delay of a healthy stage, so that handover does not race the regular path. */
const GRACE_SECONDS = 120;
/**
 * Shorter than the time-out of `handover`. After this time the run begins no entry, and the run of the next minute
 * continues.
 */
export const HANDOVER_RUN_SECONDS = 35;
/**
 * The most messages that wait in a queue of handover: what its consumers finish in a minute at 300 a second. With
 * fewer messages, fast consumers would wait for the run of the next minute.
 */
const MOST_WAITING = 18_000;
/** Every kind of jobs. */
export const JOB_KINDS = [exportJob, replayJob, backtestJob, reviewJob, recountJob, addressListJob, expiryJob];
/** Mutes that a run ends, besides one turn of each organisation, and how many of a turn at a time. */
const MUTES = 500;
const MUTES_AT_ONCE = 5;
/** Entries of the audit log that a run tells of, besides one turn of each organisation. */
const NOTICES = 5_000;
/** Rules about silences that a run looks at, besides one turn of each organisation. */
const SILENCES = 500;
/** Jobs of a kind, and deletions, that a run starts. */
const JOBS = 100;

export interface HandoverDeps extends Pick<Deps, 'newId'>, MuteEndDeps, TellingDeps {
  readonly deliveries: Pick<DeliveryRepo, 'findAll' | 'creations'>;
  readonly evaluationQueue: EvaluationQueue & { waiting(): Promise<number> };
  readonly matchQueue: MatchQueue & { waiting(): Promise<number> };
  readonly retryQueue: Queue & { waiting(): Promise<number> };
  readonly jobs: JobClient;
  /** Judges the wallets of a rule about silences. Begins no wallet after `until`. */
  sweepSilence(organisationId: OrganisationId, ruleId: string, until: Date): Promise<void>;
}

/**
 * Hands over the work that a crash left between two steps: the evaluation of transactions, deliveries with a lost
 * message or a dead attempt, and jobs that need another run. The regular path may have done this work already.
 * Every step is conditional, so nothing happens twice. The work of suspended organisations waits.
 * @throws AggregateError after all entries were tried, when some failed. The error alarm of the function reports the
 *   failure.
 */
export async function handover(deps: HandoverDeps): Promise<{ evaluations: number; deliveries: number }> {
  const { table, now, jobs, evaluationQueue, matchQueue, retryQueue } = deps;
  const until = plusSeconds(now(), HANDOVER_RUN_SECONDS);
  const late = plusSeconds(now(), -GRACE_SECONDS);
  const errors: unknown[] = [];
  await measureIdleWatchers(deps).catch((error: unknown) => errors.push(error));
  const suspensions = await suspensionRepo(deps).all();
  const skipped = new Set(suspensions.map(({ organisationId }) => organisationId));
  const common = { table, now, until, skipped, errors };
  const queues = [evaluationQueue, matchQueue, retryQueue];
  const [waitingEvaluations = 0, waitingMatches = 0, waitingRetries = 0] = await Promise.all(
    queues.map((queue) => queue.waiting()),
  );
  // Side by side, so that much overdue work of a kind does not hold up the other kinds.
  const [evaluations, matches, deliveries, mutes, silences, notices, ...started] = await Promise.all([
    handOver(
      // The messages in the queue may all be of one organisation.
      { ...common, kind: 'EVALUATION', before: late, most: MOST_WAITING - waitingEvaluations, oneTurnEach: true },
      (entries) =>
        evaluationQueue.send(
          entries.map(({ organisation, id }) => ({ organisationId: organisation, transactionId: id })),
        ),
    ),
    // Without grace: the entry names the time when the message is late, or when the budget allows more records.
    handOver({ ...common, kind: 'MATCHES', before: now(), most: MOST_WAITING - waitingMatches }, (entries) =>
      matchQueue.send(
        entries.map(({ organisation, id }) => ({ organisationId: organisation, chain: ChainId.parse(id) })),
      ),
    ),
    handOver({ ...common, kind: 'DELIVERY', before: late, most: MOST_WAITING - waitingRetries }, async (entries) => {
      const found = await deps.deliveries.findAll(entries);
      // The retry queue: many overdue deliveries must not hold up first attempts.
      await retryQueue.send(found.flatMap((delivery) => dueAttempt(deps, delivery) ?? []));
    }),
    // Without grace: the entry names the end of the mute. Two runs that end a mute make its messages once. What a mute
    // has hidden can take seconds to read, so that the time may be over within a turn.
    handOver(
      { ...common, kind: 'MUTE', before: now(), most: MUTES, oneTurnEach: true, stopsInTurn: true },
      async (entries) => {
        await mapConcurrent(entries, MUTES_AT_ONCE, async (entry) => {
          if (now() < until) await endMute(deps, entry);
        });
      },
    ),
    // Without grace: the entry names the time when a wallet of the rule may have been silent for too long.
    handOver(
      { ...common, kind: 'SILENCE', before: now(), most: SILENCES, oneTurnEach: true, stopsInTurn: true },
      async (entries) => {
        for (const { organisation, id } of entries) {
          if (now() < until) await deps.sweepSilence(organisation, id, until);
        }
      },
    ),
    // Without grace: the changes since the last run are told together. The first turn tells of all of them.
    handOver({ ...common, kind: 'NOTICE', before: now(), most: NOTICES, oneTurnEach: true }, async ([first]) => {
      if (first !== undefined) await tellChanges(deps, first.organisation);
    }),
    // Without grace: when two runs of a job begin at the same time, only one run can claim the job.
    ...[...new Set(JOB_KINDS.map(({ due }) => due))].map((kind) =>
      handOver({ ...common, kind, before: now(), most: JOBS }, async (entries) => {
        for (const { organisation, id, sk } of entries) await jobs.start(kindOf(sk), organisation, id);
      }),
    ),
  ]);
  const deletions = suspensions.filter(({ deletion }) => deletion !== null && deletion.dueAt <= now().toISOString());
  for (const { organisationId } of deletions.slice(0, JOBS)) {
    // An organisation has one deletion, whose id is that of the organisation.
    await jobs.start(deletionRuns, organisationId, organisationId).catch((error: unknown) => errors.push(error));
  }
  await dailySample(deps).catch((error: unknown) => errors.push(error));
  const jobsStarted = started.reduce((sum, count) => sum + count, 0);
  log.info('handover.completed', {
    evaluations,
    matches,
    deliveries,
    mutes,
    silences,
    notices,
    jobs: jobsStarted,
    failed: errors.length,
  });
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} entries failed`);
  return { evaluations, deliveries };
}

/** @throws Error for a kind of a later version, which has been rolled back. */
function kindOf(sk: string): (typeof JOB_KINDS)[number] {
  const kind = JOB_KINDS.find(({ prefix }) => sk.startsWith(prefix));
  if (kind === undefined) throw new Error(`no kind of jobs has the item ${sk}`);
  return kind;
}

/** The message for the next attempt of a delivery; null when the attempt is not due. */
function dueAttempt(deps: HandoverDeps, delivery: StoredDelivery): AttemptMessage | null {
  const { nextAttemptAt, leaseUntil } = delivery;
  const now = deps.now().toISOString();
  // An attempt that ran after this run took the entry has set a new time. The next attempt must not come earlier.
  if (nextAttemptAt === null || nextAttemptAt > now) return null;
  // An attempt is under way. If it dies, a later run finds the entry, which this run moved.
  if (leaseUntil !== null && leaseUntil >= now) return null;
  return attemptMessage(delivery, deps.channels.destinationOf(delivery));
}
