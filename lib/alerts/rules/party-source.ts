import { knownAddresses } from '../../address-book/known-addresses.ts';
import { chainOf, familyChains } from '../../chains/registry.ts';
import type { Deps } from '../../platform/deps.ts';
import { dealingName, dealingsOf } from '../../transactions/dealings.ts';
import type { MetHistory } from '../../transactions/met-before.ts';
import { type TransactionRepo, transactionRepo } from '../../transactions/repo.ts';
import { walletRepo } from '../../wallets/repo.ts';
import type { PartySource } from './port/groups.ts';

/**
 * Records with an address that one search looks through. A stranger can make many records that prove nothing, so the
 * search ends, and the counterparty then counts as new: an alert too many is better than none.
 */
const MOST_EXAMINED = 100;
const STEP = 25;

/** Searches the list of transactions, which finds records by an address of a transfer, but not by a spender. */
const searching = (transactions: Pick<TransactionRepo, 'walk'>): MetHistory => ({
  async find(organisationId, { id, walletId }, dealing, { to, madeBefore }) {
    const name = dealingName(dealing);
    const filters = { walletId, counterparty: dealing.form, to };
    let examined = 0;
    for await (const { records } of transactions.walk(organisationId, filters, { step: STEP })) {
      const older = records.find(
        (record) =>
          record.id !== id &&
          (madeBefore === null || record.createdAt < madeBefore) &&
          dealingsOf(record).some((each) => each.isProof && dealingName(each) === name),
      );
      if (older !== undefined) return older.id;
      examined += records.length;
      if (examined >= MOST_EXAMINED) break;
    }
    return null;
  },
});

/**
 * Where rules find what is known of the addresses of a transaction, on one table.
 * @param settles whether an answer may be stored. Only the pipeline answers for good.
 * @param stale whether the address book and the lists may be read a second late, at half the price.
 */
export function partySource(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  { settles = false, stale = false }: { readonly settles?: boolean; readonly stale?: boolean } = {},
): PartySource {
  const [wallets, transactions] = [walletRepo(deps), transactionRepo(deps)];
  const history = searching(transactions);
  return {
    knownAddresses: knownAddresses(deps.table, { stale }),
    async ownedAmong(organisationId, chain, addresses) {
      const owned = await wallets.owned(organisationId, familyChains(chainOf(chain).family), addresses);
      return new Set(owned.keys());
    },
    firstDealings: (organisationId, transaction) =>
      transactions.met.firsts(organisationId, transaction, history, settles),
  };
}
