import type { RecordList, Steps } from '../platform/lists/index.ts';
import type { Page, PageRequest } from '../platform/page.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { TransactionItem } from './item.ts';
import { recentCounts } from './recent.ts';
import type { StoredTransaction } from './schema.ts';
import { listQueryOf } from './transaction-list.ts';
import type { TransactionFilters } from './transaction-query.ts';

/** Where a walk begins, and how it reads. */
interface Walk extends Steps {
  readonly after?: string;
}

/** Two steps of two BatchGetItem each: the caller seldom waits for a request, and the steps need some MB. */
const AHEAD = 2;

/** The reads of the list of transactions. */
export function listing(
  list: RecordList<typeof TransactionItem>,
  find: (organisationId: OrganisationId, id: string) => Promise<StoredTransaction | null>,
) {
  /** Yields the matching records in steps, each with a position from which a later walk can go on. */
  const walk = (organisationId: OrganisationId, filters: TransactionFilters, { after, ...steps }: Walk = {}) =>
    list.walk(organisationId, { ...listQueryOf(organisationId, filters), after }, steps);

  return {
    walk,

    /** @throws ApiError `validation_failed` on `cursor`, or on a filter that would examine too many records. */
    page: (
      organisationId: OrganisationId,
      filters: TransactionFilters,
      request: PageRequest,
    ): Promise<Page<StoredTransaction>> =>
      list.page(organisationId, listQueryOf(organisationId, filters), request, filters),

    /** The records that match the filters, in the order of the list. */
    matching: (
      organisationId: OrganisationId,
      filters: TransactionFilters,
      records: readonly StoredTransaction[],
    ): StoredTransaction[] => list.matching(organisationId, listQueryOf(organisationId, filters), records),

    /** @throws ApiError `validation_failed` on a filter that would examine too many records. */
    count: (organisationId: OrganisationId, filters: TransactionFilters): Promise<number> =>
      list.count(organisationId, listQueryOf(organisationId, filters)),

    /** Yields all matching records in batches. Reads the next batches while the caller handles one. */
    async *all(organisationId: OrganisationId, filters: TransactionFilters): AsyncGenerator<StoredTransaction[]> {
      for await (const { records } of walk(organisationId, filters, { ahead: AHEAD })) yield records;
    },

    ...recentCounts(list, find),
  };
}
