export interface ListMeta {
  readonly total: number;
  /** The cursor of the next page; null on the last page. */
  readonly next?: string | null;
  /** How many records a search looked through. */
  readonly searched?: number;
  /** False while a search has not looked through all records: `total` is what the search found so far. */
  readonly totalIsExact?: boolean;
}

/** A page of a list, as the API answers it. */
export interface ListPage<T> {
  readonly data: readonly T[];
  readonly meta: ListMeta;
}

export interface ListView<T> {
  readonly rows: readonly T[];
  readonly total: number;
  /** How many items are new since the rows were put up. */
  readonly added: number;
}

/**
 * What a list shows while its user reads. The rows keep their order and their place, but each row shows its latest
 * state, so that a delivery turns delivered under the eyes of the user.
 * @param shown the page that the user reads; undefined when the list may change.
 * @param isNewestFirst whether new items come at the top of this page.
 */
export function listView<T extends { readonly id: string }>(
  shown: ListPage<T> | undefined,
  latest: ListPage<T>,
  isNewestFirst: boolean,
): ListView<T> {
  if (shown === undefined) return { rows: latest.data, total: latest.meta.total, added: 0 };
  const states = new Map(latest.data.map((item) => [item.id, item]));
  return {
    rows: shown.data.map((item) => states.get(item.id) ?? item),
    total: latest.meta.total,
    // Items that left the list hide arrivals from the difference of the totals.
    added: Math.max(latest.meta.total - shown.meta.total, isNewestFirst ? arrivals(shown.data, latest.data) : 0, 0),
  };
}

type Items = readonly { readonly id: string }[];

/**
 * How many items stand above the first item that both pages have. Without such an item nobody knows: the page may have
 * only older items, which moved up.
 */
function arrivals(shown: Items, latest: Items): number {
  const known = new Set(shown.map(({ id }) => id));
  return Math.max(
    0,
    latest.findIndex(({ id }) => known.has(id)),
  );
}
