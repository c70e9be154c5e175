import { differenceList } from '../../balances/difference-repo.ts';
import type { StoredDifference } from '../../balances/schema.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordList } from '../../platform/lists/index.ts';
import { keys } from '../../platform/table/keys.ts';
import { ifUnchanged, type TransactionItem } from '../../transactions/item.ts';
import { evaluatedAmong } from '../../transactions/pending-evaluations.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import { transactionList } from '../../transactions/transaction-list.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type Archive, archiveFile } from './archive.ts';
import type { Expiry } from './expire-list.ts';

export interface ExpiringTransactionsDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly archive: Pick<Archive, 'put'>;
}

/**
 * Transactions expire when both their block and their record are old, so that a backfill of an old time is kept as long
 * as other records. The archive has each record before the table loses it.
 */
export const expiringTransactions = (
  deps: ExpiringTransactionsDeps,
  days: number | undefined,
): Expiry<typeof TransactionItem> => ({
  list: transactionList,
  days,
  filter: {},

  async due(organisationId, transactions, cutoff) {
    const old = transactions.filter(({ createdAt }) => createdAt <= cutoff);
    // Whoever makes an evaluation pending later also changes the record.
    const evaluated = await evaluatedAmong(
      deps.table,
      organisationId,
      old.map(({ id }) => id),
    );
    const open = await openDifferences(deps, organisationId);
    return old.filter((each) => evaluated.has(each.id) && !open.some((difference) => covers(difference, each)));
  },

  async before(organisationId, transactions) {
    const { key, bytes } = await archiveFile(organisationId, transactions);
    await deps.archive.put(key, bytes);
  },

  removal: async (organisationId, transaction) => [
    { delete: keys.transaction(organisationId, transaction.id), ...ifUnchanged(transaction) },
  ],
});

/** The differences that nothing explains yet. The sum of the records of their blocks decides whether they are open. */
async function openDifferences(
  deps: ExpiringTransactionsDeps,
  organisationId: OrganisationId,
): Promise<StoredDifference[]> {
  const open: StoredDifference[] = [];
  const query = { filter: { status: 'open' }, order: 'oldest first' } as const;
  for await (const { records } of recordList(deps, differenceList).walk(organisationId, query)) open.push(...records);
  return open;
}

/** Whether a transaction is among the records of a difference. The times of a chain's blocks may go backwards. */
function covers(
  { walletId, chain, fromTime, toTime }: StoredDifference,
  transaction: Pick<StoredTransaction, 'walletId' | 'chain' | 'blockTimestamp'>,
): boolean {
  const [from = '', to = ''] = [fromTime, toTime].toSorted();
  const { blockTimestamp: at } = transaction;
  return transaction.walletId === walletId && transaction.chain === chain && from <= at && at <= to;
}
