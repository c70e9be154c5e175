import { log } from '../log.ts';
import { keyIn, keyInTime } from '../table/counted-list-keys.ts';
import type { Net, TupleCount } from './change.ts';
import { type ListDefinition, shardOf } from './definition.ts';
import type { descent } from './descent.ts';
import type { Entry } from './entries.ts';
import type { ListFilter } from './filter.ts';
import type { Head } from './list-store.ts';
import type { MergedTree } from './merge-tree.ts';
import type { KeyRange } from './range.ts';
import type { Snapshot } from './snapshot.ts';

/*
 * The side tree of a list holds its entries once more, by the values of a field: an entry with three tags stands in
 * three places. The key of an entry begins with its place there. So the entries of a rare value stand close together,
 * while each of them is in another leaf of the whole tree. An entry without a value is not in the side tree.
 */

type Descent = ReturnType<typeof descent>;

/** The list that a side tree is. */
const listOfSideTree = ({ views: [smallest], ...definition }: ListDefinition): ListDefinition => ({
  ...definition,
  views: [definition.sideTree?.view ?? smallest],
});

/** The places of a value in the side tree: its terms, or their hashes. */
function placesOf({ sideTree }: ListDefinition, value: string): string[] {
  const terms = value.split(' ').filter((term) => term !== '');
  const places = sideTree?.places;
  return places === undefined ? terms : terms.map((term) => String(shardOf(term, places)));
}

/** What a net changes in the side tree. @param only the place that a reader needs; all places by default. */
function sideNet(definition: ListDefinition, net: Net, only?: string): Net {
  const field = definition.fields.indexOf(definition.sideTree?.by ?? '');
  const isWanted = (place: string) => only === undefined || place === only;
  const side = new Map<string, readonly TupleCount[]>();
  for (const [key, counts] of net) {
    const placed = counts.map((count) => ({ count, places: placesOf(definition, count.tuple[field] ?? '') }));
    for (const place of new Set(placed.flatMap(({ places }) => places.filter(isWanted)))) {
      const own = placed.filter(({ places }) => places.includes(place)).map(({ count }) => count);
      side.set(keyIn(place, key), own);
    }
  }
  return side;
}

/** A value that the matches of a filter have in a field; undefined when they may have any. */
function valueIn(filter: ListFilter, field: string): string | undefined {
  const condition = filter[field];
  if (condition === undefined || typeof condition === 'string') return condition;
  if ('has' in condition) return condition.has;
  return 'in' in condition && condition.in.length === 1 ? condition.in[0] : undefined;
}

/** The conditions that are left. Without `places`, all entries of a place have its term, so that nobody tests it. */
function leftOf({ sideTree }: ListDefinition, filter: ListFilter): ListFilter {
  const { by = '', places } = sideTree ?? {};
  const condition = filter[by];
  const isImplied = places === undefined && typeof condition === 'object' && 'has' in condition;
  return isImplied ? { ...filter, [by]: undefined } : filter;
}

/** A tree of a list that answers a filter. */
interface Answering {
  readonly definition: ListDefinition;
  readonly snapshot: Snapshot;
  /** The place whose entries may match; '' for the whole tree. */
  readonly place: string;
  /** What the entries of the place must still match. */
  readonly left: ListFilter;
}

/** The tree that answers a filter with the fewest reads: the side tree, or else the whole tree. */
export function treeFor(definition: ListDefinition, snapshot: Snapshot, filter: ListFilter): Answering {
  const { sideTree: root } = snapshot.head;
  const value = definition.sideTree === undefined ? undefined : valueIn(filter, definition.sideTree.by);
  const [place] = placesOf(definition, value ?? '');
  if (place === undefined || root === undefined) return { definition, snapshot, place: '', left: filter };
  const net = sideNet(definition, snapshot.net, place);
  const left = leftOf(definition, filter);
  return { definition: listOfSideTree(definition), snapshot: { ...snapshot, root, net }, place, left };
}

/** Finds the matches in a place of a side tree, by keys without the place. */
export function foundIn(place: string, found: Descent): Descent {
  const part = ({ from, until }: KeyRange): KeyRange => ({ from: keyIn(place, from), until: keyIn(place, until) });
  const plain = <T extends { readonly entries: readonly Entry[] }>(answer: T) => ({
    ...answer,
    entries: answer.entries.map(({ key, tuple }) => ({ key: keyInTime(key), tuple })),
  });
  return {
    requireExaminable: (range) => found.requireExaminable(part(range)),
    count: (range) => found.count(part(range)),
    page: async (range, ...rest) => plain({ entries: await found.page(part(range), ...rest) }).entries,
    first: async (range, order, take, isEnough) =>
      plain(
        await found.first(part(range), order, take, isEnough && ((entries) => isEnough(plain({ entries }).entries))),
      ),
    both: async (range, ...rest) => plain(await found.both(part(range), ...rest)),
  };
}

/**
 * Merges what fits the whole tree into the side tree, too.
 * @returns no root for a list whose tree is from before it had a side tree, and for a side tree that does not have what
 *   the whole tree has: readers use the whole tree from then on.
 */
export async function mergeSideTree(
  definition: ListDefinition,
  { root, sideTree }: Pick<Head, 'root' | 'sideTree'>,
  net: Net,
  merge: (definition: ListDefinition, root: Head['root'], net: Net) => Promise<MergedTree>,
): Promise<{ readonly root: Head['sideTree']; readonly replaced: readonly string[] }> {
  const old = root === null && sideTree === undefined ? null : sideTree;
  if (definition.sideTree === undefined || old === undefined) return { root: sideTree, replaced: [] };
  const { root: merged, replaced, unfit } = await merge(listOfSideTree(definition), old, sideNet(definition, net));
  if (unfit.length === 0) return { root: merged, replaced };
  log.error('list.side_tree_dropped', { list: definition.name, unfit: unfit.length });
  return { root: undefined, replaced: [] };
}
