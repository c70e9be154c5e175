import * as z from 'zod';
import { due } from '../platform/table/due-keys.ts';
import { ifSame } from '../platform/table/if-same.ts';
import { keys } from '../platform/table/keys.ts';
import { unpacking } from '../platform/table/packed-json.ts';
import type { Check, Condition } from '../platform/table/write.ts';
import { Instant } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';
import { packRecord, unpackRecord } from './packed-record.ts';
import { StoredTransaction } from './schema.ts';

/** A record as the table holds it. */
export const TransactionItem = unpacking(unpackRecord, StoredTransaction);

/** A transaction as an item of the table. */
export const itemOf = (organisationId: OrganisationId, transaction: StoredTransaction) => ({
  ...keys.transaction(organisationId, transaction.id),
  ...packRecord(transaction),
});

/** Holds while the record is as it was read. */
export const ifUnchanged = (record: StoredTransaction): Condition => ifSame(record, 'revision');

/** What an evaluation reads of an outbox entry: the inclusion, and when the inclusion was recorded. */
export const OutboxEntry = z.object({
  inclusion: z.number().int(),
  recordedAt: Instant,
  /** What caused the record. Entries of earlier versions lack it. */
  correlationId: z.string().optional(),
  /** The revision of the record whose USD values were set later. The entry of an inclusion lacks this and the rest. */
  revision: z.number().int().optional(),
  /** The rules that waited for the values. Without them, all rules are evaluated. */
  rules: z.array(z.string()).optional(),
  /** When the values were set. */
  queuedAt: Instant.optional(),
});
export type OutboxEntry = z.output<typeof OutboxEntry>;

/** What makes an outbox entry of a transaction differ from its earlier and later entries. */
export type OutboxMark = Pick<OutboxEntry, 'inclusion' | 'recordedAt' | 'revision'>;

/**
 * Holds while this outbox entry exists: the chain has the transaction, and no evaluation of the entry has ended. The
 * entry is small, whatever the size of the record.
 */
export const evaluationPending = (
  organisationId: OrganisationId,
  { id, inclusion, revision }: Pick<StoredTransaction, 'id'> & Pick<OutboxEntry, 'inclusion' | 'revision'>,
): Check => ({
  check: keys.evaluation(organisationId, id),
  ...ifSame({ inclusion, revision }, 'inclusion', 'revision'),
});

/**
 * The outbox entry of an inclusion that was recorded at `recordedAt`: its rules are still to be evaluated.
 * @param more by default, the correlation id is chain and height of the block.
 */
export const outboxEntryOf = (
  organisationId: OrganisationId,
  { id, inclusion, chain, blockNumber }: StoredTransaction,
  recordedAt: string,
  { correlationId = `${chain}-${blockNumber}`, ...more }: Partial<Omit<OutboxEntry, 'inclusion' | 'recordedAt'>> = {},
) => ({
  ...keys.evaluation(organisationId, id),
  ...due.entry('EVALUATION', organisationId, id, more.queuedAt ?? recordedAt),
  inclusion,
  recordedAt,
  correlationId,
  ...more,
});
