import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { Instant } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { Uuid } from '../../values/ids.ts';
import type { LoggedRecords } from '../lists/index.ts';
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
  'review',
  'transaction',
  'delivery',
  'replay',
  'export',
  'backtest',
  'backfill',
  'recount',
]);
export type AuditResource = z.output<typeof AuditResource>;

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
  /** Of the settings: the confirmed mail addresses that they lose. */
  readonly lostAddresses?: readonly string[];
  /** The records, when the change creates several. */
  readonly created?: readonly { readonly id: string }[];
}

const AuditActor = z.object({
  kind: z.enum(['key', 'person', 'link', 'system', 'operator']),
  id: z.string().nullable(),
  name: z.string().nullable(),
});

/** The actor of some work, as a message carries it to another function. */
export const Acting = z.object({ actor: AuditActor, requestId: z.string().nullable() });

/**
 * An entry of the audit log. Checkpoints prove this form: a new field must be absent in entries of before, and no field
 * may change or go.
 */
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

/** What the other fields of the list lack, as short JSON: the list stores it once, and a write unit has 1 KB. */
const restOf = ({ actor: { kind, id, name }, requestId, changes }: AuditEntry): string =>
  packedText(
    JSON.stringify([kind, id, name, requestId, changes.map(({ path, before, after }) => [path, before, after])]),
  );

/** The text of an entry of many records takes a quarter. The runs and leaves of the list pack shorter texts better. */
const LONG_TEXT = 2_000;
/** JSON begins with another character. */
const IS_PACKED = 'z';

const packedText = (text: string): string =>
  text.length < LONG_TEXT ? text : `${IS_PACKED}${deflateRawSync(text, { level: 9 }).toString('base64')}`;

/** The JSON that `restOf` made. */
export const unpackedText = (text: string): string =>
  text.startsWith(IS_PACKED) ? inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString() : text;

/**
 * The list that holds the entries. Fields may be added at the end; the order of the others is stored. Few combinations
 * of action, resource and actor occur, so counts answer these filters. The actors are divided into shards for their
 * size alone. A run of 33 entries takes less than 4 KB, and a leaf of 66 less than 8 KB.
 */
export const auditList: Omit<LoggedRecords<AuditEntry>, 'recordOf'> = {
  definition: {
    name: 'AUDIT',
    // `notice`: what the organisation is told of the entry, as JSON; empty for nothing (`Notable`).
    fields: ['resource', 'action', 'actor', 'resourceId', 'rest', 'notice'],
    views: [
      { name: 'few', fields: ['resource', 'action'] },
      { name: 'all', fields: ['resource', 'action', 'actor'], shards: { by: 'actor', count: 4 } },
    ],
    terms: ['resourceId'],
    sideTree: { by: 'resourceId', places: 32 },
    tails: 4,
    sizes: { run: 33, runs: 12, leaf: 66, node: 36 },
  },
  listed(organisationId, entry) {
    const { id, at, actor, action, resource, resourceId } = entry;
    const own = actorOf(organisationId, actor.id ?? actor.kind);
    return { id, time: at, tuple: [resource, action, own, idWord(resourceId ?? ''), restOf(entry)] };
  },
};

/** An id without spaces, which divide the terms of a list. */
export const idWord = (id: string): string => encodeURIComponent(id);

/** Six bytes of a hash stand for an actor, because the nodes count actors: see `termOf` of the list of transactions. */
export const actorOf = (organisationId: OrganisationId, value: string): string =>
  hash('sha256', `${organisationId} ${value}`, 'base64url').slice(0, 8);
