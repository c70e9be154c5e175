import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { recordList } from '../lists/index.ts';
import type { Page } from '../page.ts';
import { AuditEntry, type AuditQuery, auditList, auditQueryOf, type StoredAuditEntry } from './audit-entry.ts';

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

/** The entries of a range of time as the API shows them, the oldest first, in steps. */
export async function* auditEntries(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  range: { readonly from?: string | undefined; readonly to?: string | undefined; readonly after?: string },
  steps: { readonly step?: number } = {},
): AsyncGenerator<{ records: AuditEntry[]; last: string }> {
  const query = { filter: {}, order: 'oldest first', ...range } as const;
  for await (const { records, last } of recordList(deps, auditList).walk(organisationId, query, steps)) {
    yield { records: records.map((record) => AuditEntry.parse(record)), last };
  }
}
