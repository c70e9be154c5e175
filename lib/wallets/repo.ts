import type { Target } from '../organisations/mutes/repo.ts';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { batchGet, getItem } from '../platform/table/table.ts';
import { notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { walletTags } from './account-wallets.ts';
import { walletsAt } from './occupied-addresses.ts';
import { StoredWallet } from './schema.ts';

/** The wallets of organisations by id and address. `walletListing` lists them, `walletChanges` changes them. */
export function walletRepo({ table }: Pick<Deps, 'table'>) {
  /** @throws ApiError `not_found` for a missing wallet, a deleted wallet, or a wallet of another organisation. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredWallet> {
    const wallet = await getItem(table, keys.wallet(organisationId, id), StoredWallet);
    if (wallet === null || wallet.deletedAt !== null) throw notFound('wallet');
    return wallet;
  }

  const tags = walletTags(table);

  return {
    get,

    /** What a mute of the wallet names. */
    muted: (organisationId: OrganisationId, record: StoredWallet): Target => ({
      of: 'wallet',
      id: record.id,
      record,
      exists: { check: keys.wallet(organisationId, record.id), when: '#deletedAt = :none', values: { ':none': null } },
    }),

    /** Wallets by id, deleted wallets included, because transactions show both. */
    async byId(organisationId: OrganisationId, ids: readonly string[]): Promise<Map<string, StoredWallet>> {
      const unique = [...new Set(ids)];
      const found = await batchGet(
        table,
        unique.map((id) => keys.wallet(organisationId, id)),
        StoredWallet,
      );
      return new Map(found.map((wallet) => [wallet.id, wallet]));
    },

    /** Which wallets of the organisation these addresses have on any of the chains. */
    owned: (organisationId: OrganisationId, chains: readonly string[], addresses: readonly string[]) =>
      walletsAt({ table, tags }, organisationId, chains, addresses),

    tags,
  };
}

export type WalletRepo = ReturnType<typeof walletRepo>;
