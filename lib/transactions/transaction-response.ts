import { type BookLabels, bookLabels } from '../address-book/book-labels.ts';
import { chainOf, familyChains } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import type { OrganisationId } from '../values/ids.ts';
import { walletIdsOf } from '../wallets/account-wallets.ts';
import { type WalletRepo, walletRepo } from '../wallets/repo.ts';
import { walletSummary } from '../wallets/wallet-response.ts';
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
    return { ...transaction, wallet: walletSummary(wallet) };
  });
}

/** What answers name wallets and addresses by. */
export interface Names extends Pick<WalletRepo, 'byId' | 'owned'> {
  /** The labels in the address book of an organisation. Without them, answers name strangers by their addresses. */
  readonly labelsOf?: BookLabels;
}

/** The wallets and the address books in the table. */
export const recordNames = (deps: Pick<Deps, 'table' | 'now'>): Required<Names> => ({
  ...walletRepo(deps),
  labelsOf: bookLabels(deps),
});

/** The response for records: the fields of each that a caller sees. */
export async function transactionResponses(
  names: Names,
  organisationId: OrganisationId,
  transactions: readonly StoredTransaction[],
): Promise<Transaction[]> {
  const told = await sentencesOf(names, organisationId, transactions);
  return transactions.map((transaction, n) => Transaction.parse({ ...transaction, ...told[n] }));
}

/** The sentence about each record, what a caller sees of its wallet, and the labels of its ends. */
export async function sentencesOf(
  names: Names,
  organisationId: OrganisationId,
  transactions: readonly (Told & Pick<StoredTransaction, 'walletId'>)[],
): Promise<Pick<Transaction, 'summary' | 'wallet' | 'fromLabel' | 'toLabel'>[]> {
  const ends = await internalEnds(names, organisationId, transactions);
  const ids = [...transactions.map(({ walletId }) => walletId), ...ends.values()];
  const byId = await names.byId(organisationId, ids);
  const told = transactions.map((transaction) => {
    const wallet = byId.get(transaction.walletId);
    if (wallet === undefined) throw new Error(`a transaction on ${transaction.chain} has no wallet`);
    const ownLabel = (address: string): string | undefined => {
      const id = transaction.direction === 'internal' ? ends.get(endOf(transaction, address)) : undefined;
      return id === undefined ? undefined : byId.get(id)?.label;
    };
    return { transaction, wallet, ownLabel };
  });
  const strangers = told.flatMap(({ transaction: { fromAddress, toAddress }, wallet, ownLabel }) =>
    [fromAddress, toAddress].filter(
      (address) => address !== null && address !== wallet.address && ownLabel(address) === undefined,
    ),
  );
  const asked = strangers.filter((address) => address !== null);
  const labels = (await names.labelsOf?.(organisationId, asked)) ?? new Map<string, string>();
  return told.map(({ transaction, wallet, ownLabel }) => {
    // An own wallet has the label that its owner gave the wallet, whatever the book says.
    const labelOf = (address: string) =>
      ownLabel(address) ?? (address === wallet.address ? undefined : labels.get(address));
    const shownLabel = (address: string | null): string | null =>
      address === null ? null : (labelOf(address) ?? (address === wallet.address ? wallet.label : null));
    return {
      summary: sentenceOf(transaction, wallet, labelOf),
      wallet: walletSummary(wallet),
      fromLabel: shownLabel(transaction.fromAddress),
      toLabel: shownLabel(transaction.toAddress),
    };
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
