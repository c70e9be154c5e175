import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Deps } from '../platform/deps.ts';
import { type Key, keys, lookups, timelines } from '../platform/table/keys.ts';
import { batchGet, getItem } from '../platform/table/table.ts';
import { type Page, type PageRequest, readAll, readPage, type Timeline } from '../platform/table/timeline.ts';
import {
  type Check,
  conditionFailed,
  conditionHeld,
  IF_ABSENT,
  IF_PRESENT,
  transact,
  type Update,
  updateReturning,
  type Write,
  write,
} from '../platform/table/write.ts';
import { notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { asRead, included, indexed, itemOf, OutboxEntry, outboxEntryOf } from './item.ts';
import { foundAgain } from './merge.ts';
import { recentCounts } from './recent.ts';
import { StoredTransaction, type TransactionFilters } from './schema.ts';

/** Whoever finds a record changed each time it is to be changed is left to its retry after so many rounds. */
const ROUNDS = 5;

export interface HowRecorded {
  /**
   * Whether the rules are asked of a new record, true without. One that was orphaned and is found anew is always asked: its
   * alerts were retracted, and nothing else would tell that it happened after all.
   */
  readonly evaluate?: boolean;
  /** What must hold for the record to be made or placed. */
  readonly fence?: Check;
}

/** The fence of a record did not hold: its block is not the one at its height any more. */
export class BlockReplacedError extends Error {
  override readonly name = 'BlockReplacedError';
}

/** Transactions of organisations. `record` is the only write that makes one. */
export function transactionRepo({ table }: Pick<Deps, 'table'>) {
  async function find(organisationId: OrganisationId, id: string): Promise<StoredTransaction | null> {
    return getItem(table, keys.transaction(organisationId, id), StoredTransaction);
  }

  /** Puts a record that is there into the block it was found in. @throws Error when it changes all the time. */
  async function place(
    organisationId: OrganisationId,
    seen: StoredTransaction,
    fence: readonly Check[],
  ): Promise<StoredTransaction> {
    for (let round = 0; round < ROUNDS; round++) {
      const stored = await find(organisationId, seen.id);
      if (stored === null) throw new Error(`transaction ${seen.id} is there and is not`);
      const found = foundAgain(stored, seen);
      if (found === null) return stored;
      const placed = { ...stored, ...found.set };
      const set = { ...indexed(organisationId, placed), ...found.set };
      const placing = fenced(fence, [
        { update: keys.transaction(organisationId, seen.id), set, ...asRead(stored) },
        // Over a note that is still there this is no insert to the stream: then it is reconcile that comes to it.
        ...(found.anew ? [{ put: outboxEntryOf(organisationId, placed, seen.createdAt) }] : []),
      ]);
      if (await conditionHeld(placing)) return placed;
    }
    throw new Error(`transaction ${seen.id} changed ${ROUNDS} times while it was placed in its block`);
  }

  /** @throws BlockReplacedError, or what `transact` throws. */
  async function fenced(fence: readonly Check[], parts: readonly Write[]): Promise<void> {
    try {
      await transact(table, [...fence, ...parts]);
    } catch (error) {
      if (fence.length > 0 && conditionFailed(error)?.includes(0))
        throw new BlockReplacedError('the block was replaced');
      throw error;
    }
  }

  return {
    find,

    /** @throws ApiError `not_found`. */
    async get(organisationId: OrganisationId, id: string): Promise<StoredTransaction> {
      const transaction = await find(organisationId, id);
      if (transaction === null) throw notFound('transaction');
      return transaction;
    },

    /**
     * Stores the transaction, with the note that its rules are still to be evaluated unless `evaluate` says otherwise. When
     * its id is there already, the record is answered that is there, placed in the block that a watcher found it in.
     */
    async record(
      organisationId: OrganisationId,
      transaction: StoredTransaction,
      { evaluate = true, fence }: HowRecorded = {},
    ): Promise<{ created: boolean; transaction: StoredTransaction }> {
      const fences = fence === undefined ? [] : [fence];
      const recording = fenced(fences, [
        { put: itemOf(organisationId, transaction), ...IF_ABSENT },
        ...(evaluate ? [{ put: outboxEntryOf(organisationId, transaction, transaction.createdAt) }] : []),
      ]);
      if (await conditionHeld(recording)) return { created: true, transaction };
      return { created: false, transaction: await place(organisationId, transaction, fences) };
    },

    /**
     * Marks a record whose block is no longer part of the chain, and takes back the note that it is to be evaluated, so
     * that the note of a later inclusion is an insert to the stream. Answers the record as it is once it is orphaned with
     * this block, by this call or one before; null when it is in another block, or in none that is known.
     */
    async orphan(organisationId: OrganisationId, id: string, blockHash: string): Promise<StoredTransaction | null> {
      await conditionHeld(
        transact(table, [
          {
            update: keys.transaction(organisationId, id),
            set: { reorged: true },
            when: '#blockHash = :blockHash AND #reorged = :reorged',
            values: { ':blockHash': blockHash, ':reorged': false },
          } satisfies Update<StoredTransaction>,
          { delete: keys.evaluation(organisationId, id) },
        ]),
      );
      const stored = await find(organisationId, id);
      return stored?.reorged && stored.blockHash === blockHash ? stored : null;
    },

    included,

    /** The note that the rules are still to be evaluated; null once that is done: a message that comes again changes nothing. */
    pending: (organisationId: OrganisationId, id: string): Promise<OutboxEntry | null> =>
      getItem(table, keys.evaluation(organisationId, id), OutboxEntry),

    /** Takes the note of this inclusion away. That of a later one stays: its rules are another evaluation's. */
    async evaluated(organisationId: OrganisationId, id: string, inclusion: number): Promise<void> {
      const same = 'attribute_not_exists(#inclusion) OR #inclusion = :inclusion';
      await conditionHeld(
        write(table, { delete: keys.evaluation(organisationId, id), when: same, values: { ':inclusion': inclusion } }),
      );
    },

    /** @throws ApiError `not_found`. */
    async annotate(
      organisationId: OrganisationId,
      id: string,
      change: { notes?: string; tags?: string[] },
    ): Promise<StoredTransaction> {
      try {
        const part: Update<StoredTransaction> = {
          update: keys.transaction(organisationId, id),
          set: change,
          ...IF_PRESENT,
        };
        return await updateReturning(table, part, StoredTransaction);
      } catch (error) {
        throw conditionFailed(error) === null ? error : notFound('transaction');
      }
    },

    page: (
      organisationId: OrganisationId,
      filters: TransactionFilters,
      request: PageRequest,
    ): Promise<Page<StoredTransaction>> =>
      readPage(table, timelineOf(organisationId, filters), request, StoredTransaction),

    all: (organisationId: OrganisationId, filters: TransactionFilters): AsyncGenerator<StoredTransaction[]> =>
      readAll(table, timelineOf(organisationId, filters), StoredTransaction),

    /** The records of a hash, one per wallet that holds it. */
    async byHash(organisationId: OrganisationId, hash: string): Promise<StoredTransaction[]> {
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'gsi3',
          KeyConditionExpression: 'gsi3pk = :pk',
          ExpressionAttributeValues: { ':pk': lookups.transactionHash(organisationId, hash, '').gsi3pk },
        }),
      );
      const found = Items.map((item): Key => ({ pk: String(item.pk), sk: String(item.sk) }));
      return batchGet(table, found, StoredTransaction);
    },

    ...recentCounts(table),
  };
}

export type TransactionRepo = ReturnType<typeof transactionRepo>;

function timelineOf(organisationId: OrganisationId, filters: TransactionFilters): Timeline {
  const { walletId, from, to, chain, direction, tokenSymbol, includeReorged } = filters;
  const where = { chain, direction, token: tokenSymbol?.toLowerCase() };
  const without = includeReorged === 'true' ? {} : { reorged: true };
  return walletId === undefined
    ? { index: 'gsi1', partition: timelines.transactions(organisationId), from, to, where, without }
    : { index: 'gsi2', partition: timelines.walletTransactions(organisationId, walletId), from, to, where, without };
}
