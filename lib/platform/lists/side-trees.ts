import { mapConcurrent } from '../../values/concurrent.ts';
import type { Net, TupleCount } from './change.ts';
import { type ListDefinition, shardOf, type Tuple } from './definition.ts';
import type { ListFilter } from './filter.ts';
import type { Head } from './list-store.ts';
import type { MergedTree } from './merge-tree.ts';
import type { Snapshot } from './snapshot.ts';

/*
 * A side tree holds some entries of a list once more: those whose value of a field has the same hash. It is built like
 * the whole tree, in the order of time. The entries of a rare value stand close together there, while each of them is
 * in another leaf of the whole tree. An entry without a value is in no side tree.
 */

type Roots = Head['sideTrees'];

/** Side trees that are merged at once. */
const AT_ONCE = 8;

/** The list that a side tree is: its nodes count the smallest view alone. */
const listOfSideTree = ({ views: [smallest], ...definition }: ListDefinition): ListDefinition => ({
  ...definition,
  views: [smallest],
});

/** The side tree of a value; undefined for no value. */
const placeOf = (value: string | undefined, count: number): number | undefined =>
  value === undefined || value === '' ? undefined : shardOf(value, count);

/** What a net changes in each side tree. */
function netsOf({ fields, sideTrees }: ListDefinition, net: Net, count: number): ReadonlyMap<number, Net> {
  const field = fields.indexOf(sideTrees?.by ?? '');
  const placeOfTuple = (tuple: Tuple): number | undefined => placeOf(tuple[field], count);
  const nets = new Map<number, Map<string, readonly TupleCount[]>>();
  for (const [key, counts] of net) {
    for (const place of new Set(counts.map(({ tuple }) => placeOfTuple(tuple)))) {
      if (place === undefined) continue;
      const own = nets.get(place) ?? new Map<string, readonly TupleCount[]>();
      nets.set(
        place,
        own.set(
          key,
          counts.filter(({ tuple }) => placeOfTuple(tuple) === place),
        ),
      );
    }
  }
  return nets;
}

/** The only value of a field that a filter takes; undefined when it takes others, too. */
function valueIn(filter: ListFilter, field: string): string | undefined {
  const condition = filter[field];
  if (condition === undefined || typeof condition === 'string') return condition;
  if ('has' in condition) return condition.has;
  return 'in' in condition && condition.in.length === 1 ? condition.in[0] : undefined;
}

/** The tree that answers a filter with the fewest reads: a side tree, or else the whole tree. */
export function treeFor(
  definition: ListDefinition,
  snapshot: Snapshot,
  filter: ListFilter,
): { readonly definition: ListDefinition; readonly snapshot: Snapshot } {
  const { sideTrees: roots } = snapshot.head;
  const value = definition.sideTrees === undefined ? undefined : valueIn(filter, definition.sideTrees.by);
  const place = placeOf(value, roots.length);
  if (place === undefined || roots.length === 0) return { definition, snapshot };
  const net = netsOf(definition, snapshot.net, roots.length).get(place) ?? new Map();
  return { definition: listOfSideTree(definition), snapshot: { ...snapshot, root: roots[place] ?? null, net } };
}

/** Merges what fits the whole tree into the side trees, too. A tree from before it had side trees never gets them. */
export async function mergeSideTrees(
  definition: ListDefinition,
  { root, sideTrees }: Pick<Head, 'root' | 'sideTrees'>,
  net: Net,
  merge: (definition: ListDefinition, root: Head['root'], net: Net) => Promise<MergedTree>,
): Promise<{ readonly sideTrees: Roots; readonly replaced: readonly string[] }> {
  const { count = 0 } = definition.sideTrees ?? {};
  const roots: Roots = root === null && sideTrees.length === 0 ? new Array<null>(count).fill(null) : sideTrees;
  const nets = netsOf(definition, net, roots.length);
  const list = listOfSideTree(definition);
  const merged = await mapConcurrent([...roots.entries()], AT_ONCE, ([place, old]) =>
    merge(list, old, nets.get(place) ?? new Map()),
  );
  return { sideTrees: merged.map((tree) => tree.root), replaced: merged.flatMap(({ replaced }) => replaced) };
}
