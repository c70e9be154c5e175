import { type ListDefinition, slicesOf, type Tuple, tupleKey, viewsOf } from './definition.ts';
import { type Entry, unpackLeaf } from './leaf.ts';
import type { Consistency, ListStore } from './list-store.ts';
import { addTo, type Child, type Column, type Counts } from './node-columns.ts';
import { type Slice, unpackSlice } from './slice.ts';

/** A node does not have the version that its parent states: the list changed while it was read. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError';
}

/** Reads nodes of one version of a list, each item once. */
export function listNodes(definition: ListDefinition, store: ListStore) {
  const leaf = once(async (at: Child): Promise<readonly Entry[]> => {
    return unpackLeaf(await ofVersion(at, (consistency) => store.leaf(at.bound, consistency)));
  });

  const slice = once(async (at: Child, level: number, name: string): Promise<Slice> => {
    const { body } = await ofVersion(at, (consistency) => store.slice(level, name, at.bound, consistency));
    return unpackSlice(body);
  });

  /** All counts of a node. */
  async function node(level: number, at: Child): Promise<readonly Column[]> {
    const all = viewsOf(definition).at(-1);
    const slices = await Promise.all((all === undefined ? [] : slicesOf(all)).map((name) => slice(at, level, name)));
    const columns = (slices[0]?.children ?? []).map((child) => ({ ...child, counts: new Map<string, number>() }));
    for (const each of slices) for (const row of each.rows) addRow(each, row, columns);
    return columns;
  }

  return { leaf, node, slice: (level: number, at: Child, name: string) => slice(at, level, name) };
}

function addRow({ values }: Slice, row: readonly number[], columns: readonly { readonly counts: Counts }[]): void {
  const tuple: Tuple = values.map((known, facet) => known[row[facet] ?? -1] ?? '');
  const key = tupleKey(tuple);
  columns.forEach(({ counts }, n) => {
    const count = row[values.length + n] ?? 0;
    if (count > 0) addTo(counts, key, count);
  });
}

/**
 * Reads an item of a known version: first a stale read, which is cheaper and nearly always right, then a strong read.
 * @throws ListChangedError when the item has another version.
 */
async function ofVersion<T extends { readonly version: number }>(
  { bound, version }: Child,
  read: (consistency: Consistency) => Promise<T | null>,
): Promise<T> {
  const stale = await read('stale');
  if (stale?.version === version) return stale;
  const strong = await read('strong');
  if (strong?.version === version) return strong;
  throw new ListChangedError(`the node at '${bound}' has version ${strong?.version} instead of ${version}`);
}

/** Remembers the answers of a function, by its arguments. */
function once<A extends readonly unknown[], T>(read: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const answer = known.get(key) ?? read(...args);
    known.set(key, answer);
    return answer;
  };
}
