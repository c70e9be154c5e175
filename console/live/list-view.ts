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
 */
export function listView<T extends { readonly id: string }>(shown: ListPage<T> | undefined, latest: ListPage<T>) {
  if (shown === undefined) return { rows: latest.data, total: latest.meta.total, added: 0 };
  const states = new Map(latest.data.map((item) => [item.id, item]));
  return {
    rows: shown.data.map((item) => states.get(item.id) ?? item),
    total: latest.meta.total,
    added: Math.max(0, latest.meta.total - shown.meta.total),
  };
}
