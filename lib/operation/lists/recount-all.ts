import { organisationPages } from '../../organisations/list-organisations.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { recountWallets } from '../../wallets/wallet-count.ts';
import { newRecount, recountRepo } from './recount-job.ts';

/** A run begins no further organisation after this time. The admin function has a minute. */
export const RECOUNT_ALL_SECONDS = 40;
/** Organisations of one page. */
const PAGE = 100;

/** What a run did. `running` names the organisations that had a recount already: it may have begun before a restore. */
interface RecountedAll {
  queued: number;
  running: OrganisationId[];
  next: OrganisationId | null;
}

/**
 * Queues a recount of all lists of each organisation, in the order of the organisations. Handover starts the jobs, up
 * to a hundred a minute, so that a thousand jobs do not begin at once. An organisation that is being deleted is left
 * out. A run that is repeated finds the jobs of the run before in `running`.
 * @param after the `next` of the run before.
 */
export async function recountAll(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  after?: OrganisationId,
): Promise<RecountedAll> {
  const until = deps.now().getTime() + RECOUNT_ALL_SECONDS * 1000;
  const done: RecountedAll = { queued: 0, running: [], next: after ?? null };
  for await (const organisations of organisationPages(deps, PAGE, after)) {
    for (const { organisationId, state } of organisations) {
      if (state !== 'deleting' && (await queued(deps, organisationId))) done.queued += 1;
      else if (state !== 'deleting') done.running.push(organisationId);
      done.next = organisationId;
      if (deps.now().getTime() >= until) return done;
    }
  }
  return { ...done, next: null };
}

/** False when a recount of the organisation runs already. */
async function queued(deps: Pick<Deps, 'table' | 'now' | 'newId'>, organisationId: OrganisationId): Promise<boolean> {
  try {
    await recountWallets(deps.table, organisationId);
    await recountRepo(deps).create(organisationId, newRecount(deps));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') return false;
    throw error;
  }
}
