import { listSk } from '../table/counted-list-keys.ts';
import { type Change, type Net, netOf } from './change.ts';
import { type ListDefinition, shardPrefix } from './definition.ts';
import { changesIn, type Entry, unpackLeaf } from './entries.ts';
import type { LeafTerms } from './leaf-terms.ts';
import type { Consistency, Head, ListStore } from './list-store.ts';
import { type Slice, unpackSlice } from './node.ts';
import { changesOfItem } from './tail.ts';

/** One state of a list: an immutable tree, and the changes of the runs and of the tail. */
export interface Snapshot {
  readonly head: Head;
  readonly root: Head['root'];
  readonly net: Net;
  leaf(name: string): Promise<readonly Entry[]>;
  /** Slices of one view. */
  slices(name: string, slices: readonly string[]): Promise<Slice[]>;
  /** The summaries of the leaves of a node. Empty when the node has none: its list had no terms then. */
  terms(name: string): Promise<readonly LeafTerms[]>;
}

/** An item of a list is gone: a merge replaced the tree while it was read. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError';
}

/** Each try meets another merge, and merges are seconds apart. */
const MAX_TRIES = 8;

/**
 * Reads a list in one state. Starts again when the state changes meanwhile.
 * @throws Error when the state changes at every try.
 */
export async function readList<T>(
  { name }: ListDefinition,
  store: ListStore,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read(await snapshotOf(store, attempt === 1 ? 'stale' : 'strong'));
    } catch (error) {
      if (!(error instanceof ListChangedError)) throw error;
      if (attempt === MAX_TRIES) throw new Error(`the list ${name} changed at each try`, { cause: error });
    }
  }
}

/**
 * The tail is read between two reads of the head. When both heads have the same version, the compactor deleted no
 * change before the tail was read, except the changes in `packed`. The first read of the head may be stale: the second
 * read then finds another version.
 */
async function snapshotOf(store: ListStore, consistency: Consistency): Promise<Snapshot> {
  const head = await store.head(consistency);
  const { version, root, runs, packed } = head;
  const [inRuns, tail] = await Promise.all([
    changesOfRuns(store, runs),
    store.tail().then(async (changes) => {
      const after = await store.head();
      if (after.version !== version) throw new ListChangedError(`version ${version} became ${after.version}`);
      return changes;
    }),
  ]);
  const known = new Set(packed);
  const net = netOf([...inRuns, ...tail.filter(({ sk }) => !known.has(sk)).flatMap(changesOfItem)]);
  return { head, root, net, ...nodesIn(store) };
}

/** The nodes of a tree, each item read once. */
export function nodesIn(store: ListStore): Pick<Snapshot, 'leaf' | 'slices' | 'terms'> {
  const { leaves, slices, terms } = store.cache;
  const unpacked = (sk: string, [body = NOTHING]: readonly Uint8Array[]): Slice => {
    const slice = unpackSlice(body);
    slices.set(sk, slice);
    return slice;
  };
  const slice = once(async (name, of = '') => {
    const sk = listSk.slice(name, of);
    return slices.get(sk) ?? unpacked(sk, await immutable(store, sk));
  });
  const shardsOf = once((name, prefix = '') => store.beginning(listSk.slice(name, prefix)));

  /** The shards of a view are small in most lists, and together they cost as much as one of them. */
  async function slicesOf(name: string, of: readonly string[]): Promise<Slice[]> {
    const unknown = of.filter((each) => slices.get(listSk.slice(name, each)) === undefined);
    const [first = ''] = unknown;
    if (unknown.length < 2) return Promise.all(of.map((each) => slice(name, each)));
    const found = await shardsOf(name, shardPrefix(first));
    return Promise.all(
      of.map((each) => {
        const sk = listSk.slice(name, each);
        const parts = found.get(sk);
        return slices.get(sk) ?? (parts === undefined ? slice(name, each) : unpacked(sk, parts));
      }),
    );
  }

  return {
    leaf: once(async (name) => {
      const sk = listSk.leaf(name);
      const known = leaves.get(sk);
      if (known !== undefined) return known;
      const leaf = unpackLeaf(await immutable(store, sk));
      leaves.set(sk, leaf);
      return leaf;
    }),
    slices: slicesOf,
    terms: once(async (name) => {
      const sk = listSk.terms(name);
      const known = terms.get(sk);
      if (known !== undefined) return known;
      // When the node itself is gone, its leaves are gone, too: the reader finds out there.
      const found = (await store.item(sk, 'stale')) ?? (await store.item(sk, 'strong'));
      if (found !== null) terms.set(sk, found);
      return found ?? [];
    }),
  };
}

const NOTHING = new Uint8Array();

/** @throws ListChangedError when a run is gone. */
export async function changesOfRuns(store: ListStore, sks: readonly string[]): Promise<Change[]> {
  const { runs } = store.cache;
  const unknown = sks.filter((sk) => runs.get(sk) === undefined);
  const found = unknown.length === 0 ? new Map<string, never>() : await store.items(unknown);
  const changes = await Promise.all(
    sks.map(async (sk) => {
      const known = runs.get(sk);
      if (known !== undefined) return known;
      const run = changesIn(found.get(sk) ?? (await immutable(store, sk)));
      runs.set(sk, run);
      return run;
    }),
  );
  return changes.flat();
}

/** @throws ListChangedError when the item does not exist. */
async function immutable(store: ListStore, sk: string): Promise<readonly Uint8Array[]> {
  const parts = (await store.item(sk, 'stale')) ?? (await store.item(sk, 'strong'));
  if (parts === null) throw new ListChangedError(`the item ${sk} is gone`);
  return parts;
}

/** Nodes that one request keeps: a walk over a long list must not fill the memory. */
const MOST_KEPT = 500;

/** Remembers the answers of a function, by its arguments. */
function once<T>(read: (name: string, slice?: string) => Promise<T>): (name: string, slice?: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name, slice) => {
    const key = `${name} ${slice}`;
    const answer = known.get(key) ?? read(name, slice);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(key, answer);
    return answer;
  };
}
