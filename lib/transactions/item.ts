import * as z from 'zod';
import { due, keys } from '../platform/table/keys.ts';
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
export const ifUnchanged = ({ revision }: StoredTransaction): Condition => ({
  when: '#revision = :revision',
  values: { ':revision': revision },
});

/**
 * Holds while the evaluation of this inclusion is pending: the chain has the transaction, and no evaluation has ended.
 * The outbox entry is small, whatever the size of the record.
 */
export const evaluationPending = (
  organisationId: OrganisationId,
  { id, inclusion }: Pick<StoredTransaction, 'id' | 'inclusion'>,
): Check => ({
  check: keys.evaluation(organisationId, id),
  when: '#inclusion = :inclusion',
  values: { ':inclusion': inclusion },
});

/** What an evaluation reads of an outbox entry: the inclusion, and when the inclusion was recorded. */
export const OutboxEntry = z.object({
  inclusion: z.number().int(),
  recordedAt: Instant,
  /** What caused the record. Entries of earlier versions lack it. */
  correlationId: z.string().optional(),
});
export type OutboxEntry = z.output<typeof OutboxEntry>;

/**
 * The outbox entry of an inclusion that was recorded at `recordedAt`: its rules are still to be evaluated.
 * @param correlationId by default, chain and height of the block.
 */
export const outboxEntryOf = (
  organisationId: OrganisationId,
  { id, inclusion, chain, blockNumber }: StoredTransaction,
  recordedAt: string,
  correlationId = `${chain}-${blockNumber}`,
) => ({
  ...keys.evaluation(organisationId, id),
  ...due.entry('EVALUATION', organisationId, id, recordedAt),
  inclusion,
  recordedAt,
  correlationId,
});
