import * as z from 'zod';
import { due, keys, lookups, timeKey, timelines } from '../platform/table/keys.ts';
import { type Check, type Condition, IF_PRESENT } from '../platform/table/write.ts';
import { Instant } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredTransaction } from './schema.ts';

/** A transaction as an item of the table. */
export const itemOf = (organisationId: OrganisationId, transaction: StoredTransaction) => ({
  ...keys.transaction(organisationId, transaction.id),
  ...indexed(organisationId, transaction),
  organisationId,
  ...transaction,
});

/** What the indexes go by. */
export function indexed(
  organisationId: OrganisationId,
  { id, walletId, blockTimestamp, hash, tokenSymbol }: StoredTransaction,
) {
  const time = timeKey(blockTimestamp, id);
  return {
    ...lookups.transactionHash(organisationId, hash, id),
    gsi1pk: timelines.transactions(organisationId),
    gsi1sk: time,
    gsi2pk: timelines.walletTransactions(organisationId, walletId),
    gsi2sk: time,
    token: tokenSymbol.toLowerCase(),
  };
}

/**
 * That the record is where it was read. One from before blocks were known has none of the three, and never loses them.
 */
export const asRead = ({ blockHash, reorged, inclusion }: StoredTransaction): Condition => ({
  when: 'attribute_not_exists(#inclusion) OR (#blockHash = :blockHash AND #reorged = :reorged AND #inclusion = :inclusion)',
  values: { ':blockHash': blockHash, ':reorged': reorged, ':inclusion': inclusion },
});

/** Holds while the record is in the chain, by this inclusion. */
export const included = (
  organisationId: OrganisationId,
  { id, inclusion }: Pick<StoredTransaction, 'id' | 'inclusion'>,
): Check => ({
  check: keys.transaction(organisationId, id),
  when: `${IF_PRESENT.when} AND (attribute_not_exists(#inclusion) OR (#reorged = :reorged AND #inclusion = :inclusion))`,
  values: { ':reorged': false, ':inclusion': inclusion },
});

/** Notes of before inclusions were counted lack both: they are of the first, recorded when the transaction was. */
export const OutboxEntry = z.object({
  inclusion: z.number().int().default(0),
  recordedAt: Instant.nullable().default(null),
});
export type OutboxEntry = z.output<typeof OutboxEntry>;

/** The note that the rules are to be asked of this inclusion, which was recorded at `recordedAt`. */
export const outboxEntryOf = (
  organisationId: OrganisationId,
  { id, inclusion }: StoredTransaction,
  recordedAt: string,
) => ({
  ...keys.evaluation(organisationId, id),
  ...due.entry('EVALUATION', id, recordedAt),
  inclusion,
  recordedAt,
});
