import { hash } from 'node:crypto';
import * as z from 'zod';
import { Instant, InstantEndInput, InstantInput, pageOfSchema, paging, text } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { Uuid } from '../../values/ids.ts';
import type { LoggedRecords, RecordQuery } from '../lists/index.ts';
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

/** An entry of the audit log. */
export const AuditEntry = z
  .object({
    id: Uuid,
    at: Instant,
    actor: AuditActor,
    action: AuditAction,
    resource: AuditResource,
    resourceId: z.string().nullable().describe('Null for the settings, and for a request about several records'),
    requestId: z.string().nullable(),
    changes: z.array(Difference).describe('At most 100. A secret says only that it changed'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof AuditEntry>;
export const AuditPage = pageOfSchema(AuditEntry);

/** What the other fields of the list lack, as short JSON: a list stores it once, and a write unit has 1 KB. */
const Rest = z
  .string()
  .transform((json): unknown => JSON.parse(json))
  .pipe(
    z.tuple([
      AuditActor.shape.kind,
      AuditActor.shape.id,
      AuditActor.shape.name,
      AuditEntry.shape.requestId,
      z.array(z.tuple([z.string(), z.unknown(), z.unknown()])),
    ]),
  );
const restOf = ({ actor: { kind, id, name }, requestId, changes }: AuditEntry): string =>
  JSON.stringify([kind, id, name, requestId, changes.map(({ path, before, after }) => [path, before, after])]);

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
 * The list that holds the entries. Fields may be added at the end; the order of the others is stored. Few combinations
 * of action, resource and actor occur, so counts answer these filters. The actors are divided into shards for their
 * size alone. A run of 33 entries takes less than 4 KB, and a leaf of 66 less than 8 KB.
 */
export const auditList: LoggedRecords<AuditEntry> = {
  definition: {
    name: 'AUDIT',
    fields: ['resource', 'action', 'actor', 'resourceId', 'rest'],
    views: [
      { name: 'few', fields: ['resource', 'action'] },
      { name: 'all', fields: ['resource', 'action', 'actor'], shards: { by: 'actor', count: 4 } },
    ],
    terms: ['resourceId'],
    tails: 4,
    sizes: { run: 33, runs: 12, leaf: 66, node: 36 },
  },
  listed(organisationId, entry) {
    const { id, at, actor, action, resource, resourceId } = entry;
    const own = actorOf(organisationId, actor.id ?? actor.kind);
    return { id, time: at, tuple: [resource, action, own, wordOf(resourceId ?? ''), restOf(entry)] };
  },
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

/** An id without spaces, which divide the terms of a list. */
const wordOf = (id: string): string => encodeURIComponent(id);

/** Six bytes of a hash stand for an actor, whom the nodes count: see `termOf` of the list of transactions. */
const actorOf = (organisationId: OrganisationId, value: string): string =>
  hash('sha256', `${organisationId} ${value}`, 'base64url').slice(0, 8);

/** The query of the list for the filters of the API. */
export const auditQueryOf = (
  organisationId: OrganisationId,
  { actor, action, resource, resourceId, from, to }: Partial<AuditQuery>,
): RecordQuery => ({
  filter: {
    action,
    resource,
    ...(actor !== undefined && { actor: actorOf(organisationId, actor) }),
    ...(resourceId !== undefined && { resourceId: { has: wordOf(resourceId) } }),
  },
  from,
  to,
  order: 'newest first',
});
