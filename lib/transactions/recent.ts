import { keys, timelines } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import { countBeside } from '../platform/table/timeline.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredTransaction } from './schema.ts';

type Dated = Pick<StoredTransaction, 'id' | 'walletId' | 'blockTimestamp'>;

/** Reads wait 1.5 s in all: a function has a minute for up to 25 records of an organisation. */
const INDEX_READS = 6;

/**
 * Counts the transactions of a wallet in a window of minutes that ends at one of these transactions. Orphaned
 * transactions do not count.
 */
export function recentCounts(table: Table) {
  function inWindow(organisationId: OrganisationId, { id, walletId, blockTimestamp }: Dated, windowMinutes: number) {
    const partition = timelines.walletTransactions(organisationId, walletId);
    const from = new Date(Date.parse(blockTimestamp) - windowMinutes * 60_000).toISOString();
    const window = { index: 'gsi2', partition, from, to: blockTimestamp, without: { reorged: true } } as const;
    return countBeside(table, window, keys.transaction(organisationId, id));
  }

  return {
    /**
     * The count with this transaction, which need not be stored: the query leaves the transaction out, and the sum adds
     * the transaction.
     */
    async countRecent(organisationId: OrganisationId, transaction: Dated, windowMinutes: number): Promise<number> {
      return 1 + (await inWindow(organisationId, transaction, windowMinutes)).others;
    },

    /**
     * The same count for a stored transaction, taken once the index shows this transaction. The index then shows all
     * earlier records too. Without this wait, the last transaction of a burst would miss the transactions just before,
     * and no later transaction would correct the count.
     * @throws Error when the index lags for long; the caller tries again.
     */
    async countRecentOfStored(
      organisationId: OrganisationId,
      transaction: Dated,
      windowMinutes: number,
    ): Promise<number> {
      for (let round = 0; round < INDEX_READS; round++) {
        if (round > 0) await new Promise((resolve) => setTimeout(resolve, 25 * 2 ** round));
        const { others, isShown } = await inWindow(organisationId, transaction, windowMinutes);
        if (isShown) return 1 + others;
      }
      throw new Error(`the index does not show transaction ${transaction.id} yet`);
    },
  };
}
