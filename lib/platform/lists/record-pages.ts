import type { OrganisationId } from '../../values/ids.ts';
import { cursorsOf, type Page, type PageRequest, refuseBoth } from '../page.ts';
import type { Table } from '../table/table.ts';
import type { CountedList, ListQuery } from './counted-list.ts';
import type { ListDefinition, Tuple } from './definition.ts';
import { scanFor } from './divided.ts';
import type { Entry } from './entries.ts';
import type { Order } from './range.ts';

export interface RecordQuery extends Omit<ListQuery, 'without'> {
  readonly order: Order;
}

/** A test that no count answers, and how many entries a request looks through. */
interface Search<T> {
  readonly test: (tuple: Tuple) => boolean;
  readonly most: number;
  /** Records that the search leaves out, as they are now. */
  readonly without?: readonly T[];
  /** Whether a request has read enough: so many entries, of which it shows so many records. */
  readonly isEnough?: (searched: number, shown: number) => boolean;
}

/** What the pages need of the list of records. */
interface PagesDeps<T> {
  readonly table: Table;
  readonly definition: ListDefinition;
  listOf(organisationId: OrganisationId, query: ListQuery): Promise<CountedList>;
  recordsOf(organisationId: OrganisationId, entries: readonly Entry[]): Promise<T[]>;
  entriesOf(organisationId: OrganisationId, records: readonly T[]): Entry[];
}

/** Entries that a page looks through for many values of the field that divides a list. Their leaves cost 25 units. */
const MOST_SCANNED = 1_500;

/** The pages of a list of records. */
export function listPages<T>({ table, definition, listOf, recordsOf, entriesOf }: PagesDeps<T>) {
  /**
   * A page of the entries that pass a test beside the filter. A request looks through a part of the list: `meta.next`
   * goes on behind it, and `total` is what was found until there.
   * @throws ApiError `validation_failed` on `cursor`.
   */
  async function search(
    organisationId: OrganisationId,
    { order, ...query }: RecordQuery,
    request: PageRequest,
    scope: unknown,
    { test, most, without = [], isEnough }: Search<T>,
  ): Promise<Page<T>> {
    refuseBoth(request);
    const { page: given = 1, pageSize, cursor } = request;
    const cursors = cursorsOf(definition.name, organisationId, order, scope);
    const place = cursor === undefined ? null : cursors.read(cursor);
    const page = place?.page ?? given;
    const list = await listOf(organisationId, query);
    const leftOut = new Set(entriesOf(organisationId, without).map(({ key }) => key));
    const matching = (found: readonly Entry[]) => found.filter(({ key, tuple }) => !leftOut.has(key) && test(tuple));
    const first = place === null ? (page - 1) * pageSize : 0;
    const shownOf = (found: readonly Entry[]) => matching(found).slice(first, first + pageSize);
    const { entries, isEnd } = await list.search(
      { ...query, after: place?.after },
      order,
      most,
      isEnough && ((found) => isEnough(found.length, shownOf(found).length)),
    );
    const matches = matching(entries);
    const shown = shownOf(entries);
    const end = isEnd ? null : (entries.at(-1)?.key ?? null);
    const after = matches.length > first + pageSize ? (shown.at(-1)?.key ?? end) : end;
    return {
      data: await recordsOf(organisationId, shown),
      meta: {
        total: matches.length,
        page,
        pageSize,
        next: after === null ? null : cursors.write({ after, page: page + 1 }),
        searched: entries.length,
        ...((end !== null || place !== null) && { totalIsExact: false }),
      },
    };
  }

  /**
   * A page with the exact total. For a filter on many values of the field that divides the list, a search.
   * @param without records that the page leaves out, as they are now.
   * @throws ApiError `validation_failed` on `cursor`.
   */
  async function page(
    organisationId: OrganisationId,
    query: RecordQuery,
    request: PageRequest,
    scope: unknown,
    without: readonly T[] = [],
  ): Promise<Page<T>> {
    refuseBoth(request);
    const scan = await scanFor(table, organisationId, definition, query.filter);
    if (scan !== null) {
      const { filter, test } = scan;
      return search(organisationId, { ...query, filter }, request, scope, { test, most: MOST_SCANNED, without });
    }
    const { page: given = 1, pageSize, cursor } = request;
    const cursors = cursorsOf(definition.name, organisationId, query.order, scope);
    const place = cursor === undefined ? null : cursors.read(cursor);
    const skip = place === null ? (given - 1) * pageSize : 0;
    const list = await listOf(organisationId, query);
    const { total, entries } = await list.page({
      ...query,
      without: entriesOf(organisationId, without),
      skip,
      // The total of the list does not tell how many entries are left after a cursor.
      take: place === null ? pageSize : pageSize + 1,
      after: place?.after,
    });
    const shown = entries.slice(0, pageSize);
    const number = place?.page ?? given;
    const last = shown.at(-1);
    const isMore = place === null ? skip + pageSize < total : entries.length > pageSize;
    return {
      data: await recordsOf(organisationId, shown),
      meta: {
        total,
        page: number,
        pageSize,
        next: isMore && last !== undefined ? cursors.write({ after: last.key, page: number + 1 }) : null,
      },
    };
  }

  return { page, search };
}
