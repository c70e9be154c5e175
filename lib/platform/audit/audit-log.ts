import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { listChange } from '../lists/index.ts';
import type { Put } from '../table/write.ts';
import { acting } from './acting.ts';
import { type AuditEntry, type Audited, auditList } from './audit-entry.ts';
import { creations, differences } from './differences.ts';
import { notableIn } from './notable.ts';

/**
 * The write that adds an entry to the audit log, as a part of the transaction that makes the change: no change without
 * its entry, and no entry without its change. The entry names the actor of the present request (`actingFor`). A filter
 * of the stream knows the write by `audit`, which names the resource (`entriesAdded`). It knows an entry that the
 * organisation must be told of by `notice` (pending-notice.ts).
 */
export function audited(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  change: Audited,
): Put[] {
  const { action, resource, id: resourceId, before = null, after = null, created } = change;
  const { actor, requestId } = acting();
  const { kind, id, name } = actor;
  const entry: AuditEntry = {
    id: deps.newId(),
    at: deps.now().toISOString(),
    actor: { kind, id, name },
    action,
    resource,
    resourceId,
    requestId,
    changes: created === undefined ? differences(before, after) : creations(created),
  };
  // Of what the service itself turns off, other notices tell.
  const notable = kind === 'system' ? null : notableIn(change, entry.changes);
  const listed = auditList.listed(organisationId, entry);
  const added = notable === null ? listed : { ...listed, tuple: [...listed.tuple, JSON.stringify(notable)] };
  const marks = { audit: resource, ...(notable !== null && { notice: 'yes' }) };
  return listChange(deps, organisationId, auditList.definition, [{ before: null, after: added }]).map(({ put }) => ({
    put: { ...put, ...marks },
  }));
}
