import { keyIn } from '../table/counted-list-keys.ts';
import { bucketCounts } from './bucket-counts.ts';
import { netWithout } from './change.ts';
import type { ListDefinition } from './definition.ts';
import { descent, type IsEnough } from './descent.ts';
import type { Entry } from './entries.ts';
import { type ListFilter, planOf } from './filter.ts';
import type { ListStore } from './list-store.ts';
import { type KeyRange, keyRange, type Order, restAfter } from './range.ts';
import { foundIn, treeFor } from './side-tree.ts';
import { readList, type Snapshot } from './snapshot.ts';

export interface ListQuery {
  readonly filter: ListFilter;
  /** ISO instants, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** Entries that are left out, as the list has them. */
  readonly without?: readonly Entry[];
  /** The error when no count answers the filter and it would examine more entries than a request may. */
  readonly refusal?: () => Error;
}

export interface ListPageQuery extends ListQuery {
  readonly order: Order;
  readonly skip: number;
  readonly take: number;
  /** The key of the entry that comes before the page. `skip` counts from there. `total` ignores it. */
  readonly after?: string;
}

export interface ListPage {
  readonly total: number;
  /** The key of the last entry is the position of a cursor. */
  readonly entries: readonly Entry[];
}

/** How many entries an export finds at a time. */
const STEP = 1_000;

/** A counted list of one organisation: the numbers are exact at every moment, and no read walks the list. */
export function countedList(definition: ListDefinition, store: ListStore) {
  const rangeOf = ({ from, to }: Pick<ListQuery, 'from' | 'to'>): KeyRange => keyRange({ from, to });

  /** The tree that answers a query, and how the query reads it. */
  function planned(whole: Snapshot, { filter }: Pick<ListQuery, 'filter'>, groups?: readonly string[]) {
    const { isDivided } = whole.head;
    const { definition: own, snapshot, place, left } = treeFor({ ...definition, isDivided }, whole, filter);
    return { snapshot, place, plan: planOf(own, left, groups) };
  }
  function find(whole: Snapshot, query: Pick<ListQuery, 'filter' | 'refusal'>) {
    const { snapshot, place, plan } = planned(whole, query);
    return foundIn(place, descent(snapshot, plan, query.refusal));
  }

  async function page(query: ListPageQuery): Promise<ListPage> {
    const { order, skip, take, after } = query;
    const range = rangeOf(query);
    const rest = after === undefined ? range : restAfter(range, after, order);
    return readList(definition, store, async (snapshot) => {
      const found = find({ ...snapshot, net: netWithout(snapshot.net, query.without ?? []) }, query);
      if (after === undefined) return found.both(range, order, skip, take);
      // The total is that of the whole range.
      const [total, entries] = await Promise.all([found.count(range), found.page(rest, order, skip, take)]);
      return { total, entries };
    });
  }

  return {
    page,

    count: (query: Omit<ListQuery, 'without'>): Promise<number> =>
      readList(definition, store, (snapshot) => find(snapshot, query).count(rangeOf(query))),

    /**
     * Counts the matches of each bucket by the values of some fields. The key of a count is the values with spaces
     * between them.
     * @param starts of the buckets, in order. The first bucket may begin before `from`.
     */
    buckets(
      query: Omit<ListQuery, 'without'>,
      groups: readonly string[],
      starts: readonly string[],
    ): Promise<Map<string, number>[]> {
      const { from, until } = rangeOf(query);
      const bounds = [from, ...starts.slice(1), until];
      const places = groups.map((name) => definition.fields.indexOf(name));
      return readList(definition, store, async (whole) => {
        const { snapshot, place, plan } = planned(whole, query, groups);
        await foundIn(place, descent(snapshot, plan, query.refusal)).requireExaminable({ from, until });
        const keys = bounds.map((bound) => keyIn(place, bound));
        return bucketCounts(snapshot, plan, places, keys);
      });
    },

    /** @throws the refusal of the query when no count answers it and its range has too many entries to examine. */
    requireExaminable: (query: Omit<ListQuery, 'without'>): Promise<void> =>
      readList(definition, store, (snapshot) => find(snapshot, query).requireExaminable(rangeOf(query))),

    /**
     * The first matches behind a position, until they are enough, and whether there are no others.
     * @throws as `requireExaminable`, for the range behind the position.
     */
    search(
      query: Omit<ListQuery, 'without'> & { readonly after?: string | undefined },
      order: Order,
      most: number,
      isEnough?: IsEnough,
    ): Promise<{ readonly entries: readonly Entry[]; readonly isEnd: boolean }> {
      const range = rangeOf(query);
      const rest = query.after === undefined ? range : restAfter(range, query.after, order);
      return readList(definition, store, async (snapshot) => {
        const found = find(snapshot, query);
        await found.requireExaminable(rest);
        return found.first(rest, order, most, isEnough);
      });
    },

    /**
     * Yields all matches in steps. Memory holds one step. A record that arrives behind the place of the
     * iterator is not yielded, and no record is yielded twice.
     */
    async *all(
      query: Omit<ListQuery, 'without'> & { readonly after?: string },
      order: Order,
      step = STEP,
    ): AsyncGenerator<readonly Entry[]> {
      const range = rangeOf(query);
      for (let rest = query.after === undefined ? range : restAfter(range, query.after, order); ; ) {
        const { entries } = await readList(definition, store, (snapshot) =>
          find(snapshot, query).first(rest, order, step),
        );
        const last = entries.at(-1);
        if (last !== undefined) yield entries;
        if (last === undefined || entries.length < step) return;
        rest = restAfter(rest, last.key, order);
      }
    },
  };
}

export type CountedList = ReturnType<typeof countedList>;
