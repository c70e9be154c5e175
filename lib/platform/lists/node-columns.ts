import { tupleKey } from './definition.ts';
import type { Entry } from './leaf.ts';

/** How often each tuple occurs, by the key of the tuple. */
export type Counts = Map<string, number>;

/**
 * A child of a node: a leaf, or a node of the next lower level. It covers the keys up to the bound of the next child.
 */
export interface Child {
  readonly bound: string;
  /** The version of the list that wrote the child. 0 for the open child. */
  readonly version: number;
}

/**
 * A child with its counts. The last child of each node at the right edge is open: its parent does not store the counts,
 * so that an append does not write the parent. The head of the list has the version of each open node.
 */
export interface Column extends Child {
  readonly counts: Counts;
}

export function addTo(counts: Counts, key: string, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

/** The sum of several counts. */
export function sumOf(all: readonly Counts[]): Counts {
  const sum: Counts = new Map();
  for (const counts of all) for (const [key, n] of counts) addTo(sum, key, n);
  return sum;
}

export function countsOf(entries: readonly Entry[]): Counts {
  const counts: Counts = new Map();
  for (const { tuple } of entries) addTo(counts, tupleKey(tuple), 1);
  return counts;
}
