import { countedFields, type ListDefinition, shardOf, slicesOf, type Tuple, type View, widest } from './definition.ts';
import { bitsOf } from './leaf-terms.ts';
import type { Slice } from './node.ts';

/** The condition of a field: one of these values, none of them, a term that the value has, or a test of the value. */
export type FieldCondition =
  | { readonly in: readonly string[] }
  | { readonly notIn: readonly string[] }
  | { readonly has: string }
  | { readonly test: (value: string) => boolean };

/** Conditions by the name of the field, or the value that the field must have. All must hold. */
export type ListFilter = Readonly<Record<string, FieldCondition | string | undefined>>;

/** How a filter reads a list. */
export interface Plan {
  /** The slices that contain every match of the counted conditions. */
  readonly slices: readonly string[];
  /** False when a condition is on a field that no view counts: the counts of nodes are then upper bounds. */
  readonly isCounted: boolean;
  /** The bits of the terms that every match has, as the summaries of leaves have them (`leaf-terms.ts`). */
  readonly terms: readonly (readonly number[])[];
  matches(tuple: Tuple): boolean;
  /** The rows of a slice that match the counted conditions. */
  rowsOf(slice: Slice): (readonly number[])[];
  /** The values of the grouping fields in a row, with spaces between them; '' without a grouping. */
  groupIn(slice: Slice, row: readonly number[]): string;
}

/**
 * Plans a filter: the smallest view that has all its counted fields, and only the shards that can have a match.
 * @param groups the names of counted fields by which the counts are grouped.
 * @throws Error when the list lacks a field.
 */
export function planOf(definition: ListDefinition, filter: ListFilter, groups: readonly string[] = []): Plan {
  const conditions = Object.entries(filter).flatMap(([name, condition]): [string, FieldCondition][] => {
    if (condition === undefined) return [];
    return [[name, typeof condition === 'string' ? { in: [condition] } : condition]];
  });
  const names = [...conditions.map(([name]) => name), ...groups];
  const unknown = names.filter((name) => !definition.fields.includes(name));
  if (unknown.length > 0) throw new Error(`the list ${definition.name} has no field ${unknown.join(', ')}`);
  const inCounts = countedFields(definition);
  const counted = names.filter((name) => inCounts.has(name));
  const view =
    definition.views.find(({ fields }) => counted.every((name) => fields.includes(name))) ?? widest(definition);
  const placed = conditions.map(([name, condition]) => ({
    holds: testOf(condition),
    inTuple: definition.fields.indexOf(name),
    inView: inCounts.has(name) ? view.fields.indexOf(name) : -1,
  }));
  const inNodes = placed.filter(({ inView }) => inView >= 0);
  const groupsInView = groups.map((name) => view.fields.indexOf(name));
  return {
    slices: slicesFor(view, new Map(conditions)),
    isCounted: counted.length === names.length,
    terms: conditions.flatMap(([name, condition]) =>
      'has' in condition && definition.terms?.includes(name) ? [bitsOf(name, condition.has)] : [],
    ),
    matches: (tuple) => placed.every(({ holds, inTuple }) => holds(tuple[inTuple] ?? '')),
    rowsOf(slice) {
      const tests = inNodes.map(({ holds, inView }) => {
        // A field that was added after the slice was written is empty.
        const allowed = (slice.values[inView] ?? ['']).map(holds);
        return { allowed, inView: inView < slice.values.length ? inView : -1 };
      });
      return slice.rows.filter((row) => tests.every(({ allowed, inView }) => allowed[row[inView] ?? 0]));
    },
    groupIn: (slice, row) => groupsInView.map((place) => slice.values[place]?.[row[place] ?? 0] ?? '').join(' '),
  };
}

function slicesFor(view: View, conditions: ReadonlyMap<string, FieldCondition>): readonly string[] {
  const names = slicesOf(view);
  const condition = view.shards === undefined ? undefined : conditions.get(view.shards.by);
  if (condition === undefined || !('in' in condition)) return names;
  const wanted = new Set(condition.in.map((value) => shardOf(value, names.length)));
  return names.filter((_, shard) => wanted.has(shard));
}

/** A filter may name a thousand values, and is tested with a million entries. */
function testOf(condition: FieldCondition): (value: string) => boolean {
  if ('test' in condition) return condition.test;
  if ('has' in condition) return (value) => value.split(' ').includes(condition.has);
  const named = new Set('in' in condition ? condition.in : condition.notIn);
  return (value) => named.has(value) === 'in' in condition;
}
