import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { listChange } from '../lists/index.ts';
import { auditKeys } from '../table/audit-keys.ts';
import { due } from '../table/due-keys.ts';
import type { Put } from '../table/write.ts';
import { acting } from './acting.ts';
import { type AuditEntry, type Audited, auditList } from './audit-entry.ts';
import { differences } from './differences.ts';
import { notableIn, shownDifferences } from './notable.ts';

/**
 * The writes that add an entry to the audit log, as a part of the transaction that makes the change: no change without
 * its entry, and no entry without its change. The entry names the actor of the present request (`actingFor`). A filter
 * of the stream knows the write by `audit`, which names the resource (`entriesAdded`). A change that the organisation
 * must be told of has a pending notice besides (lib/operation/handover/tell-changes.ts).
 */
export function audited(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  change: Audited,
): Put[] {
  const { action, resource, id: resourceId, before = null, after = null } = change;
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
    changes: differences(before, after),
  };
  const added = { before: null, after: auditList.listed(organisationId, entry) };
  const writes = listChange(deps, organisationId, auditList.definition, [added]).map(({ put }) => ({
    put: { ...put, audit: resource },
  }));
  return [...writes, ...pendingNotice(organisationId, change, entry)];
}

function pendingNotice(organisationId: OrganisationId, change: Audited, { changes, ...entry }: AuditEntry): Put[] {
  // Of what the service itself turns off, other notices tell.
  const notable = entry.actor.kind === 'system' ? null : notableIn(change, changes);
  if (notable === null) return [];
  const shown = JSON.stringify(shownDifferences(entry.resource, notable, changes));
  const { confirmed = [] } = change;
  const key = auditKeys.pendingNotice(organisationId, entry.id);
  const item = { ...key, ...entry, changes: shown, notable, confirmed, more: 0 };
  return [{ put: { ...item, ...due.entry('NOTICE', organisationId, entry.id, entry.at) } }];
}
