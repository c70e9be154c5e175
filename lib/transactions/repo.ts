import { acting } from '../platform/audit/acting.ts';
import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { correlationId, log } from '../platform/log.ts';
import { keys } from '../platform/table/keys.ts';
import { optimistically } from '../platform/table/optimistically.ts';
import { batchGet, exists, getItem, queryPrefix } from '../platform/table/table.ts';
import { type Check, IF_ABSENT, type RefusedError, tryTransact, type Write } from '../platform/table/write.ts';
import { notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { walletConditions } from '../wallets/wallet-condition.ts';
import { effectsRepo } from './effects.ts';
import { TransactionItem as Item, ifUnchanged, itemOf } from './item.ts';
import { listing } from './listing.ts';
import { withLookalikes } from './lookalikes.ts';
import { changeByBlock } from './merge.ts';
import { metBefore } from './met-before.ts';
import { outbox, pendingEvaluation } from './outbox.ts';
import { outboxStates } from './outbox-states.ts';
import { pendingValueWrites } from './pending-value.ts';
import { recordEntries } from './record-entries.ts';
import type { StoredTransaction } from './schema.ts';
import { idPrefixOf } from './transaction-id.ts';
import { transactionList } from './transaction-list.ts';

/** How often a write is tried again because the record changed. The caller retries after the last try. */
const MERGE_TRIES = 5;

export interface RecordOptions {
  /**
   * Whether a new record is evaluated against the rules; true by default. An orphaned record that a block includes
   * again is always evaluated: its alerts were retracted, and no later step would send them again.
   */
  readonly evaluate?: boolean;
  /** A condition check that must hold when the record is written: its block is still the block at its height. */
  readonly blockCheck?: Check;
}

/** A change of a record, and the writes that belong to the changed record. */
interface Change {
  readonly set: Partial<StoredTransaction>;
  readonly with?: (after: StoredTransaction) => readonly Write[];
}

/** The condition check of a record failed: another block has replaced the block of the record. */
export class BlockReplacedError extends Error {
  override readonly name = 'BlockReplacedError';
}

/** Transactions of organisations. Only `record` creates a transaction. */
export function transactionRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table } = deps;
  const list = recordList(deps, transactionList);
  const effects = effectsRepo(deps);
  const met = metBefore(table);
  const entries = recordEntries(deps);

  async function find(organisationId: OrganisationId, id: string): Promise<StoredTransaction | null> {
    return getItem(table, keys.transaction(organisationId, id), Item);
  }

  /** The writes that change a record, on condition that the record is as it was read. */
  const changeOf = (organisationId: OrganisationId, before: StoredTransaction, after: StoredTransaction): Write[] => [
    { put: itemOf(organisationId, after), ...ifUnchanged(before) },
    ...list.changes(organisationId, [{ before, after }]),
  ];

  /**
   * Changes a record as `change` says, on the record as it is now. Null of `change` leaves the record as it is.
   * Null when there is no such record.
   * @param block must hold when the record is written.
   * @throws BlockReplacedError; BusyError when the record changes at every try.
   */
  const changed = (
    organisationId: OrganisationId,
    id: string,
    change: (stored: StoredTransaction) => Change | null,
    block?: Check,
  ): Promise<StoredTransaction | null> =>
    optimistically(`transaction ${id}`, MERGE_TRIES, async () => {
      const stored = await find(organisationId, id);
      if (stored === null) return null;
      const made = change(stored);
      if (made === null) return stored;
      const after = { ...stored, ...made.set, revision: stored.revision + 1 };
      const others = made.with?.(after);
      const refusal = await tryTransact(table, { block, record: changeOf(organisationId, stored, after), others });
      if (refusal === null) return after;
      requireBlock(refusal);
      return undefined;
    });

  /** Notes whom the wallet has dealt with. The stream may evaluate the record before: both write on condition. */
  const noteMet = (organisationId: OrganisationId, record: StoredTransaction) =>
    met.note(organisationId, record, async () => (await list.count(organisationId, { filter: {} })) > 1);

  /** Merges the transaction of a block into the stored record of the same transaction. @throws as `changed`. */
  async function merge(
    organisationId: OrganisationId,
    found: StoredTransaction,
    block: Check | undefined,
  ): Promise<StoredTransaction> {
    const { id, createdAt } = found;
    let before: StoredTransaction | undefined;
    const mergeInto = (stored: StoredTransaction): Change | null => {
      before = stored;
      const change = changeByBlock(stored, found);
      if (change === null) return null;
      const { set, isEvaluated } = change;
      return {
        set,
        with: (merged) => [
          ...entries.imported(organisationId, found, merged, stored),
          // Replacing an existing outbox entry is no insert for the stream, so handover evaluates such a record later.
          ...(isEvaluated ? [pendingEvaluation(organisationId, merged, createdAt)] : []),
          // Without an evaluation, the rules that wait for the value of the record still wait.
          ...(isEvaluated || merged.valueStatus !== stored.valueStatus
            ? pendingValueWrites(organisationId, stored, merged, createdAt, correlationId())
            : []),
        ],
      };
    };
    const merged = await changed(organisationId, id, mergeInto, block);
    if (merged === null) throw new Error(`transaction ${id} exists and cannot be read`);
    if (before !== undefined && before.inclusion !== merged.inclusion) await met.free(organisationId, before);
    await noteMet(organisationId, merged);
    return merged;
  }

  return {
    find,
    effects,
    met,

    /** The transaction with what its counterparties look like. */
    withLookalikes: (organisationId: OrganisationId, transaction: StoredTransaction): Promise<StoredTransaction> =>
      withLookalikes(table, organisationId, transaction),

    /**
     * The record with all effects of its transaction, also those that the record leaves out. What the record leaves out
     * expires: long after, the answer is the record itself.
     */
    async whole(organisationId: OrganisationId, record: StoredTransaction): Promise<StoredTransaction> {
      if (record.effects === null) return record;
      const all = await effects.read(organisationId, record.id, record.effects);
      if (all !== null) return { ...record, ...all, omitted: { transfers: 0, approvals: 0, authority: 0 } };
      log.error('transaction.effects_lost', { organisation: organisationId, transaction: record.id });
      return record;
    },

    /** The records of any organisations that exist. */
    findAll: (refs: readonly { organisation: OrganisationId; id: string }[]): Promise<StoredTransaction[]> =>
      batchGet(
        table,
        refs.map(({ organisation, id }) => keys.transaction(organisation, id)),
        Item,
      ),

    /** @throws ApiError `not_found`. */
    async get(organisationId: OrganisationId, id: string): Promise<StoredTransaction> {
      const transaction = await find(organisationId, id);
      if (transaction === null) throw notFound('transaction');
      return transaction;
    },

    /**
     * Stores the transaction, with an outbox entry unless `evaluate` is false. When the id exists already, merges the
     * block of a watcher's transaction into the stored record and returns the stored record.
     */
    async record(
      organisationId: OrganisationId,
      transaction: StoredTransaction,
      { evaluate = true, blockCheck }: RecordOptions = {},
    ): Promise<{ created: boolean; transaction: StoredTransaction }> {
      const refusal = await tryTransact(
        table,
        {
          block: blockCheck,
          record: { put: itemOf(organisationId, transaction), ...IF_ABSENT },
          lists: list.changes(organisationId, [{ before: null, after: transaction }]),
          entry: evaluate ? pendingEvaluation(organisationId, transaction, transaction.createdAt) : undefined,
          value: pendingValueWrites(organisationId, null, transaction, transaction.createdAt, correlationId()),
          audit: entries.imported(organisationId, transaction),
        },
        // Callers may import a hash many times at the same moment. One of them stores it.
        () => exists(table, keys.transaction(organisationId, transaction.id)),
      );
      if (refusal === null) {
        await noteMet(organisationId, transaction);
        return { created: true, transaction };
      }
      requireBlock(refusal);
      return { created: false, transaction: await merge(organisationId, transaction, blockCheck) };
    },

    /**
     * Marks a record as orphaned and deletes its outbox entry, so that the entry of a later inclusion is an insert for
     * the stream. Returns the record when this block is orphaned, by this call or by an earlier call; null when the
     * record is in another block or in no known block.
     */
    async orphan(organisationId: OrganisationId, id: string, blockHash: string): Promise<StoredTransaction | null> {
      const entry: Write = { delete: keys.evaluation(organisationId, id), ...outboxStates.allows('orphan', {}) };
      const stored = await changed(organisationId, id, (record) =>
        record.blockHash === blockHash && !record.reorged ? { set: { reorged: true }, with: () => [entry] } : null,
      );
      if (!stored?.reorged || stored.blockHash !== blockHash) return null;
      await met.free(organisationId, stored);
      return stored;
    },

    ...outbox(table),

    /** @throws ApiError `not_found`. */
    async annotate(
      organisationId: OrganisationId,
      id: string,
      { notes, tags }: { notes?: string; tags?: string[] },
    ): Promise<StoredTransaction> {
      const { id: annotatedBy, name: annotatedByName } = acting().actor;
      const given = { ...(notes !== undefined && { notes }), ...(tags !== undefined && { tags }) };
      const set = { ...given, annotatedBy, annotatedByName };
      const annotated = await changed(organisationId, id, (before) => ({
        set,
        with: (after) => entries.annotated(organisationId, before, after),
      }));
      if (annotated === null) throw notFound('transaction');
      return annotated;
    },

    /**
     * The records of a hash, strongly consistent: one record for each wallet that takes part in the transaction.
     */
    async byHash(organisationId: OrganisationId, hash: string): Promise<StoredTransaction[]> {
      const { pk, sk } = keys.transaction(organisationId, idPrefixOf(organisationId, hash));
      const found = await queryPrefix(table, pk, sk, Item);
      return found.filter((record) => record.hash === hash);
    },

    ...listing(list, find, walletConditions(deps)),
  };
}

/** @throws BlockReplacedError when another block has replaced the block of the record. */
function requireBlock({ failed }: RefusedError): void {
  if (failed.includes('block')) throw new BlockReplacedError('the block was replaced');
}

export type TransactionRepo = ReturnType<typeof transactionRepo>;
