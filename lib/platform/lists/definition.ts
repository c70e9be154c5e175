/** The values of a record's fields, in the order of the list's fields. A missing value reads as ''. */
export type Tuple = readonly string[];

/** Counts by some of the fields. A view answers every filter that names no other counted fields. */
export interface View {
  /** A part of stored keys. */
  readonly name: string;
  readonly fields: readonly string[];
  /** Divides the counts by a field into several items: a filter on this field reads one of them. */
  readonly shards?: { readonly by: string; readonly count: number };
}

/**
 * A counted list of organisations. Fields may be added at the end of `fields` and at the end of a view's fields: stored
 * entries read as '' there. A view or a number of shards never changes while a tree exists, because nodes store both.
 */
export interface ListDefinition {
  /** A part of stored keys. */
  readonly name: string;
  readonly fields: readonly string[];
  /**
   * The smallest view first. The last view has every counted field. A field that no view has is not counted: a filter
   * on such a field opens the leaves. Fields with many values that occur together belong there.
   */
  readonly views: readonly [View, ...View[]];
  /**
   * Fields whose values are terms, separated by spaces, and that no view has. A filter for a term opens only leaves
   * that may have the term. While a tree exists, only a new field may be added.
   */
  readonly terms?: readonly string[];
  /**
   * A field by whose terms, separated by spaces, the side tree holds the entries again (`side-tree.ts`). A filter on
   * one term reads the side tree. Very many terms need `places`: so many, and terms with the same hash share a place.
   * Without `places`, terms sort before `END`. The nodes of the side tree count `view`; the smallest view of the list
   * by default. None of this ever changes.
   */
  readonly sideTree?: { readonly by: string; readonly places?: number; readonly view?: View };
  /**
   * A counted field that may have more values than the counts of a node can hold: 400 KB have room for some 8,000. The
   * entries of each value are also in a list of their own (`sublistOf`), which answers the filters on this value.
   */
  readonly dividedBy?: string;
  /** Whether the lists of all values are complete, as the head of a list says. Nodes no longer count the field then. */
  readonly isDivided?: boolean;
  /** The value whose entries the list has; undefined for a whole list. */
  readonly sublist?: string;
  /**
   * How many tails the list has in a divided organisation (`ListName`). Never changes. A reader queries each of them.
   * The time of a record never changes then: its changes are in the tail of its time.
   */
  readonly tails?: number;
  /** Whether long changes of the tail are packed. Set this only when every deployed version can unpack them. */
  readonly packsChanges?: boolean;
  /** How large its parts become; `SIZES` by default. */
  readonly sizes?: Sizes;
}

/** How large the parts of a list become. A list stays readable when the sizes change. */
export interface Sizes {
  /** Entries in the changes of the tail that make a run. A shorter tail stays. */
  readonly run: number;
  /** Runs that are merged into the tree. Fewer runs stay. */
  readonly runs: number;
  /** Entries of a leaf, at most. */
  readonly leaf: number;
  /** Children of an inner node, at most. */
  readonly node: number;
}

/** The README beside this file says why. */
export const SIZES: Sizes = { run: 66, runs: 12, leaf: 66, node: 36 };

/** The view with every counted field. */
export const widest = ({ views }: ListDefinition): View => views.at(-1) ?? views[0];

/** The fields that nodes count. */
export const countedFields = (definition: ListDefinition): ReadonlySet<string> =>
  new Set(widest(definition).fields.filter((name) => !definition.isDivided || name !== definition.dividedBy));

/** The names of the slices of a view. One item of a node holds one slice: the counts of one shard. */
export const slicesOf = ({ name, shards }: View): string[] =>
  shards === undefined ? [name] : Array.from({ length: shards.count }, (_, shard) => `${name}.${shard}`);

/** What the names of all shards of the view of a shard begin with. */
export const shardPrefix = (slice: string): string => slice.slice(0, slice.lastIndexOf('.') + 1);

/** The names of the slices of all views. */
export const allSlices = ({ views }: ListDefinition): string[] => views.flatMap(slicesOf);

/** The shard of a value of the field that divides a view: FNV-1a, which must never change. */
export function shardOf(value: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193) >>> 0;
  return hash % count;
}

/** Whether two tuples have the same values. Trailing empty values do not matter. */
export function isSameTuple(one: Tuple, other: Tuple): boolean {
  const fields = Math.max(one.length, other.length);
  for (let n = 0; n < fields; n++) if ((one[n] ?? '') !== (other[n] ?? '')) return false;
  return true;
}

/** A tuple as the key of a map. Trailing empty values do not matter: a field that was added later is empty. */
export function tupleKey(tuple: Tuple): string {
  let length = tuple.length;
  while (length > 0 && tuple[length - 1] === '') length--;
  return JSON.stringify(length === tuple.length ? tuple : tuple.slice(0, length));
}
