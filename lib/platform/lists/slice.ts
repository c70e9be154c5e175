import * as z from 'zod';
import { shardOf, sliceName, type Tuple, tupleKey, type View } from './definition.ts';
import type { Child, Column } from './node-columns.ts';
import { dictionary, numberIn, pack, unpack } from './packing.ts';

/** The counts of a node for one slice. A row has the numbers of its facets' values, then a count for each child. */
export interface Slice {
  readonly children: readonly Child[];
  /** The dictionary of each facet of the view. */
  readonly values: readonly (readonly string[])[];
  readonly rows: readonly (readonly number[])[];
}

const Head = z.object({
  /** The bounds of the children: how many characters are those of the bound before, and the other characters. */
  bounds: z.array(z.tuple([z.number().int(), z.string()])),
  values: z.array(z.array(z.string())),
});

/** Packs a node: the body of each slice of the view, by the name of the slice. A slice without counts exists, too. */
export function packSlices(view: View, places: readonly number[], columns: readonly Column[]): Map<string, Uint8Array> {
  const shards = Array.from({ length: view.shards?.count ?? 1 }, () => new Map<string, Row>());
  const divides = view.shards === undefined ? -1 : view.facets.indexOf(view.shards.by);
  const rowOf = (key: string): Row => {
    const full = tupleOf(key);
    const tuple = places.map((place) => full[place] ?? '');
    const rows = shards[divides < 0 ? 0 : shardOf(tuple[divides] ?? '', shards.length)];
    const row = rows?.get(tupleKey(tuple)) ?? { tuple, counts: new Array<number>(columns.length).fill(0) };
    rows?.set(tupleKey(tuple), row);
    return row;
  };
  // Most tuples occur under many children.
  const known = new Map<string, Row>();
  columns.forEach(({ counts }, child) => {
    for (const [key, n] of counts) {
      const row = known.get(key) ?? rowOf(key);
      known.set(key, row);
      row.counts[child] = (row.counts[child] ?? 0) + n;
    }
  });
  return new Map(shards.map((rows, shard) => [sliceName(view, shard), packRows(view, [...rows.values()], columns)]));
}

interface Row {
  readonly tuple: Tuple;
  readonly counts: number[];
}

function packRows({ facets }: View, rows: readonly Row[], children: readonly Child[]): Uint8Array {
  const dictionaries = facets.map((_, facet) => dictionary(rows.map(({ tuple }) => tuple[facet] ?? '')));
  const numbered = rows
    .map(({ tuple, counts }) => ({
      numbers: dictionaries.map((known, facet) => numberIn(known, tuple[facet] ?? '')),
      counts,
    }))
    .sort((a, b) => compare(a.numbers, b.numbers));
  const newest = Math.max(...children.map(({ version }) => version));
  const head = {
    bounds: children.map(({ bound }, n) => {
      const shared = sharedLength(children[n - 1]?.bound ?? '', bound);
      return [shared, bound.slice(shared)];
    }),
    values: dictionaries.map(({ values }) => values),
  };
  return pack(head, [
    newest,
    ...children.map(({ version }) => newest - version),
    ...facets.flatMap((_, facet) => numbered.map(({ numbers }) => numbers[facet] ?? 0)),
    ...numbered.flatMap(({ counts }) => counts),
  ]);
}

export function unpackSlice(body: Uint8Array): Slice {
  const { head, numbers } = unpack(body, Head);
  const { bounds, values } = head;
  const newest = numbers[0] ?? 0;
  let before = '';
  const children = bounds.map(([shared, rest], n): Child => {
    before = before.slice(0, shared) + rest;
    return { bound: before, version: newest - (numbers[n + 1] ?? 0) };
  });
  const from = 1 + children.length;
  const width = values.length + children.length;
  const count = width === 0 ? 0 : (numbers.length - from) / width;
  const rows = Array.from({ length: count }, (_, row) => {
    const counts = from + values.length * count + row * children.length;
    return [
      ...values.map((_, facet) => numbers[from + facet * count + row] ?? 0),
      ...numbers.slice(counts, counts + children.length),
    ];
  });
  return { children, values, rows };
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, n) => value !== b[n]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** The tuple of a key that `tupleKey` made. */
export const tupleOf = (key: string): Tuple => Strings.parse(JSON.parse(key));
const Strings = z.array(z.string());
