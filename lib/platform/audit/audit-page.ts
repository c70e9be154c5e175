import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { recordList } from '../lists/index.ts';
import type { Page } from '../page.ts';
import { type AuditQuery, auditList, auditQueryOf, type StoredAuditEntry } from './audit-entry.ts';

/**
 * A page of the audit log, newest first. Apart from `audited`, so that the functions that write entries carry no code
 * that reads lists.
 * @throws ApiError `validation_failed` on `cursor`.
 */
export const auditPage = (
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  { page, pageSize, cursor, ...filters }: AuditQuery,
): Promise<Page<StoredAuditEntry>> =>
  recordList(deps, auditList).page(
    organisationId,
    auditQueryOf(organisationId, filters),
    { page, pageSize, cursor },
    filters,
  );
