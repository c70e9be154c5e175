import { chainOf, familyChains } from '../chains/registry.ts';
import type { OrganisationId } from '../values/ids.ts';
import { walletIdsOf } from '../wallets/account-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { type StoredTransaction, Transaction } from './schema.ts';
import { sentenceOf, type Told } from './sentence.ts';

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
    return { ...transaction, wallet: shownOf(wallet) };
  });
}

const shownOf = ({ label, type, color, tags, externalId }: StoredWallet): Transaction['wallet'] => ({
  label,
  type,
  color,
  tags,
  externalId,
});

/** The response for records: the fields of each that a caller sees. */
export async function transactionResponses(
  wallets: Pick<WalletRepo, 'byId' | 'owned'>,
  organisationId: OrganisationId,
  transactions: readonly StoredTransaction[],
): Promise<Transaction[]> {
  const told = await sentencesOf(wallets, organisationId, transactions);
  return transactions.map((transaction, n) => Transaction.parse({ ...transaction, ...told[n] }));
}

/** The sentence about each record, and what a caller sees of its wallet. */
export async function sentencesOf(
  wallets: Pick<WalletRepo, 'byId' | 'owned'>,
  organisationId: OrganisationId,
  transactions: readonly (Told & Pick<StoredTransaction, 'walletId'>)[],
): Promise<Pick<Transaction, 'summary' | 'wallet'>[]> {
  const ends = await internalEnds(wallets, organisationId, transactions);
  const ids = [...transactions.map(({ walletId }) => walletId), ...ends.values()];
  const byId = await wallets.byId(organisationId, ids);
  return transactions.map((transaction) => {
    const wallet = byId.get(transaction.walletId);
    if (wallet === undefined) throw new Error(`a transaction on ${transaction.chain} has no wallet`);
    const isInternal = transaction.direction === 'internal';
    const summary = sentenceOf(transaction, wallet, (address) => {
      const id = isInternal ? ends.get(endOf(transaction, address)) : undefined;
      return id === undefined ? undefined : byId.get(id)?.label;
    });
    return { summary, wallet: shownOf(wallet) };
  });
}

const endOf = ({ chain }: Told, address: string): string => `${chainOf(chain).family} ${address}`;

/**
 * The wallets at the ends of internal records, by family and address. Few records are internal, and they name few
 * addresses. An account with several wallets is named by its address.
 */
async function internalEnds(
  wallets: Pick<WalletRepo, 'owned'>,
  organisationId: OrganisationId,
  transactions: readonly Told[],
): Promise<ReadonlyMap<string, string>> {
  const internal = transactions.filter(({ direction }) => direction === 'internal');
  const found = new Map<string, string>();
  for (const [family, records] of Map.groupBy(internal, ({ chain }) => chainOf(chain).family)) {
    const addresses = new Set(records.flatMap(({ fromAddress, toAddress }) => [fromAddress, toAddress ?? []].flat()));
    const owned = await wallets.owned(organisationId, familyChains(family), [...addresses]);
    for (const [address, account] of owned) {
      const [id, ...others] = walletIdsOf(account);
      if (id !== undefined && others.length === 0) found.set(`${family} ${address}`, id);
    }
  }
  return found;
}
