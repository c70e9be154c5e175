import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { type StoredTransaction, Transaction } from './schema.ts';

/** A record with what a caller sees of its wallet. */
type WithWallet = StoredTransaction & Pick<Transaction, 'wallet'>;

/** Each record with its wallet as stored now, or as stored when it was deleted. */
export async function withWallets(
  wallets: Pick<WalletRepo, 'byId'>,
  organisationId: OrganisationId,
  transactions: readonly StoredTransaction[],
): Promise<WithWallet[]> {
  const byId = await wallets.byId(
    organisationId,
    transactions.map(({ walletId }) => walletId),
  );
  return transactions.map((transaction) => {
    const wallet = byId.get(transaction.walletId);
    if (wallet === undefined) throw new Error(`transaction ${transaction.id} has no wallet`);
    return withWallet(transaction, wallet);
  });
}

type ShownWallet = Pick<StoredWallet, 'label' | 'type' | 'color'>;

const withWallet = (transaction: StoredTransaction, { label, type, color }: ShownWallet): WithWallet => ({
  ...transaction,
  wallet: { label, type, color },
});

/** The response for one record whose wallet the caller has read. */
export const transactionResponse = (transaction: StoredTransaction, wallet: ShownWallet): Transaction =>
  Transaction.parse(withWallet(transaction, wallet));

/** The response for records: the fields of each that a caller sees. */
export const transactionResponses = async (...of: Parameters<typeof withWallets>): Promise<Transaction[]> =>
  (await withWallets(...of)).map((each) => Transaction.parse(each));
