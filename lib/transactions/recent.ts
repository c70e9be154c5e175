import type { RecordList } from '../platform/lists/index.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { TransactionItem } from './item.ts';
import type { StoredTransaction } from './schema.ts';

type Dated = Pick<StoredTransaction, 'id' | 'walletId' | 'blockTimestamp'>;

/**
 * Counts the transactions of a wallet in a window of minutes that ends at one of these transactions. Orphaned
 * transactions do not count. The list is exact: it has every transaction whose write was answered. Some of its reads
 * are stale, but a strongly consistent read of the head confirms the state of each count.
 */
export function recentCounts(
  list: Pick<RecordList<typeof TransactionItem>, 'count'>,
  find: (organisationId: OrganisationId, id: string) => Promise<StoredTransaction | null>,
) {
  /** The count for a stored transaction, which counts too. */
  function countRecentOfStored(
    organisationId: OrganisationId,
    { walletId, blockTimestamp }: Dated,
    windowMinutes: number,
  ): Promise<number> {
    const from = new Date(Date.parse(blockTimestamp) - windowMinutes * 60_000).toISOString();
    const filter = { wallet: walletId, reorged: '' };
    return list.count(organisationId, { filter, from, to: blockTimestamp });
  }

  return {
    countRecentOfStored,

    /** The count with this transaction, which need not be stored. */
    async countRecent(organisationId: OrganisationId, transaction: Dated, windowMinutes: number): Promise<number> {
      const [counted, stored] = await Promise.all([
        countRecentOfStored(organisationId, transaction, windowMinutes),
        find(organisationId, transaction.id),
      ]);
      return stored === null || stored.reorged ? counted + 1 : counted;
    },
  };
}
