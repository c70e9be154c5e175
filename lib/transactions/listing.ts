import type { RecordList, RecordQuery, Steps } from '../platform/lists/index.ts';
import type { Page, PageRequest } from '../platform/page.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletConditions } from '../wallets/wallet-condition.ts';
import type { TransactionItem } from './item.ts';
import type { StoredTransaction } from './schema.ts';
import { listQueryOf } from './transaction-list.ts';
import type { TransactionFilters, TransactionSearch } from './transaction-query.ts';

/** Where a walk begins, and how it reads. */
interface Walk extends Steps {
  readonly after?: string;
  /** Whether the walk is refused when it would examine more records than a request may. */
  readonly isBounded?: boolean;
}

/** Two steps of two BatchGetItem each: the caller seldom waits for a request, and the steps need some MB. */
const AHEAD = 2;

/** The reads of the list of transactions. */
export function listing(
  list: RecordList<typeof TransactionItem>,
  find: (organisationId: OrganisationId, id: string) => Promise<StoredTransaction | null>,
  wallets: WalletConditions,
) {
  const queryOf = async (organisationId: OrganisationId, filters: TransactionFilters): Promise<RecordQuery> =>
    listQueryOf(organisationId, filters, await wallets.of(organisationId, filters));

  /** Yields the matching records in steps, each with a position from which a later walk can go on. */
  async function* walk(
    organisationId: OrganisationId,
    filters: TransactionFilters,
    { after, isBounded = false, ...steps }: Walk = {},
  ) {
    const query = await queryOf(organisationId, filters);
    if (isBounded) await list.requireExaminable(organisationId, query);
    yield* list.walk(organisationId, { ...query, after }, steps);
  }

  return {
    walk,

    /**
     * The filters that the list answers. The tag of many wallets is left out: who reads the records looks at it
     * (`found`).
     */
    async listed(
      organisationId: OrganisationId,
      { q: _, walletTag, ...filters }: TransactionSearch,
    ): Promise<TransactionFilters> {
      const isOfFew = walletTag !== undefined && (await wallets.isOfFew(organisationId, walletTag));
      return isOfFew ? { ...filters, walletTag } : filters;
    },

    /** @throws ApiError `validation_failed` on `cursor`, or on a filter that would examine too many records. */
    async page(
      organisationId: OrganisationId,
      filters: TransactionFilters,
      request: PageRequest,
    ): Promise<Page<StoredTransaction>> {
      const { wallet, asked } = await wallets.ofPage(organisationId, filters);
      return list.page(organisationId, { ...listQueryOf(organisationId, filters, wallet), asked }, request, filters);
    },

    /** The records that match the filters, in the order of the list. */
    matching: async (
      organisationId: OrganisationId,
      filters: TransactionFilters,
      records: readonly StoredTransaction[],
    ): Promise<StoredTransaction[]> => list.matching(organisationId, await queryOf(organisationId, filters), records),

    /** @throws ApiError `validation_failed` on a filter that would examine too many records. */
    count: async (organisationId: OrganisationId, filters: TransactionFilters): Promise<number> =>
      list.count(organisationId, await queryOf(organisationId, filters)),

    /** Yields all matching records in batches. Reads the next batches while the caller handles one. */
    async *all(organisationId: OrganisationId, filters: TransactionFilters): AsyncGenerator<StoredTransaction[]> {
      for await (const { records } of walk(organisationId, filters, { ahead: AHEAD })) yield records;
    },

    ...recentCounts(list, find),
  };
}

type Dated = Pick<StoredTransaction, 'id' | 'walletId' | 'blockTimestamp'>;

/**
 * Counts the transactions of a wallet in a window of minutes that ends at one of these transactions. Orphaned
 * transactions do not count. The list is exact: it has every transaction whose write was answered. Some of its reads
 * are stale, but a strongly consistent read of the head confirms the state of each count.
 */
function recentCounts(
  list: Pick<RecordList<typeof TransactionItem>, 'count'>,
  find: (organisationId: OrganisationId, id: string) => Promise<StoredTransaction | null>,
) {
  /** The count for a stored transaction, which counts too. */
  function countRecentOfStored(
    organisationId: OrganisationId,
    { walletId, blockTimestamp }: Dated,
    windowMinutes: number,
  ): Promise<number> {
    const from = new Date(Date.parse(blockTimestamp) - windowMinutes * 60_000).toISOString();
    const filter = { wallet: walletId, reorged: '' };
    return list.count(organisationId, { filter, from, to: blockTimestamp });
  }

  return {
    countRecentOfStored,

    /** The count with this transaction, which need not be stored. */
    async countRecent(organisationId: OrganisationId, transaction: Dated, windowMinutes: number): Promise<number> {
      const [counted, stored] = await Promise.all([
        countRecentOfStored(organisationId, transaction, windowMinutes),
        find(organisationId, transaction.id),
      ]);
      return stored === null || stored.reorged ? counted + 1 : counted;
    },
  };
}
