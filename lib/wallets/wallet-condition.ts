import type { Deps } from '../platform/deps.ts';
import type { FieldCondition } from '../platform/lists/index.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { walletRepo } from './repo.ts';
import type { StoredWallet } from './schema.ts';
import { walletListing } from './wallet-listing.ts';

/** Their ids cost 3 to 40 read units, or 700 when each stands in another leaf of a list of 200,000. */
const MOST_TAGGED = 1_000;

/** The filters by wallet that all lists of records have. */
export interface WalletFilters {
  readonly walletId?: string;
  readonly walletTag?: string;
}

/** Whether a wallet carries a tag. A deleted wallet carries none. */
export const carries = ({ tags, deletedAt }: StoredWallet, tag: string): boolean =>
  deletedAt === null && tags.includes(tag);

/** How lists of records find the records of the wallets that a filter names, by the tags of this moment. */
export function walletConditions(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const wallets = walletRepo(deps);
  const listing = walletListing(deps);

  /** The ids of the wallets that carry a tag; null when they are more than a filter takes. */
  async function tagged(organisationId: OrganisationId, tag: string): Promise<readonly string[] | null> {
    const ids = await listing.tagged(organisationId, tag, MOST_TAGGED + 1);
    return ids.length > MOST_TAGGED ? null : ids;
  }

  return {
    /** Whether a filter takes the tag. */
    isTaken: async (organisationId: OrganisationId, tag: string): Promise<boolean> =>
      (await tagged(organisationId, tag)) !== null,

    /**
     * The condition of the field with the wallet; undefined without a filter. A wallet and a tag must both hold.
     * @throws ApiError `validation_failed` on `walletTag` for a tag of too many wallets.
     */
    async of(
      organisationId: OrganisationId,
      { walletId, walletTag }: WalletFilters,
    ): Promise<FieldCondition | string | undefined> {
      if (walletTag === undefined) return walletId;
      if (walletId !== undefined) {
        const wallet = (await wallets.byId(organisationId, [walletId])).get(walletId);
        return wallet !== undefined && carries(wallet, walletTag) ? walletId : { in: [] };
      }
      const ids = await tagged(organisationId, walletTag);
      if (ids !== null) return { in: ids };
      throw invalidField(
        'walletTag',
        'is carried by more than 1,000 wallets: filter by `walletId`, or start an export',
      );
    },
  };
}

export type WalletConditions = ReturnType<typeof walletConditions>;
