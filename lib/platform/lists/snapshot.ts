import { listSk } from '../table/counted-list-keys.ts';
import { timeKey } from '../table/keys.ts';
import { type Change, type Net, netOf } from './change.ts';
import type { ListDefinition } from './definition.ts';
import { type Entry, unpackEntries } from './entries.ts';
import type { Head, ListStore, StoredChange } from './list-store.ts';
import { changesIn } from './packed-run.ts';
import { type Slice, unpackSlice } from './slice.ts';

/** One state of a list: an immutable tree, and the changes of the runs and of the tail. */
export interface Snapshot {
  readonly head: Head;
  readonly root: Head['root'];
  readonly net: Net;
  leaf(name: string): Promise<readonly Entry[]>;
  slice(name: string, slice: string): Promise<Slice>;
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
      return await read(await snapshotOf(store));
    } catch (error) {
      if (!(error instanceof ListChangedError)) throw error;
      if (attempt === MAX_TRIES) throw new Error(`the list ${name} changed at each try`, { cause: error });
    }
  }
}

/**
 * The tail is read between two reads of the head. When both heads have the same version, the compactor deleted no
 * change before the tail was read, except the changes in `packed`.
 */
async function snapshotOf(store: ListStore): Promise<Snapshot> {
  const head = await store.head();
  const { version, root, runs, packed } = head;
  const tail = await store.tail();
  const after = await store.head();
  if (after.version !== version) throw new ListChangedError(`version ${version} became ${after.version}`);
  const inRuns = new Set(packed);
  const changes = await changesOfRuns(store, runs);
  const net = netOf([...changes, ...tail.filter(({ sk }) => !inRuns.has(sk)).flatMap(changesOfItem)]);
  return { head, root, net, ...nodesIn(store) };
}

export const changesOfItem = ({ entries }: StoredChange): Change[] =>
  entries.map(({ id, time, minus, plus }) => ({ key: timeKey(time, id), minus, plus }));

/** The nodes of a tree, each item read once. */
export function nodesIn(store: ListStore): Pick<Snapshot, 'leaf' | 'slice'> {
  return {
    leaf: once(async (name) => {
      const [ids = NOTHING, body = NOTHING] = await immutable(store, listSk.leaf(name));
      return unpackEntries(ids, body);
    }),
    slice: once(async (name, slice = '') => {
      const [body = NOTHING] = await immutable(store, listSk.slice(name, slice));
      return unpackSlice(body);
    }),
  };
}

const NOTHING = new Uint8Array();

/** @throws ListChangedError when a run is gone. */
export async function changesOfRuns(store: ListStore, runs: readonly string[]): Promise<Change[]> {
  if (runs.length === 0) return [];
  const found = await store.items(runs);
  return (await Promise.all(runs.map(async (sk) => changesIn(found.get(sk) ?? (await immutable(store, sk)))))).flat();
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
