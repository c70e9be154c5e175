import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { logList } from '../lists/index.ts';
import type { Page } from '../page.ts';
import { type AuditEntry, type AuditQuery, auditList, auditQueryOf } from './audit-entry.ts';

type ListDeps = Pick<Deps, 'table' | 'now' | 'newId'>;

/**
 * A page of the audit log, newest first. Apart from `audited`, so that the functions that write entries carry no code
 * that reads lists.
 * @throws ApiError `validation_failed` on `cursor`.
 */
export const auditPage = (
  deps: ListDeps,
  organisationId: OrganisationId,
  { page, pageSize, cursor, ...filters }: AuditQuery,
): Promise<Page<AuditEntry>> =>
  logList(deps, auditList).page(
    organisationId,
    auditQueryOf(organisationId, filters),
    { page, pageSize, cursor },
    filters,
  );

/**
 * Yields the entries of a range of time in steps, oldest first, each step with the place from which a later walk goes
 * on (`after`). Entries of the same instant have the order of the list.
 * @param range ISO instants, both inclusive.
 */
export const auditEntries = (
  deps: ListDeps,
  organisationId: OrganisationId,
  range: { readonly from?: string | undefined; readonly to?: string | undefined; readonly after?: string },
  steps: { readonly step?: number } = {},
): AsyncGenerator<{ records: AuditEntry[]; last: string }> =>
  logList(deps, auditList).walk(organisationId, { filter: {}, order: 'oldest first', ...range }, steps);

/** The entries that an item of the table adds, which has an attribute `audit`, as the stream shows the item. */
export const entriesAdded = (deps: ListDeps, item: unknown): AuditEntry[] => logList(deps, auditList).addedBy(item);
