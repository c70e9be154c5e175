import { type ListDefinition, shardOf, sliceName, slicesOf, type Tuple, type View, viewsOf } from './definition.ts';
import type { Slice } from './slice.ts';

/** The condition of a facet: one of these values, or none of these values. */
export type FacetCondition = { readonly in: readonly string[] } | { readonly notIn: readonly string[] };

/** Conditions by the name of the facet. All must hold. */
export type ListFilter = Readonly<Record<string, FacetCondition>>;

/** How a filter reads the slices of nodes. */
export interface Plan {
  /** The slices that contain every match of the filter. */
  readonly slices: readonly string[];
  matches(tuple: Tuple): boolean;
  /** The rows of a slice that match. */
  rowsOf(slice: Slice): (readonly number[])[];
  /** The value of the grouping facet in a row; '' without a grouping. */
  groupIn(slice: Slice, row: readonly number[]): string;
}

/**
 * Plans a filter: the smallest view that has all its facets, and only the shards that can have a match.
 * @param group the name of a facet by which the counts are grouped.
 * @throws Error when the list lacks a facet.
 */
export function planOf(definition: ListDefinition, filter: ListFilter, group?: string): Plan {
  const conditions = Object.entries(filter);
  const names = [...conditions.map(([name]) => name), ...(group === undefined ? [] : [group])];
  const unknown = names.filter((name) => !definition.facets.includes(name));
  const view = viewsOf(definition).find(({ facets }) => names.every((name) => facets.includes(name)));
  if (view === undefined) throw new Error(`the list ${definition.name} has no facet ${unknown.join(', ')}`);
  const placed = conditions.map(([name, condition]) => ({
    condition,
    inTuple: definition.facets.indexOf(name),
    inView: view.facets.indexOf(name),
  }));
  const groupInView = group === undefined ? -1 : view.facets.indexOf(group);
  return {
    slices: slicesFor(view, filter),
    matches: (tuple) => placed.every(({ condition, inTuple }) => holds(condition, tuple[inTuple] ?? '')),
    rowsOf(slice) {
      const tests = placed.map(({ condition, inView }) => {
        // A facet that was added after the slice was written is empty.
        const allowed = (slice.values[inView] ?? ['']).map((value) => holds(condition, value));
        return { allowed, inView: inView < slice.values.length ? inView : -1 };
      });
      return slice.rows.filter((row) => tests.every(({ allowed, inView }) => allowed[row[inView] ?? 0]));
    },
    groupIn: (slice, row) => slice.values[groupInView]?.[row[groupInView] ?? 0] ?? '',
  };
}

function slicesFor(view: View, filter: ListFilter): readonly string[] {
  const condition = view.shards === undefined ? undefined : filter[view.shards.by];
  if (view.shards === undefined || condition === undefined || !('in' in condition)) return slicesOf(view);
  const { count } = view.shards;
  return [...new Set(condition.in.map((value) => sliceName(view, shardOf(value, count))))];
}

const holds = (condition: FacetCondition, value: string): boolean =>
  'in' in condition ? condition.in.includes(value) : !condition.notIn.includes(value);
