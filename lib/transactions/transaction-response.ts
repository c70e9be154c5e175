import { chainOf, familyChains } from '../chains/registry.ts';
import type { OrganisationId } from '../values/ids.ts';
import { walletIdsOf } from '../wallets/account-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { type StoredTransaction, Transaction } from './schema.ts';
import { type LabelOf, sentenceOf } from './sentence.ts';

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
export const transactionResponse = (
  transaction: StoredTransaction,
  wallet: ShownWallet,
  labelOf?: LabelOf,
): Transaction =>
  Transaction.parse({
    ...withWallet(transaction, wallet),
    summary: sentenceOf(transaction, wallet.label, labelOf),
  });

/** The response for records: the fields of each that a caller sees. */
export async function transactionResponses(
  wallets: Pick<WalletRepo, 'byId' | 'owned'>,
  organisationId: OrganisationId,
  transactions: readonly StoredTransaction[],
): Promise<Transaction[]> {
  const [shown, labelOf] = await Promise.all([
    withWallets(wallets, organisationId, transactions),
    labelsIn(wallets, organisationId, transactions),
  ]);
  return shown.map(({ wallet, ...transaction }) => transactionResponse(transaction, wallet, labelOf(transaction)));
}

/**
 * The labels of the wallets at the ends of internal records. Few records are internal, and they name few addresses. An
 * account with several wallets is named by its address.
 */
async function labelsIn(
  wallets: Pick<WalletRepo, 'byId' | 'owned'>,
  organisationId: OrganisationId,
  transactions: readonly StoredTransaction[],
): Promise<(record: StoredTransaction) => LabelOf> {
  const internal = transactions.filter(({ direction }) => direction === 'internal');
  const byFamily = Map.groupBy(internal, ({ chain }) => chainOf(chain).family);
  const found = await Promise.all(
    [...byFamily].map(async ([family, records]) => {
      const ends = new Set(records.flatMap(({ fromAddress, toAddress }) => [fromAddress, toAddress]));
      const addresses = [...ends].filter((end) => end !== null);
      const owned = await wallets.owned(organisationId, familyChains(family), addresses);
      return [...owned].flatMap(([address, account]) => {
        const [id, ...others] = walletIdsOf(account);
        return id === undefined || others.length > 0 ? [] : [{ family, address, id }];
      });
    }),
  );
  const ends = found.flat();
  const byId = await wallets.byId(
    organisationId,
    ends.map(({ id }) => id),
  );
  const labels = new Map(ends.map(({ family, address, id }) => [`${family} ${address}`, byId.get(id)?.label]));
  return ({ chain }) =>
    (address) =>
      labels.get(`${chainOf(chain).family} ${address}`);
}
