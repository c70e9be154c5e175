import type { TransactionFilters } from '../transactions/transaction-query.ts';
import type { OrganisationId } from '../values/ids.ts';
import { type ExportClient, startDue } from './export-client.ts';
import type { ExportRepo } from './repo.ts';
import type { StoredExport } from './schema.ts';

export interface ExportDeps {
  readonly exports: Pick<ExportRepo, 'create' | 'cancel'>;
  readonly exporter: ExportClient;
}

/** Makes an export and starts its first run. @throws ApiError `conflict` (see the repository). */
export async function createExport(
  { exports, exporter }: ExportDeps,
  organisationId: OrganisationId,
  filters: TransactionFilters,
): Promise<StoredExport> {
  const job = await exports.create(organisationId, filters);
  await startDue(exporter, organisationId, job.id);
  return job;
}

/**
 * Cancels an export and starts a run that deletes its file. When a run holds the job at the moment, that run does it.
 * @throws ApiError `not_found`, `invalid_transition` (see the repository).
 */
export async function cancelExport(
  { exports, exporter }: ExportDeps,
  organisationId: OrganisationId,
  id: string,
): Promise<StoredExport> {
  const job = await exports.cancel(organisationId, id);
  await startDue(exporter, organisationId, id);
  return job;
}
