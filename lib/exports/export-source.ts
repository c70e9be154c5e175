import type { TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { found } from '../transactions/search.ts';
import type { TransactionSearch } from '../transactions/transaction-query.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';

interface ListSourceDeps {
  readonly transactions: Pick<TransactionRepo, 'walk' | 'count' | 'listed'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
}

export interface SourcePage {
  readonly records: readonly StoredTransaction[];
  /** Where the next page begins; null at the end. */
  readonly position: string | null;
}

/** The transactions that an export writes, newest first. */
export interface ExportSource {
  count(organisationId: OrganisationId, filters: TransactionSearch): Promise<number>;
  /** The page after a position; null is the beginning. A position stays valid while records arrive. */
  after(
    organisationId: OrganisationId,
    filters: TransactionSearch,
    position: string | null,
    limit: number,
  ): Promise<SourcePage>;
}

/**
 * The source over the list of transactions. A search keeps the records that it finds, so that a page may be empty. So
 * does a filter by the tag of wallets: a row stands in the file when its wallet carries the tag while it is written.
 * The source keeps the walk of the last page open, so that the next page continues the walk. One source therefore
 * serves one run of one job.
 */
export function listSource({ transactions, wallets }: ListSourceDeps): ExportSource {
  let open: { readonly position: string; readonly steps: ReturnType<TransactionRepo['walk']> } | null = null;

  return {
    /** With `q`, or a tag of very many wallets, an upper bound: only the file itself tells what they find. */
    count: async (organisationId, filters) =>
      transactions.count(organisationId, await transactions.listed(organisationId, filters)),

    async after(organisationId, filters, position, limit) {
      const isOpen = open !== null && open.position === position;
      const walk = { after: position ?? undefined, step: limit };
      const steps =
        open !== null && isOpen
          ? open.steps
          : transactions.walk(organisationId, await transactions.listed(organisationId, filters), walk);
      open = null;
      const { value, done } = await steps.next();
      if (done) return { records: [], position: null };
      open = { position: value.last, steps };
      return { records: await found(wallets, organisationId, filters, value.records), position: value.last };
    },
  };
}
