import type { OrganisationId } from '../../values/ids.ts';
import { cursorsOf, type Page, type PageRequest, refuseBoth } from '../page.ts';
import type { Table } from '../table/table.ts';
import { type Asked, asking, type Examined } from './asked-values.ts';
import type { CountedList, ListQuery } from './counted-list.ts';
import type { ListDefinition, Tuple } from './definition.ts';
import { scanFor } from './divided.ts';
import type { Entry } from './entries.ts';
import type { Order } from './range.ts';

export interface RecordQuery extends Omit<ListQuery, 'without'> {
  readonly order: Order;
}

/** A query of pages alone: the matches must also have one of the values that are asked about. */
export interface PageQuery extends RecordQuery {
  readonly asked?: Asked | undefined;
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
    { order, asked, ...query }: PageQuery,
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
    const first = place === null ? (page - 1) * pageSize : 0;
    const isCandidate = ({ key, tuple }: Entry) => !leftOut.has(key) && test(tuple);
    const ask = asked && asking(definition.fields.indexOf(asked.field), asked, isCandidate, first + pageSize);
    const examined = async (found: readonly Entry[]): Promise<Examined> =>
      (await ask?.(found)) ?? { searched: found, matches: found.filter(isCandidate), isEnough: false };
    const shownOf = ({ matches }: Examined) => matches.slice(first, first + pageSize);
    const mayEnd = async (found: readonly Entry[]) => {
      const so = await examined(found);
      return so.isEnough || isEnough?.(found.length, shownOf(so).length) === true;
    };
    const { entries, isEnd } = await list.search(
      { ...query, after: place?.after },
      order,
      most,
      ask === undefined && isEnough === undefined ? undefined : mayEnd,
    );
    const all = await examined(entries);
    const { searched, matches } = all;
    const shown = shownOf(all);
    const isWhole = isEnd && searched.length === entries.length;
    const end = isWhole ? null : (searched.at(-1)?.key ?? null);
    const after = matches.length > first + pageSize ? (shown.at(-1)?.key ?? end) : end;
    return {
      data: await recordsOf(organisationId, shown),
      meta: {
        total: matches.length,
        page,
        pageSize,
        next: after === null ? null : cursors.write({ after, page: page + 1 }),
        searched: searched.length,
        ...((end !== null || place !== null) && { totalIsExact: false }),
      },
    };
  }

  /**
   * A page with the exact total. For a filter on many values of the field that divides the list, and for values that
   * are asked about, a search.
   * @param without records that the page leaves out, as they are now.
   * @throws ApiError `validation_failed` on `cursor`.
   */
  async function page(
    organisationId: OrganisationId,
    query: PageQuery,
    request: PageRequest,
    scope: unknown,
    without: readonly T[] = [],
  ): Promise<Page<T>> {
    refuseBoth(request);
    const scan =
      query.asked === undefined
        ? await scanFor(table, organisationId, definition, query.filter)
        : { filter: query.filter, test: () => true };
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
