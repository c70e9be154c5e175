import { keys, timelines } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import { countBeside } from '../platform/table/timeline.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredTransaction } from './schema.ts';

type Dated = Pick<StoredTransaction, 'id' | 'walletId' | 'blockTimestamp'>;

/** Some 1.5 s of waiting in all: a function has a minute for the records of an organisation, which may be 25. */
const ROUNDS = 6;

/**
 * Counts the transactions of a wallet in the window of so many minutes that ends at one of them. Orphaned ones do not
 * count.
 */
export function recentCounts(table: Table) {
  function inWindow(organisationId: OrganisationId, { id, walletId, blockTimestamp }: Dated, windowMinutes: number) {
    const partition = timelines.walletTransactions(organisationId, walletId);
    const from = new Date(Date.parse(blockTimestamp) - windowMinutes * 60_000).toISOString();
    const window = { index: 'gsi2', partition, from, to: blockTimestamp, without: { reorged: true } } as const;
    return countBeside(table, window, keys.transaction(organisationId, id));
  }

  return {
    /** This one included, which may not be stored: so it is left out of the count and added. */
    async countRecent(organisationId: OrganisationId, transaction: Dated, windowMinutes: number): Promise<number> {
      return 1 + (await inWindow(organisationId, transaction, windowMinutes)).others;
    },

    /**
     * The same of a stored one, once the index shows it: what was recorded before it is then there too. The last of a
     * burst would else be counted without those just before it, and none may come after it to make up for that.
     * @throws Error when the index lags for long: try again.
     */
    async countRecentOfStored(
      organisationId: OrganisationId,
      transaction: Dated,
      windowMinutes: number,
    ): Promise<number> {
      for (let round = 0; round < ROUNDS; round++) {
        if (round > 0) await new Promise((resolve) => setTimeout(resolve, 25 * 2 ** round));
        const { others, isShown } = await inWindow(organisationId, transaction, windowMinutes);
        if (isShown) return 1 + others;
      }
      throw new Error(`the index does not show transaction ${transaction.id} yet`);
    },
  };
}
