import { type ListDefinition, type Tuple, tupleKey, widest } from './definition.ts';
import type { Entry } from './entries.ts';

/** How often each tuple occurs, by the key of the tuple. */
export type Counts = Map<string, number>;

export function addTo(counts: Counts, key: string, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

/** Counts entries by the fields of the widest view. */
export function countsOf(definition: ListDefinition, entries: readonly Entry[]): Counts {
  const counted = new Set(widest(definition).fields);
  const isCounted = definition.fields.map((name) => counted.has(name));
  const counts: Counts = new Map();
  const project = (tuple: Tuple) => tupleKey(tuple.map((value, place) => (isCounted[place] ? value : '')));
  for (const { tuple } of entries) addTo(counts, project(tuple), 1);
  return counts;
}
