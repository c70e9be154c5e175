import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { listChange } from '../lists/index.ts';
import { auditKeys } from '../table/audit-keys.ts';
import { due } from '../table/due-keys.ts';
import { IF_ABSENT, type Put } from '../table/write.ts';
import { acting } from './acting.ts';
import { type Audited, auditList, type StoredAuditEntry } from './audit-entry.ts';
import { type Difference, differences } from './differences.ts';
import { notableIn } from './notable.ts';

/**
 * The writes that add an entry to the audit log, as a part of the transaction that makes the change: no change without
 * its entry, and no entry without its change. The entry names the actor of the present request (`actingFor`). While the
 * organisation is still to be told of the change (lib/operation/handover/tell-changes.ts), the entry is due.
 */
export function audited(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  change: Audited,
): Put[] {
  const { action, resource, id: resourceId, before = null, after = null } = change;
  const changes: Difference[] = differences(before, after);
  const at = deps.now().toISOString();
  const { actor, requestId } = acting();
  const { kind, id, name } = actor;
  const entry: StoredAuditEntry = {
    id: deps.newId(),
    at,
    actor: { kind, id, name },
    action,
    resource,
    resourceId,
    requestId,
    changes,
  };
  // Of what the service itself turns off, other notices tell.
  const notable = kind === 'system' ? null : notableIn(change, changes);
  const dueNotice = notable && { notable, more: 0, ...due.entry('NOTICE', organisationId, entry.id, at) };
  const item = { ...auditKeys.entry(organisationId, entry.id), ...entry, changes: JSON.stringify(changes) };
  return [
    { put: { ...item, ...dueNotice }, ...IF_ABSENT },
    ...listChange(deps, organisationId, auditList.definition, [
      { before: null, after: auditList.listed(organisationId, entry) },
    ]),
  ];
}
