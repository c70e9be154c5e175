import * as z from 'zod';
import { Instant, pageOfSchema, paging } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { Uuid } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { type ListedRecords, recordList } from '../lists/index.ts';
import type { Page } from '../page.ts';
import { auditKeys } from '../table/audit-keys.ts';

const Root = z.string().regex(/^[0-9a-f]{64}$/);

/** A signed statement about entries of the audit log, as stored and as the API shows it. docs/audit.md explains it. */
export const AuditCheckpoint = z
  .object({
    id: Uuid,
    from: Instant.describe('The `to` of the checkpoint before'),
    to: Instant.describe('The checkpoint covers the entries with `from` <= `at` < `to`'),
    count: z.int().min(1),
    root: Root.describe('Of the Merkle tree over the entries (RFC 9162), in hex'),
    previous: Root.nullable().describe('The root of the checkpoint before; null for the first'),
    signature: z.string().describe('ECDSA, in DER and base64, of all other fields as canonical JSON (RFC 8785)'),
    keyId: z.string(),
  })
  .meta({ id: 'AuditCheckpoint' });
export type AuditCheckpoint = z.output<typeof AuditCheckpoint>;
export const CheckpointPage = pageOfSchema(AuditCheckpoint);

export const CheckpointQuery = z.strictObject(paging);
export type CheckpointQuery = z.output<typeof CheckpointQuery>;

/** Where the chain of an organisation ends. Outlives the checkpoints, whose retention ends. */
export const ChainEnd = AuditCheckpoint.pick({ to: true, root: true });
export type ChainEnd = z.output<typeof ChainEnd>;

export const checkpointList: ListedRecords<typeof AuditCheckpoint> = {
  definition: { name: 'CHECKPOINT', fields: [], views: [{ name: 'all', fields: [] }] },
  schema: AuditCheckpoint,
  keyOf: auditKeys.checkpoint,
  // A checkpoint never changes.
  tellsChanges: true,
  listed: (_, { id, to }) => ({ id, time: to, tuple: [] }),
};

/**
 * A page of the checkpoints, the newest first.
 * @throws ApiError `validation_failed` on `cursor`.
 */
export const checkpointPage = (
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  request: CheckpointQuery,
): Promise<Page<AuditCheckpoint>> =>
  recordList(deps, checkpointList).page(organisationId, { filter: {}, order: 'newest first' }, request, {});
