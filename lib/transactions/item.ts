import * as z from 'zod';
import { due, keys } from '../platform/table/keys.ts';
import { type Check, type Condition, IF_PRESENT } from '../platform/table/write.ts';
import { Instant } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';
import { withAddedFields } from './earlier-item.ts';
import { packRecord, unpackRecord } from './packed-record.ts';
import { StoredTransaction } from './schema.ts';

/** A record as the table holds it. An earlier version may have stored it. */
export const TransactionItem = z.preprocess((item, context) => {
  try {
    return withAddedFields(unpackRecord(item));
  } catch (error) {
    // A parse that throws anything but the errors of zod would pass the places that handle a record that is broken.
    context.addIssue(`the record cannot be unpacked: ${error}`);
    return z.NEVER;
  }
}, StoredTransaction);

/** A transaction as an item of the table. */
export const itemOf = (organisationId: OrganisationId, transaction: StoredTransaction) => ({
  ...keys.transaction(organisationId, transaction.id),
  ...packRecord(transaction),
});

/** Holds while the record is as it was read. A record of an earlier version has no revision before its first change. */
export const ifUnchanged = ({ revision }: StoredTransaction): Condition => ({
  when:
    revision === 0
      ? `${IF_PRESENT.when} AND (attribute_not_exists(#revision) OR #revision = :revision)`
      : '#revision = :revision',
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

/** Entries from before inclusions were counted lack both fields: they belong to the first inclusion. */
export const OutboxEntry = z.object({
  inclusion: z.number().int().default(0),
  recordedAt: Instant.nullable().default(null),
});
export type OutboxEntry = z.output<typeof OutboxEntry>;

/** The outbox entry of an inclusion that was recorded at `recordedAt`: its rules are still to be evaluated. */
export const outboxEntryOf = (
  organisationId: OrganisationId,
  { id, inclusion }: StoredTransaction,
  recordedAt: string,
) => ({
  ...keys.evaluation(organisationId, id),
  ...due.entry('EVALUATION', organisationId, id, recordedAt),
  inclusion,
  recordedAt,
});
