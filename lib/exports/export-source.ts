import type { TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { found } from '../transactions/search.ts';
import type { TransactionSearch } from '../transactions/transaction-query.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';

interface ListSourceDeps {
  readonly transactions: Pick<TransactionRepo, 'walk' | 'count'>;
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
 * The source over the list of transactions. A search keeps the records that it finds, so that a page may be empty. The
 * source keeps the walk of the last page open, so that the next page continues the walk. One source therefore serves
 * one run of one job.
 */
export function listSource({ transactions, wallets }: ListSourceDeps): ExportSource {
  let open: { readonly position: string; readonly steps: ReturnType<TransactionRepo['walk']> } | null = null;

  return {
    /** With `q` an upper bound: only the search itself tells what it finds. */
    count: (organisationId, filters) => transactions.count(organisationId, filters),

    async after(organisationId, { q, ...filters }, position, limit) {
      const isOpen = open !== null && open.position === position;
      const steps =
        open !== null && isOpen
          ? open.steps
          : transactions.walk(organisationId, filters, { after: position ?? undefined, step: limit });
      open = null;
      const { value, done } = await steps.next();
      if (done) return { records: [], position: null };
      open = { position: value.last, steps };
      return { records: await found(wallets, organisationId, q, value.records), position: value.last };
    },
  };
}
