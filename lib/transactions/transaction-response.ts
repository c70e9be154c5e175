import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { type StoredTransaction, Transaction } from './schema.ts';

/** The response for records: each record with its wallet as stored now, or as stored when it was deleted. */
export async function transactionResponses(
  wallets: Pick<WalletRepo, 'byId'>,
  organisationId: OrganisationId,
  transactions: readonly StoredTransaction[],
): Promise<Transaction[]> {
  const byId = await wallets.byId(
    organisationId,
    transactions.map(({ walletId }) => walletId),
  );
  return transactions.map((transaction) => {
    const wallet = byId.get(transaction.walletId);
    if (wallet === undefined) throw new Error(`transaction ${transaction.id} has no wallet`);
    const { label, type, color } = wallet;
    return Transaction.parse({ ...transaction, wallet: { label, type, color } });
  });
}
