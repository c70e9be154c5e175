import * as z from 'zod';
import { idIn, keys } from '../platform/table/keys.ts';
import { batchGet, queryPrefix, type Table } from '../platform/table/table.ts';
import type { OrganisationId } from '../values/ids.ts';
import { OutboxEntry, TransactionItem } from './item.ts';
import type { StoredTransaction } from './schema.ts';
import { idPrefixIn } from './transaction-id.ts';

/** A transaction whose rules are still to be evaluated. */
export interface PendingEvaluation {
  readonly entry: OutboxEntry;
  readonly transaction: StoredTransaction;
}

const Keyed = z.looseObject({ pk: z.string(), sk: z.string() });

/**
 * The pending evaluations among these transactions with their records, by the id of the transaction. One request reads
 * all of them. A transaction may be named twice.
 * @throws ZodError when one of the items cannot be read.
 */
export async function pendingAmong(
  table: Table,
  refs: readonly { readonly organisation: OrganisationId; readonly id: string }[],
): Promise<Map<string, PendingEvaluation>> {
  const keysOf = ({ organisation, id }: (typeof refs)[number]) => [
    keys.evaluation(organisation, id),
    keys.transaction(organisation, id),
  ];
  const named = new Map(refs.map((ref) => [ref.id, ref]));
  const items = await batchGet(table, [...named.values()].flatMap(keysOf), Keyed);
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  return new Map(
    [...named.values()].flatMap((ref) => {
      const [entry, record] = keysOf(ref).map(({ pk, sk }) => byKey.get(`${pk} ${sk}`));
      if (entry === undefined || record === undefined) return [];
      return [[ref.id, { entry: OutboxEntry.parse(entry), transaction: TransactionItem.parse(record) }]];
    }),
  );
}

/** Whether the evaluation of another record with the hash of this record is pending. Strongly consistent. */
export async function isOtherPending(table: Table, organisationId: OrganisationId, id: string): Promise<boolean> {
  const { pk, sk: prefix } = keys.evaluation(organisationId, idPrefixIn(id));
  return (await queryPrefix(table, pk, prefix, Keyed)).some(({ sk }) => idIn(sk) !== id);
}

/**
 * Those of the transactions whose evaluation is not pending. Strongly consistent.
 * @param ids a transaction may be named twice.
 */
export async function evaluatedAmong(
  table: Table,
  organisationId: OrganisationId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const evaluated = new Set(ids);
  const pending = await batchGet(
    table,
    [...evaluated].map((id) => keys.evaluation(organisationId, id)),
    Keyed,
  );
  for (const { sk } of pending) evaluated.delete(idIn(sk));
  return evaluated;
}
