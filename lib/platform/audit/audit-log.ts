import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { listChange } from '../lists/index.ts';
import { auditKeys } from '../table/audit-keys.ts';
import { IF_ABSENT, type Put } from '../table/write.ts';
import { acting } from './acting.ts';
import { type AuditAction, type AuditResource, auditList, type StoredAuditEntry } from './audit-entry.ts';
import { type Difference, differences } from './differences.ts';

/** A change of something that an organisation owns. */
export interface Audited {
  readonly action: AuditAction;
  readonly resource: AuditResource;
  /** Null for what an organisation has once, and for a change of several records. */
  readonly id: string | null;
  /** The record as stored. Null when it is created. */
  readonly before?: object | null;
  /** Null when the record is deleted. */
  readonly after?: object | null;
}

/**
 * The writes that add an entry to the audit log, as a part of the transaction that makes the change: no change without
 * its entry, and no entry without its change. The entry names the actor of the present request (`actingFor`).
 */
export function audited(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  { action, resource, id: resourceId, before = null, after = null }: Audited,
): Put[] {
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
  return [
    { put: { ...auditKeys.entry(organisationId, entry.id), ...entry, changes: JSON.stringify(changes) }, ...IF_ABSENT },
    ...listChange(deps, organisationId, auditList.definition, [
      { before: null, after: auditList.listed(organisationId, entry) },
    ]),
  ];
}
