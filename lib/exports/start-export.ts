import type { Deps } from '../platform/deps.ts';
import { type JobClient, startDue } from '../platform/jobs/job-client.ts';
import { jobRepo } from '../platform/jobs/job-repo.ts';
import type { TransactionFilters } from '../transactions/transaction-query.ts';
import type { OrganisationId } from '../values/ids.ts';
import { exportJob, newExport } from './export-job.ts';
import type { StoredExport } from './schema.ts';

export const exportRepo = (deps: Pick<Deps, 'table' | 'now' | 'newId'>) => jobRepo(exportJob, deps);

export interface StartDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly jobs: JobClient;
}

/** Makes an export and starts its first run. @throws ApiError `conflict` while the organisation runs three. */
export async function createExport(
  deps: StartDeps,
  organisationId: OrganisationId,
  filters: TransactionFilters,
): Promise<StoredExport> {
  const job = await exportRepo(deps).create(organisationId, newExport(deps, filters));
  await startDue(deps.jobs, exportJob, organisationId, job.id);
  return job;
}

/**
 * Cancels an export and starts a run that deletes its file. When a run holds the job at the moment, that run does it.
 * @throws ApiError `not_found`, or `invalid_transition` for an export that has ended.
 */
export async function cancelExport(deps: StartDeps, organisationId: OrganisationId, id: string): Promise<StoredExport> {
  const job = await exportRepo(deps).cancel(organisationId, id);
  await startDue(deps.jobs, exportJob, organisationId, id);
  return job;
}
