import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import type { Deps } from '../deps.ts';
import { log } from '../log.ts';
import type { Rest, StoredJob } from './job-kind.ts';
import type { JobRepo } from './job-repo.ts';

/** After this number of runs in a row without progress a job fails: waiting longer does not help. */
export const MOST_STRIKES = 5;

/** The result of a step: what to store, or how the job ends. */
export type Step<J> =
  | { readonly store: Partial<J> }
  | { readonly complete: Partial<J> }
  /** The job is due again later. */
  | Rest<J>
  /** Why the job cannot go on, for its owner. */
  | { readonly fail: string };

/** The work of a kind of jobs. */
export interface JobWork<J extends StoredJob> {
  /**
   * Does the next piece of work. A crash before the result is stored repeats the step, so a step must be repeatable.
   * @param until when the time of the run is over. A long step should end then.
   */
  step(organisationId: OrganisationId, job: J, until: Date): Promise<Step<J>>;
  /** Deletes what a cancelled or failed job left. May be repeated. */
  cleanUp?(organisationId: OrganisationId, job: J): Promise<void>;
  /** What the owner of a job reads that made no progress. */
  readonly stuck: string;
}

/**
 * A run of a job: step after step until the job ends or the time of the run is over. Handover then starts the next
 * run. A crash anywhere is harmless: each step is stored on condition that the run still has the lease.
 * @throws Error when a step failed. The next run continues after the lease of this run.
 */
export async function runJob<J extends StoredJob>(
  { now }: Pick<Deps, 'now'>,
  repo: JobRepo<J>,
  work: JobWork<J>,
  organisationId: OrganisationId,
  id: string,
): Promise<void> {
  const { kind } = repo;
  const until = plusSeconds(now(), kind.runSeconds);
  const claimed = await repo.claim(organisationId, id);
  if (claimed === null) return;
  const named = { kind: kind.name, organisation: organisationId, job: id };

  async function giveUp(job: J, reason: string): Promise<void> {
    if (await repo.fail(organisationId, job, reason)) log.error('job.given_up', { ...named, reason });
  }

  /** Deletes what a job left that was cancelled or failed while this run held it. */
  async function clearIfEnded(): Promise<void> {
    const job = await repo.find(organisationId, id);
    if (job === null || job.status === 'running' || job.leaseUntil !== claimed?.leaseUntil) return;
    if (job.strikes <= MOST_STRIKES) await work.cleanUp?.(organisationId, job);
    else log.error('job.not_removed', named);
    await repo.clear(organisationId, job);
  }

  let job: J | null = claimed;
  if (job.status === 'running' && job.strikes > MOST_STRIKES) {
    await giveUp(job, work.stuck);
    return clearIfEnded();
  }
  while (job?.status === 'running' && now() < until) {
    const step: Step<J> = await work.step(organisationId, job, until);
    if ('store' in step) {
      job = await repo.store(organisationId, job, step.store);
    } else if ('rest' in step) {
      if ((await repo.rest(organisationId, job, step)) !== null) {
        return log.info('job.rested', { ...named, ...kind.counts({ ...job, ...step.rest }) });
      }
      // A caller asked for a run meanwhile, or the run lost the job.
      const found: J | null = await repo.find(organisationId, id);
      job = found?.leaseUntil === claimed.leaseUntil ? found : null;
    } else if ('fail' in step) {
      await giveUp(job, step.fail);
      return clearIfEnded();
    } else {
      if (!(await repo.complete(organisationId, job, step.complete))) return clearIfEnded();
      return log.info('job.completed', { ...named, ...kind.counts(job) });
    }
  }
  if (job?.status === 'running' && (await repo.yield(organisationId, job)) !== null) return;
  await clearIfEnded();
}
