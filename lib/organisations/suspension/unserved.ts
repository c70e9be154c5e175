import { LRUCache } from 'lru-cache';
import type { Deps } from '../../platform/deps.ts';
import { keys } from '../../platform/table/keys.ts';
import { exists } from '../../platform/table/table.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { growingTo } from '../../values/memo.ts';
import { suspended } from './suspended.ts';

/** How long a process may take a deleted organisation for an existing one: shorter than any deletion lasts. */
const EXISTS_KNOWN_MS = 300_000;
const MOST_ORGANISATIONS = 10_000;

/**
 * Whether an organisation gets no service: it is suspended, or it was deleted. A message may wait in a queue for two
 * weeks, and must not write items of an organisation that is gone.
 */
export function unserved(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
): (organisationId: OrganisationId) => Promise<boolean> {
  const isSuspended = suspended(deps);
  const existing = new LRUCache<OrganisationId, true>({ ...growingTo(MOST_ORGANISATIONS), ttl: EXISTS_KNOWN_MS });
  return async (organisationId) => {
    if (await isSuspended(organisationId)) return true;
    if (existing.has(organisationId)) return false;
    if (!(await exists(deps.table, keys.organisation(organisationId)))) return true;
    existing.set(organisationId, true);
    return false;
  };
}
