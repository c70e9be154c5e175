import type { Deps } from '../platform/deps.ts';
import type { Asked, FieldCondition } from '../platform/lists/index.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { walletRepo } from './repo.ts';
import type { StoredWallet } from './schema.ts';
import { walletListing } from './wallet-listing.ts';

/** Wallets whose ids each page reads. They cost 3 to 20 read units (ADR 85). */
const MOST_NAMED = 1_000;
/** Wallets whose ids a request for a whole range reads: 8,000 read units, as much as a million entries cost. */
const MOST_HELD = 500_000;

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

  /** The ids of the wallets that carry a tag; null when they are more than a page reads. */
  async function few(organisationId: OrganisationId, tag: string): Promise<readonly string[] | null> {
    const ids = await listing.tagged(organisationId, tag, MOST_NAMED + 1);
    return ids.length > MOST_NAMED ? null : ids;
  }

  /** Null for the tag of many wallets. */
  async function named(
    organisationId: OrganisationId,
    { walletId, walletTag }: WalletFilters,
  ): Promise<FieldCondition | string | undefined | null> {
    if (walletTag === undefined) return walletId;
    if (walletId !== undefined) {
      const wallet = (await wallets.byId(organisationId, [walletId])).get(walletId);
      return wallet !== undefined && carries(wallet, walletTag) ? walletId : { in: [] };
    }
    const ids = await few(organisationId, walletTag);
    return ids === null ? null : { in: ids };
  }

  return {
    /** Whether few enough wallets carry a tag for a page to name them. */
    isOfFew: async (organisationId: OrganisationId, tag: string): Promise<boolean> =>
      (await few(organisationId, tag)) !== null,

    /**
     * The condition of the field with the wallet, for what reads a whole range: a count, a walk. Undefined without a
     * filter. A wallet and a tag must both hold.
     * @throws ApiError `validation_failed` on `walletTag` for a tag of more wallets than memory holds.
     */
    async of(organisationId: OrganisationId, filters: WalletFilters): Promise<FieldCondition | string | undefined> {
      const condition = await named(organisationId, filters);
      if (condition !== null) return condition;
      const ids = await listing.tagged(organisationId, filters.walletTag ?? '', MOST_HELD + 1);
      if (ids.length > MOST_HELD) throw tooMany();
      const held = new Set(ids);
      return { test: (id) => held.has(id) };
    },

    /** What a page asks of the field with the wallet. For the tag of many wallets, it reads those that it meets. */
    async ofPage(
      organisationId: OrganisationId,
      filters: WalletFilters,
    ): Promise<{ readonly wallet?: FieldCondition | string | undefined; readonly asked?: Asked }> {
      const wallet = await named(organisationId, filters);
      if (wallet !== null) return { wallet };
      const which = async (ids: readonly string[]) => {
        const found = [...(await wallets.byId(organisationId, ids)).values()];
        return new Set(found.filter((each) => carries(each, filters.walletTag ?? '')).map(({ id }) => id));
      };
      return { asked: { field: 'wallet', which } };
    },
  };
}

export type WalletConditions = ReturnType<typeof walletConditions>;

const tooMany = () =>
  invalidField(
    'walletTag',
    `is carried by more than ${MOST_HELD.toLocaleString('en')} wallets: filter by \`walletId\`, or start an export`,
  );
