import { addTo, type Counts } from './counts.ts';
import type { LeafTerms } from './leaf-terms.ts';

/** A node of the tree: a leaf, or an inner node with the counts of its children. Nodes never change: see ADR 20. */
export interface NodeRef {
  /** The node covers the keys from `bound` up to the bound of the next node of its level. */
  readonly bound: string;
  /** A part of stored keys, unique in the list. */
  readonly name: string;
}

/** The counts of an inner node: for each tuple, a count for each child. */
export interface NodeCounts {
  readonly children: readonly NodeRef[];
  /** By the key of the tuple. */
  readonly rows: ReadonlyMap<string, readonly number[]>;
}

/** A child of a node that is being made: with counts of its own, or the child at a place of an older node. */
export type Column = NodeRef & ({ readonly counts: Counts; readonly terms: LeafTerms } | { readonly place: number });

/** The counts of a node of these children. `old` is the older node of the columns with a place. */
export function nodeOf(columns: readonly Column[], old: NodeCounts): NodeCounts {
  const places = columns.map((column) => ('place' in column ? column.place : -1));
  const rows = new Map<string, number[]>();
  const row = (key: string): number[] => {
    const known = rows.get(key) ?? new Array<number>(columns.length).fill(0);
    rows.set(key, known);
    return known;
  };
  for (const [key, counts] of old.rows) {
    const kept = places.map((place) => counts[place] ?? 0);
    if (kept.some((n) => n > 0)) rows.set(key, kept);
  }
  columns.forEach((column, n) => {
    if ('counts' in column) for (const [key, count] of column.counts) row(key)[n] = count;
  });
  return { children: columns.map(({ bound, name }) => ({ bound, name })), rows };
}

/** How often each tuple occurs under a node. */
export function totalsOf({ rows }: NodeCounts): Counts {
  const totals: Counts = new Map();
  for (const [key, counts] of rows) for (const n of counts) if (n > 0) addTo(totals, key, n);
  return totals;
}

/** The shortest text that is greater than `a` and not greater than `b`. The text becomes the bound of a leaf. */
export function separator(a: string, b: string): string {
  let shared = 0;
  while (shared < b.length && a[shared] === b[shared]) shared++;
  return b.slice(0, shared + 1);
}

/** Divides items into parts of nearly the same size, at most `most` items each. */
export function evenly<T>(items: readonly T[], most: number): T[][] {
  const parts = Math.ceil(items.length / most);
  return Array.from({ length: parts }, (_, n) =>
    items.slice(Math.round((n * items.length) / parts), Math.round(((n + 1) * items.length) / parts)),
  );
}
