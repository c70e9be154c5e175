/** The values of a record's facets, in the order of the list's facet names. A missing value reads as ''. */
export type Tuple = readonly string[];

/** Counts by some of the facets. A view answers every filter that names no other facets. */
export interface View {
  /** A part of stored keys. */
  readonly name: string;
  readonly facets: readonly string[];
  /** Divides the counts by a facet into several items: a filter on this facet reads one of them. */
  readonly shards?: Shards;
}

interface Shards {
  readonly by: string;
  readonly count: number;
}

/**
 * A counted list of organisations. Facets may be added at the end of `facets`, also at the end of a view's facets. A
 * view or a number of shards never changes while a tree exists: another view needs another tree.
 */
export interface ListDefinition {
  /** A part of stored keys. */
  readonly name: string;
  readonly facets: readonly string[];
  /** The narrow views, the smallest first. Every list also has the view of all facets. */
  readonly views: readonly View[];
  /** Divides the view of all facets. */
  readonly shards?: Shards;
}

/** The views of a list, the smallest first. The last view has all facets. */
export const viewsOf = ({ facets, views, shards }: ListDefinition): readonly View[] => [
  ...views,
  { name: 'all', facets, shards },
];

/** One item of a node holds one slice: the counts of a view, or of one shard of it. */
export const sliceName = ({ name, shards }: View, shard: number): string =>
  shards === undefined ? name : `${name}.${shard}`;

/** The names of all slices of a view. */
export const slicesOf = (view: View): string[] =>
  Array.from({ length: view.shards?.count ?? 1 }, (_, shard) => sliceName(view, shard));

/** The shard of a value of the facet that divides a view: FNV-1a, which must never change. */
export function shardOf(value: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193) >>> 0;
  return hash % count;
}

/** A tuple as the key of a map. Trailing empty values do not matter: a facet that was added later is empty. */
export function tupleKey(tuple: Tuple): string {
  let length = tuple.length;
  while (length > 0 && tuple[length - 1] === '') length--;
  return JSON.stringify(length === tuple.length ? tuple : tuple.slice(0, length));
}
