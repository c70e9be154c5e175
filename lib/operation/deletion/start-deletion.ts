import { suspensionRepo } from '../../organisations/suspension/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import type { OrganisationId } from '../../values/ids.ts';

/** How the runs of deletions are started. */
export const deletionRuns = { name: 'deletion', runsIn: 'run-operator-jobs' } as const;

/**
 * Begins the deletion of an organisation, which nothing can end. The organisation gets no service from now on, and
 * handover starts the runs. A repeated call changes nothing. @throws ApiError `not_found`.
 */
export async function startDeletion(deps: Pick<Deps, 'table' | 'now' | 'newId'>, organisationId: OrganisationId) {
  const suspensions = suspensionRepo(deps);
  await suspensions.suspend(organisationId);
  const { deletion } = await suspensions.beginDeletion(organisationId);
  return { organisationId, state: 'deleting', startedAt: deletion?.startedAt ?? null };
}
