import * as z from 'zod';
import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { type LoggedRecords, logList } from '../lists/index.ts';
import type { Page } from '../page.ts';
import { AuditEntry, auditList, unpackedText } from './audit-entry.ts';
import { type AuditQuery, auditQueryOf } from './audit-query.ts';
import { Notable } from './notable.ts';

type ListDeps = Pick<Deps, 'table' | 'now' | 'newId'>;

const Actor = AuditEntry.shape.actor.shape;
/** The proof of an entry is about canonical JSON, which has no half of a surrogate pair (RFC 8785). */
const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** The last field of the tuple of an entry, as `auditList` writes it. */
const Rest = z
  .string()
  .transform((text): unknown => JSON.parse(unpackedText(text), wellFormed))
  .pipe(
    z.tuple([
      Actor.kind,
      Actor.id,
      Actor.name,
      AuditEntry.shape.requestId,
      z.array(z.tuple([z.string(), z.unknown(), z.unknown()])),
    ]),
  );

/** The list with its entries. Apart from `audited`, so that the functions that write entries carry no code for it. */
export const auditLog: LoggedRecords<AuditEntry> = {
  ...auditList,
  recordOf({ id, time, tuple: [resource, action, , resourceId = '', rest] }) {
    const [kind, actorId, name, requestId, changes] = Rest.parse(rest);
    return AuditEntry.parse({
      id,
      at: time,
      actor: { kind, id: actorId, name },
      action,
      resource,
      resourceId: resourceId === '' ? null : decodeURIComponent(resourceId),
      requestId,
      changes: changes.map(([path, before, after]) => ({ path, before, after })),
    });
  },
};

/**
 * A page of the audit log.
 * @throws ApiError `validation_failed` on `cursor`.
 */
export const auditPage = (
  deps: ListDeps,
  organisationId: OrganisationId,
  { page, pageSize, cursor, ...filters }: AuditQuery,
): Promise<Page<AuditEntry>> =>
  logList(deps, auditLog).page(
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
  logList(deps, auditLog).walk(organisationId, { filter: {}, order: 'oldest first', ...range }, steps);

/** An entry with what its organisation is told of it; null for nothing. */
export interface LoggedEntry {
  readonly entry: AuditEntry;
  readonly notable: Notable | null;
}

const NotableText = z
  .string()
  .transform((json): unknown => (json === '' ? null : JSON.parse(json)))
  .pipe(Notable.nullable());

const loggedLog: LoggedRecords<LoggedEntry> = {
  ...auditList,
  listed: (organisationId, { entry }) => auditList.listed(organisationId, entry),
  recordOf: (listed) => ({ entry: auditLog.recordOf(listed), notable: NotableText.parse(listed.tuple[5] ?? '') }),
};

/** As `auditEntries`, with what the organisation is told of each entry. */
export const loggedEntries = (
  deps: ListDeps,
  organisationId: OrganisationId,
  range: { readonly from: string; readonly to: string },
): AsyncGenerator<{ records: LoggedEntry[] }> =>
  logList(deps, loggedLog).walk(organisationId, { filter: {}, order: 'oldest first', ...range });

/** The entries that an item of the table adds, which has an attribute `audit`, as the stream shows the item. */
export const entriesAdded = (deps: ListDeps, item: unknown): LoggedEntry[] => logList(deps, loggedLog).addedBy(item);
