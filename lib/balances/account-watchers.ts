import type { ChainId } from '../chains/registry.ts';
import type { Table } from '../platform/table/table.ts';
import type { OrganisationId } from '../values/ids.ts';
import { hasTags } from '../wallets/account-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { type AddressWatcher, watchedAmong } from '../wallets/watched-addresses.ts';

/**
 * Whether anybody watches an address, the wallets that watch all of it, and the organisations that also watch tags of
 * it (`sharing`). A balance belongs to the whole account. So a check needs a wallet without a tag, and the records of
 * all other wallets of its organisation: a wallet that is not watched has none.
 */
export async function accountWatchers(
  { table, wallets }: { readonly table: Table; readonly wallets: Pick<WalletRepo, 'tags'> },
  chain: ChainId,
  form: string,
): Promise<{
  readonly isWatched: boolean;
  readonly ofAccount: readonly AddressWatcher[];
  readonly sharing: ReadonlySet<OrganisationId>;
}> {
  const { watchers = [], claimers = [] } = (await watchedAmong(table, chain, [form])).get(form) ?? {};
  const tagOf = await wallets.tags(hasTags(chain) ? watchers : []);
  const keeping = new Set(claimers.map(({ organisationId }) => organisationId));
  const ofAccount = watchers.filter(
    ({ organisationId, walletId }) => tagOf(walletId) === null && !keeping.has(organisationId),
  );
  const tagged = watchers.filter(({ walletId }) => tagOf(walletId) !== null);
  const sharing = new Set(tagged.map(({ organisationId }) => organisationId));
  return { isWatched: watchers.length > 0, ofAccount, sharing };
}
