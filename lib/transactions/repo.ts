import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import type { OrganisationId } from '../ids.ts';
import { due, type Key, keys, lookups, timeKey, timelines } from '../table/keys.ts';
import { batchGet, getItem } from '../table/table.ts';
import { count, type Page, type PageRequest, readAll, readPage, type Timeline } from '../table/timeline.ts';
import { conditionFailed, IF_ABSENT, IF_PRESENT, transact, updateReturning, write } from '../table/write.ts';
import { StoredTransaction, type TransactionFilters } from './schema.ts';

/** Transactions of organisations. `record` is the only write that makes one. */
export function transactionRepo({ table }: Pick<Deps, 'table'>) {
  async function find(o: OrganisationId, id: string): Promise<StoredTransaction | null> {
    return getItem(table, keys.transaction(o, id), StoredTransaction);
  }

  return {
    find,

    /** @throws ApiError `not_found`. */
    async get(o: OrganisationId, id: string): Promise<StoredTransaction> {
      const transaction = await find(o, id);
      if (transaction === null) throw notFound('transaction');
      return transaction;
    },

    /**
     * Stores the transaction, with the note that its rules are still to be evaluated, unless its id is there already.
     * Whoever loses gets the record of the winner.
     */
    async record(
      o: OrganisationId,
      transaction: StoredTransaction,
    ): Promise<{ created: boolean; transaction: StoredTransaction }> {
      try {
        await transact(table, [
          { put: itemOf(o, transaction), ...IF_ABSENT },
          { put: pendingEvaluation(o, transaction) },
        ]);
        return { created: true, transaction };
      } catch (error) {
        if (conditionFailed(error) === null) throw error;
        const winner = await find(o, transaction.id);
        if (winner === null) throw error;
        return { created: false, transaction: winner };
      }
    },

    /** Whether the rules are still to be evaluated; once done, a message that comes again changes nothing. */
    async isPending(o: OrganisationId, id: string): Promise<boolean> {
      return (await getItem(table, keys.evaluation(o, id), PendingEvaluation)) !== null;
    },

    async evaluated(o: OrganisationId, id: string): Promise<void> {
      await write(table, { delete: keys.evaluation(o, id) });
    },

    /** @throws ApiError `not_found`. */
    async annotate(
      o: OrganisationId,
      id: string,
      change: { notes?: string; tags?: string[] },
    ): Promise<StoredTransaction> {
      try {
        const part = { update: keys.transaction(o, id), set: change, ...IF_PRESENT };
        return await updateReturning(table, part, StoredTransaction);
      } catch (error) {
        throw conditionFailed(error) === null ? error : notFound('transaction');
      }
    },

    page: (o: OrganisationId, filters: TransactionFilters, request: PageRequest): Promise<Page<StoredTransaction>> =>
      readPage(table, timelineOf(o, filters), request, StoredTransaction),

    all: (o: OrganisationId, filters: TransactionFilters): AsyncGenerator<StoredTransaction[]> =>
      readAll(table, timelineOf(o, filters), StoredTransaction),

    /** The records of a hash, one per wallet that holds it. */
    async byHash(o: OrganisationId, hash: string): Promise<StoredTransaction[]> {
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'gsi3',
          KeyConditionExpression: 'gsi3pk = :pk',
          ExpressionAttributeValues: { ':pk': lookups.transactionHash(o, hash, '').gsi3pk },
        }),
      );
      const found = Items.map((item): Key => ({ pk: String(item.pk), sk: String(item.sk) }));
      return batchGet(table, found, StoredTransaction);
    },

    /**
     * Stored transactions of the wallet in the window that ends at this one, itself included. The index may not show it
     * yet, so it is left out of the count and added.
     */
    async countRecent(
      o: OrganisationId,
      { id, walletId, blockTimestamp }: Pick<StoredTransaction, 'id' | 'walletId' | 'blockTimestamp'>,
      windowMinutes: number,
    ): Promise<number> {
      const from = new Date(Date.parse(blockTimestamp) - windowMinutes * 60_000).toISOString();
      const window = { ...timelineOf(o, { walletId }), from, to: blockTimestamp };
      return 1 + (await count(table, window, keys.transaction(o, id)));
    },
  };
}

export type TransactionRepo = ReturnType<typeof transactionRepo>;

const PendingEvaluation = z.looseObject({});

function itemOf(o: OrganisationId, transaction: StoredTransaction) {
  const { id, walletId, blockTimestamp, hash, tokenSymbol } = transaction;
  const time = timeKey(blockTimestamp, id);
  return {
    ...keys.transaction(o, id),
    ...lookups.transactionHash(o, hash, id),
    gsi1pk: timelines.transactions(o),
    gsi1sk: time,
    gsi2pk: timelines.walletTransactions(o, walletId),
    gsi2sk: time,
    token: tokenSymbol.toLowerCase(),
    organisationId: o,
    ...transaction,
  };
}

const pendingEvaluation = (o: OrganisationId, { id, createdAt }: StoredTransaction) => ({
  ...keys.evaluation(o, id),
  ...due.entry('EVALUATION', id, createdAt),
});

function timelineOf(o: OrganisationId, filters: TransactionFilters): Timeline {
  const { walletId, from, to, chain, direction, tokenSymbol } = filters;
  const where = { chain, direction, token: tokenSymbol?.toLowerCase() };
  return walletId === undefined
    ? { index: 'gsi1', partition: timelines.transactions(o), from, to, where }
    : { index: 'gsi2', partition: timelines.walletTransactions(o, walletId), from, to, where };
}
