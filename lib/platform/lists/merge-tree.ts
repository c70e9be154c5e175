import { mapConcurrent } from '../../values/concurrent.ts';
import { keyIn, listSk, placeIn } from '../table/counted-list-keys.ts';
import { changed, type Net } from './change.ts';
import { allSlices, type ListDefinition, type Sizes, slicesOf, widest } from './definition.ts';
import { type Entry, type PackedItem, packLeaf } from './entries.ts';
import { type LeafTerms, termsOf } from './leaf-terms.ts';
import type { Head } from './list-store.ts';
import {
  type Column,
  type Counts,
  countsOf,
  type NodeCounts,
  type NodeRef,
  nodeFrom,
  nodeOf,
  packNode,
  totalsOf,
} from './node.ts';
import { byKey, END } from './range.ts';
import type { Snapshot } from './snapshot.ts';

/** A leaf with long tuples is divided again above this size: an item holds 400 KB. */
const MOST_BYTES = 100_000;
/** Nodes of a level that are read at once. */
const AT_ONCE = 8;
const NOTHING = new Uint8Array();

export interface MergedTree {
  readonly root: Head['root'];
  /** The sort keys of the items that the new tree does not contain any more. */
  readonly replaced: readonly string[];
  /** The keys whose changes do not fit their entries: another change of the same entry is still to come. */
  readonly unfit: readonly string[];
}

/** A node that is made or kept. The counts are computed only when the parent changes. */
interface Built extends NodeRef {
  readonly counts: () => Counts;
  /** Of a leaf. */
  readonly terms: () => LeafTerms;
}

/**
 * Merges changes into a tree: writes new nodes and leaves the old nodes as they are.
 * @param name makes a new name.
 * @param put gets each new item; the items are no part of a list until the caller commits the root.
 */
export async function mergeTree(
  definition: ListDefinition,
  { root, leaf, slices, terms }: Pick<Snapshot, 'root' | 'leaf' | 'slices' | 'terms'>,
  net: Net,
  {
    sizes,
    name,
    put,
  }: { sizes: Pick<Sizes, 'leaf' | 'node'>; name: () => string; put: (items: PackedItem[]) => Promise<void> },
): Promise<MergedTree> {
  const replaced: string[] = [];
  const unfit: string[] = [];
  /** Only the lowest inner nodes have summaries of their children, which are leaves. */
  const hasTerms = (level: number): boolean => level === 1 && definition.terms !== undefined;

  /** Entries with the changes of some keys, in the order of their keys. */
  function applied(entries: readonly Entry[], keys: readonly string[]): Entry[] {
    const after = new Map(entries.map((entry) => [entry.key, entry]));
    for (const key of keys) {
      const before = after.get(key);
      const tuple = changed(before?.tuple ?? null, net.get(key) ?? []);
      if (tuple === undefined) unfit.push(key);
      else if (tuple === null) after.delete(key);
      else after.set(key, { key, tuple });
    }
    return [...after.values()].sort(byKey);
  }

  async function madeLeaf(bound: string, entries: readonly Entry[]): Promise<Built[]> {
    const parts = packLeaf(entries);
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    if (bytes > MOST_BYTES && entries.length > 1) return madeLeaves(bound, evenly(entries, entries.length / 2));
    const own = name();
    await put([{ sk: listSk.leaf(own), parts }]);
    return [
      { bound, name: own, counts: () => countsOf(definition, entries), terms: () => termsOf(definition, entries) },
    ];
  }

  async function madeLeaves(bound: string, parts: readonly (readonly Entry[])[]): Promise<Built[]> {
    const built: Built[] = [];
    for (const [n, part] of parts.entries()) {
      const first = n === 0 ? bound : separator(parts[n - 1]?.at(-1)?.key ?? '', part[0]?.key ?? '');
      built.push(...(await madeLeaf(first, part)));
    }
    return built;
  }

  /** Makes the nodes of a level. `oldTerms` are the summaries of the older node of the columns with a place. */
  async function madeNodes(
    level: number,
    columns: readonly Column[],
    old: NodeCounts,
    oldTerms: readonly LeafTerms[] = [],
  ): Promise<Built[]> {
    const built: Built[] = [];
    for (const part of evenly(columns, sizes.node)) {
      const node = nodeOf(part, old);
      const own = name();
      const slices = [...packNode(definition, node)];
      const items = slices.map(([each, body]) => ({ sk: listSk.slice(own, each), parts: [body] }));
      const summaries = part.map((each) => ('place' in each ? (oldTerms[each.place] ?? NOTHING) : each.terms));
      await put(hasTerms(level) ? [...items, { sk: listSk.terms(own), parts: summaries }] : items);
      built.push({ bound: part[0]?.bound ?? '', name: own, counts: () => totalsOf(node), terms: () => NOTHING });
    }
    return built;
  }

  /** The nodes that replace a node, on the same level. */
  async function merged(level: number, at: NodeRef, end: string, keys: readonly string[]): Promise<Built[]> {
    if (level === 0) {
      const entries = applied(await leaf(at.name), keys);
      replaced.push(listSk.leaf(at.name));
      return madeLeaves(at.bound, leavesOf(entries, sizes.leaf));
    }
    const old = nodeFrom(definition, await slices(at.name, slicesOf(widest(definition))));
    const columns = await mapConcurrent(
      within(old.children, end, keys),
      AT_ONCE,
      async ({ child, place, next, own }) => {
        if (own.length === 0) return [{ ...child, place }];
        return (await merged(level - 1, child, next, own)).map(columnOf);
      },
    );
    replaced.push(...allSlices(definition).map((each) => listSk.slice(at.name, each)));
    if (hasTerms(level)) replaced.push(listSk.terms(at.name));
    const [first, ...rest] = columns.flat();
    // When the children before the first one became empty, the first child covers their keys.
    const left = first === undefined ? [] : [{ ...first, bound: at.bound }, ...rest];
    return madeNodes(level, left, old, hasTerms(level) ? await terms(at.name) : []);
  }

  const keys = [...net.keys()].sort();
  if (keys.length === 0) return { root, replaced, unfit };
  const top: NodeRef = { bound: '', name: root?.name ?? '' };
  let level = root?.level ?? 0;
  let built =
    root === null ? await madeLeaves('', leavesOf(applied([], keys), sizes.leaf)) : await merged(level, top, END, keys);
  for (; built.length > 1; level++) {
    built = await madeNodes(level + 1, built.map(columnOf), { children: [], rows: new Map() });
  }
  const [only] = built;
  return { root: only === undefined ? null : { level, name: only.name }, replaced, unfit };
}

const columnOf = ({ bound, name, counts, terms }: Built): Column => ({ bound, name, counts: counts(), terms: terms() });

/** The children of a node with the keys that each child covers. */
function within(children: readonly NodeRef[], end: string, keys: readonly string[]) {
  let last = 0;
  return children.map((child, place) => {
    const next = children[place + 1]?.bound ?? end;
    const first = last;
    while (last < keys.length && (keys[last] ?? END) < next) last++;
    return { child, place, next, own: keys.slice(first, last) };
  });
}

/** The entries of each leaf: those of one place, and at most `most`. */
const leavesOf = (entries: readonly Entry[], most: number): Entry[][] =>
  [...Map.groupBy(entries, ({ key }) => placeIn(key)).values()].flatMap((own) => evenly(own, most));

/**
 * The shortest text that is greater than `a` and not greater than `b`: the bound of the leaf that begins with `b`. The
 * bound of a place's first leaf is the place, so that a reader counts all of the place without reading this leaf.
 */
function separator(a: string, b: string): string {
  if (placeIn(a) !== placeIn(b)) return keyIn(placeIn(b), '');
  let shared = 0;
  while (shared < b.length && a[shared] === b[shared]) shared++;
  return b.slice(0, shared + 1);
}

/** Divides items into parts of nearly the same size, at most `most` items each. */
function evenly<T>(items: readonly T[], most: number): T[][] {
  const parts = Math.ceil(items.length / most);
  return Array.from({ length: parts }, (_, n) =>
    items.slice(Math.round((n * items.length) / parts), Math.round(((n + 1) * items.length) / parts)),
  );
}
