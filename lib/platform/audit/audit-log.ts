import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { listChange } from '../lists/index.ts';
import type { Put } from '../table/write.ts';
import { acting } from './acting.ts';
import { type AuditAction, type AuditEntry, type AuditResource, auditList } from './audit-entry.ts';
import { differences } from './differences.ts';

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
 * The write that adds an entry to the audit log, as a part of the transaction that makes the change: no change without
 * its entry, and no entry without its change. The entry names the actor of the present request (`actingFor`). A filter
 * of the stream knows the write by `audit`, which names the resource (`entriesAdded`).
 */
export function audited(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  { action, resource, id: resourceId, before = null, after = null }: Audited,
): Put[] {
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
  return listChange(deps, organisationId, auditList.definition, [added]).map(({ put }) => ({
    put: { ...put, audit: resource },
  }));
}
