import { hash } from 'node:crypto';
import * as z from 'zod';
import { Instant, InstantEndInput, InstantInput, pageOfSchema, paging, text } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { Uuid } from '../../values/ids.ts';
import type { ListedRecords, RecordQuery } from '../lists/index.ts';
import { auditKeys } from '../table/audit-keys.ts';
import { Difference } from './differences.ts';

/** What somebody did to a resource. */
export const AuditAction = z.enum([
  'create',
  'update',
  'delete',
  'mute',
  'unmute',
  'rotate',
  'test',
  'refresh',
  'cancel',
  'resume',
  'replay',
  'import',
  'annotate',
  'acknowledge',
  'resolve',
  'ask',
  'confirm',
  'unsubscribe',
  'read',
  'suspend',
]);
export type AuditAction = z.output<typeof AuditAction>;

export const AuditResource = z.enum([
  'organisation',
  'settings',
  'key',
  'wallet',
  'rule',
  'webhook',
  'destination',
  'email',
  'address_book_entry',
  'address_list',
  'event',
  'transaction',
  'delivery',
  'replay',
  'export',
  'backtest',
  'backfill',
  'recount',
]);
export type AuditResource = z.output<typeof AuditResource>;

const AuditActor = z.object({
  kind: z.enum(['key', 'person', 'link', 'system', 'operator']),
  id: z.string().nullable(),
  name: z.string().nullable(),
});

/** The actor of some work, as a message carries it to another function. */
export const Acting = z.object({ actor: AuditActor, requestId: z.string().nullable() });

const fields = {
  id: Uuid,
  at: Instant,
  actor: AuditActor,
  action: AuditAction,
  resource: AuditResource,
  resourceId: z.string().nullable().describe('Null for the settings, and for a request about several records'),
  requestId: z.string().nullable(),
};

/**
 * An entry of the audit log as the API shows it. Checkpoints prove this form: a new field must be absent in entries of
 * before, and no field may change or go.
 */
export const AuditEntry = z
  .object({ ...fields, changes: z.array(Difference).describe('At most 100. A secret says only that it changed') })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof AuditEntry>;
export const AuditPage = pageOfSchema(AuditEntry);

/** The proof of an entry is about canonical JSON, which has no half of a surrogate pair (RFC 8785). */
const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** The table stores the changes as JSON text: they may hold numbers beyond 2^53, which the SDK does not write. */
export const StoredAuditEntry = z.object({
  ...fields,
  changes: z
    .string()
    .transform((json): unknown => JSON.parse(json, wellFormed))
    .pipe(z.array(Difference)),
});
export type StoredAuditEntry = z.output<typeof StoredAuditEntry>;

export const AuditQuery = z.strictObject({
  ...paging,
  actor: text(128).min(1).optional().describe('The id of a key or of a person, or `link`, `system`, `operator`'),
  action: AuditAction.optional(),
  resource: AuditResource.optional(),
  resourceId: text(128).min(1).optional(),
  from: InstantInput.optional(),
  to: InstantEndInput.optional(),
});
export type AuditQuery = z.output<typeof AuditQuery>;

/**
 * The list of the entries. Fields may be added at the end; the order of the others is stored. Few combinations of
 * action, resource and actor occur, so counts answer these filters. The actors are divided into shards for their size
 * alone.
 */
export const auditList: ListedRecords<typeof StoredAuditEntry> = {
  definition: {
    name: 'AUDIT',
    fields: ['resource', 'action', 'actor', 'resourceId'],
    views: [
      { name: 'few', fields: ['resource', 'action'] },
      { name: 'all', fields: ['resource', 'action', 'actor'], shards: { by: 'actor', count: 4 } },
    ],
    terms: ['resourceId'],
  },
  schema: StoredAuditEntry,
  keyOf: auditKeys.entry,
  // An entry never changes.
  tellsChanges: true,
  listed: (organisationId, { id, at, actor, action, resource, resourceId }) => ({
    id,
    time: at,
    tuple: [
      resource,
      action,
      termOf(organisationId, actor.id ?? actor.kind),
      resourceId === null ? '' : termOf(organisationId, resourceId),
    ],
  }),
};

/** Six bytes of a hash stand for an id: see `termOf` of the list of transactions. */
const termOf = (organisationId: OrganisationId, value: string): string =>
  hash('sha256', `${organisationId} ${value}`, 'base64url').slice(0, 8);

/** The query of the list for the filters of the API. */
export const auditQueryOf = (
  organisationId: OrganisationId,
  { actor, action, resource, resourceId, from, to }: Partial<AuditQuery>,
): RecordQuery => ({
  filter: {
    action,
    resource,
    ...(actor !== undefined && { actor: termOf(organisationId, actor) }),
    ...(resourceId !== undefined && { resourceId: { has: termOf(organisationId, resourceId) } }),
  },
  from,
  to,
  order: 'newest first',
});
