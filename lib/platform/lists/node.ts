import * as z from 'zod';
import { tupleOf } from './change.ts';
import {
  countedFields,
  type ListDefinition,
  shardOf,
  slicesOf,
  type Tuple,
  tupleKey,
  type View,
  widest,
} from './definition.ts';
import type { Entry } from './entries.ts';
import type { LeafTerms } from './leaf-terms.ts';
import { dictionary, numberIn, pack, unpack } from './packing.ts';

/** How often each tuple occurs, by the key of the tuple. */
export type Counts = Map<string, number>;

export function addTo(counts: Counts, key: string, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

/** Counts entries by the fields of the widest view. */
export function countsOf(definition: ListDefinition, entries: readonly Entry[]): Counts {
  const counted = countedFields(definition);
  const isCounted = definition.fields.map((name) => counted.has(name));
  const counts: Counts = new Map();
  const project = (tuple: Tuple) => tupleKey(tuple.map((value, place) => (isCounted[place] ? value : '')));
  for (const { tuple } of entries) addTo(counts, project(tuple), 1);
  return counts;
}

/** A node of the tree: a leaf, or an inner node with the counts of its children. Nodes never change. */
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

/** The counts of a node for one slice. A row has the numbers of its fields' values, then a count for each child. */
export interface Slice {
  readonly children: readonly NodeRef[];
  /** The dictionary of each field of the view. */
  readonly values: readonly (readonly string[])[];
  readonly rows: readonly (readonly number[])[];
}

const PackedHead = z.object({
  /** Bounds and names of the children in turn: how many characters come from the text two before, and the rest. */
  texts: z.array(z.tuple([z.number().int(), z.string()])),
  values: z.array(z.array(z.string())),
});

interface Row {
  readonly tuple: Tuple;
  readonly counts: number[];
}

/** Packs a node: the body of each slice by its name. A slice without counts exists, too. */
export function packNode(definition: ListDefinition, node: NodeCounts): Map<string, Uint8Array> {
  const rows = [...node.rows].map(([key, counts]) => ({ tuple: tupleOf(key), counts }));
  return new Map(
    definition.views.flatMap((view) => {
      const names = slicesOf(view);
      const shards = names.map(() => new Map<string, Row>());
      const places = view.fields.map((name) => definition.fields.indexOf(name));
      const divides = view.shards === undefined ? -1 : definition.fields.indexOf(view.shards.by);
      for (const { tuple, counts } of rows) {
        const shard = shards[divides < 0 ? 0 : shardOf(tuple[divides] ?? '', names.length)];
        const own = places.map((place) => tuple[place] ?? '');
        const sum = shard?.get(tupleKey(own));
        if (sum === undefined) shard?.set(tupleKey(own), { tuple: own, counts: [...counts] });
        else
          counts.forEach((n, child) => {
            sum.counts[child] = (sum.counts[child] ?? 0) + n;
          });
      }
      return names.map((name, n) => [name, packRows(view, [...(shards[n]?.values() ?? [])], node.children)] as const);
    }),
  );
}

function packRows({ fields }: View, rows: readonly Row[], children: readonly NodeRef[]): Uint8Array {
  const dictionaries = fields.map((_, field) => dictionary(rows.map(({ tuple }) => tuple[field] ?? '')));
  const numbered = rows
    .map(({ tuple, counts }) => ({
      numbers: dictionaries.map((known, field) => numberIn(known, tuple[field] ?? '')),
      counts,
    }))
    .sort((a, b) => compare(a.numbers, b.numbers));
  const texts = children.flatMap(({ bound, name }) => [bound, name]);
  const head = {
    texts: texts.map((text, n) => {
      const shared = sharedLength(texts[n - 2] ?? '', text);
      return [shared, text.slice(shared)];
    }),
    values: dictionaries.map(({ values }) => values),
  };
  return pack(head, [
    ...fields.flatMap((_, field) => numbered.map(({ numbers }) => numbers[field] ?? 0)),
    ...numbered.flatMap(({ counts }) => counts),
  ]);
}

export function unpackSlice(body: Uint8Array): Slice {
  const { head, numbers } = unpack(body, PackedHead);
  const { texts, values } = head;
  const full: string[] = [];
  for (const [shared, rest] of texts) full.push((full.at(-2) ?? '').slice(0, shared) + rest);
  const children = Array.from({ length: full.length / 2 }, (_, n) => ({
    bound: full[2 * n] ?? '',
    name: full[2 * n + 1] ?? '',
  }));
  const width = values.length + children.length;
  const count = numbers.length / width;
  const rows = Array.from({ length: count }, (_, row) => {
    const counts = values.length * count + row * children.length;
    return [
      ...values.map((_, field) => numbers[field * count + row] ?? 0),
      ...numbers.slice(counts, counts + children.length),
    ];
  });
  return { children, values, rows };
}

/** The counts of a node, from the slices of the widest view. Rows from before a list was divided are added up. */
export function nodeFrom(definition: ListDefinition, slices: readonly Slice[]): NodeCounts {
  const { fields } = widest(definition);
  const counted = countedFields(definition);
  const places = fields.map((name) => (counted.has(name) ? definition.fields.indexOf(name) : undefined));
  const rows = new Map<string, readonly number[]>();
  for (const { values, rows: stored } of slices) {
    for (const row of stored) {
      const tuple = definition.fields.map(() => '');
      values.forEach((known, field) => {
        const place = places[field];
        if (place !== undefined) tuple[place] = known[row[field] ?? -1] ?? '';
      });
      const counts = row.slice(values.length);
      const others = rows.get(tupleKey(tuple));
      rows.set(tupleKey(tuple), others?.map((n, child) => n + (counts[child] ?? 0)) ?? counts);
    }
  }
  return { children: slices[0]?.children ?? [], rows };
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
