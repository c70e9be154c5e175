import type { Target } from '../organisations/mutes/repo.ts';
import type { Deps } from '../platform/deps.ts';
import { newestFirst, type Page, pageOf } from '../platform/page.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { batchGet, getItem, queryPrefix } from '../platform/table/table.ts';
import { notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { walletTags } from './account-wallets.ts';
import { walletsAt } from './occupied-addresses.ts';
import { StoredWallet, type WalletQuery } from './schema.ts';

/** The wallets of organisations. `walletChanges` makes and changes them. */
export function walletRepo({ table }: Pick<Deps, 'table'>) {
  /** @throws ApiError `not_found` for a missing wallet, a deleted wallet, or a wallet of another organisation. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredWallet> {
    const wallet = await getItem(table, keys.wallet(organisationId, id), StoredWallet);
    if (wallet === null || wallet.deletedAt !== null) throw notFound('wallet');
    return wallet;
  }

  const tags = walletTags(table);

  /** Every wallet that is not deleted. */
  const live = async (organisationId: OrganisationId): Promise<StoredWallet[]> =>
    (await queryPrefix(table, keys.organisation(organisationId).pk, prefixes.wallets, StoredWallet)).filter(
      ({ deletedAt }) => deletedAt === null,
    );

  return {
    get,
    live,

    async list(organisationId: OrganisationId, { chain, q, ...request }: WalletQuery): Promise<Page<StoredWallet>> {
      const wanted = q?.toLowerCase();
      const shown = (await live(organisationId)).filter(
        (wallet) =>
          (chain === undefined || wallet.chains.includes(chain)) &&
          (wanted === undefined || `${wallet.label}\n${wallet.address}`.toLowerCase().includes(wanted)),
      );
      return pageOf(newestFirst(shown), request, 'wallets', organisationId, chain, q);
    },

    /** What a mute of the wallet names. */
    muted: (organisationId: OrganisationId, id: string): Target => ({
      of: 'wallet',
      id,
      exists: { check: keys.wallet(organisationId, id), when: '#deletedAt = :none', values: { ':none': null } },
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
