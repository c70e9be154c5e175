import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Table } from '../table/table.ts';
import type { Change } from './change.ts';
import type { Entry, PackedItem } from './entries.ts';
import type { LeafTerms } from './leaf-terms.ts';
import type { Slice } from './node.ts';
import type { StoredChange } from './tail.ts';

/** The level of a root is 0 when it is a leaf. Null for an empty tree. */
const Root = z.object({ level: z.number().int(), name: z.string() }).nullable();

export const Head = z.object({
  /** Counts the states of the list: each pack and each merge makes the next state. */
  version: z.number().int(),
  root: Root,
  /** The root of the side tree. A list without a side tree has none. */
  sideTree: Root.optional(),
  /** The sort keys of the runs, the oldest first. */
  runs: z.array(z.string()),
  /** How many of the oldest runs hold changes that did not fit the tree at the last merge. */
  held: z.number().int(),
  /** The sort keys of changes that the newest run contains and that are still to be deleted from the tail. */
  packed: z.array(z.string()),
  /** Whether each value of the field that divides the list has a complete sublist. Never becomes false again. */
  isDivided: z.boolean().default(false),
});
export type Head = z.output<typeof Head>;

export const NO_HEAD: Head = {
  version: 0,
  root: null,
  runs: [],
  held: 0,
  packed: [],
  isDivided: false,
};

/**
 * A merge in progress or done. While the merge is `active`, its own nodes are garbage. After the merge committed, the
 * items that it replaced (`garbage`) are. A merge that is `abandoned` can never commit.
 */
export const Merge = z.object({
  sk: z.string(),
  state: z.enum(['active', 'committed', 'abandoned']),
  /** When an active merge may be abandoned. */
  until: z.string(),
  /** The sort keys of items. Further items, which are committed, have what is too much for the first. */
  garbage: z.array(z.string()),
});
export type Merge = z.output<typeof Merge>;

/** A stale read costs half as much. Items never change, so a stale read can only miss a new item. */
export type Consistency = 'stale' | 'strong';

/** The items of one list of one organisation. */
export interface ListStore {
  readonly cache: ListCache;
  /** Strongly consistent, unless a stale read is asked for. */
  head(consistency?: Consistency): Promise<Head>;
  /** The items of the tail with the lowest sort keys, strongly consistent. */
  tail(limit?: number): Promise<StoredChange[]>;
  /** Several runs, read stale in one request, by their sort keys. Leaves out what does not exist. */
  items(sks: readonly string[]): Promise<ReadonlyMap<string, readonly Uint8Array[]>>;
  /** The nodes whose sort keys begin with a prefix, read stale. Many small items cost as much as one. */
  beginning(prefix: string): Promise<ReadonlyMap<string, readonly Uint8Array[]>>;
  /** A run or a node. Null when the item does not exist. */
  item(sk: string, consistency: Consistency): Promise<readonly Uint8Array[] | null>;
  /** Writes the next head and a run in one transaction. False when the head has another version by now. */
  commit(read: Head, next: Head, run: PackedItem | null): Promise<boolean>;
  /** Forgets the packed changes of a head, after their deletion. Does nothing when the head has another version. */
  forget(head: Head): Promise<void>;
  put(items: readonly PackedItem[]): Promise<void>;
  /** Deletes items. A missing item is no error. */
  drop(sks: readonly string[]): Promise<void>;
  merges(): Promise<Merge[]>;
  begin(merge: Merge): Promise<void>;
  /** Makes an active merge unable to commit. False when the merge has committed. */
  abandon(merge: Merge): Promise<boolean>;
  /**
   * Commits an active merge, which is the first item, with its next head. False when the head has another version, or
   * the merge is abandoned.
   */
  commitMerge(read: Head, next: Head, merges: readonly [Merge, ...Merge[]]): Promise<boolean>;
  /** The sort keys of the nodes that a merge wrote. */
  nodesOf(merge: Merge): Promise<string[]>;
}

/** Unpacked items of one list, by their sort keys. */
interface Cached<T> {
  get(sk: string): T | undefined;
  set(sk: string, value: T): void;
}

/** What a process remembers of a list. Runs and nodes never change, so the memory is never out of date. */
export interface ListCache {
  readonly runs: Cached<readonly Change[]>;
  readonly slices: Cached<Slice>;
  readonly leaves: Cached<readonly Entry[]>;
  readonly terms: Cached<readonly LeafTerms[]>;
}

/** Runs of four lists. A run takes some 30 KB of memory. */
const RUNS = 48;
/** A leaf takes some 30 KB. */
const LEAVES = 256;
/** The summaries of a node take 4 KB. */
const TERMS = 512;
/** The numbers of all slices, of 8 bytes each. */
const NUMBERS = 1_000_000;

/** A cache for lists of any partitions, of some 20 MB in all. */
export function listCaches(): (partition: string) => ListCache {
  const runs = new LRUCache<string, readonly Change[]>({ max: RUNS });
  const leaves = new LRUCache<string, readonly Entry[]>({ max: LEAVES });
  const terms = new LRUCache<string, readonly LeafTerms[]>({ max: TERMS });
  const slices = new LRUCache<string, Slice>({
    maxSize: NUMBERS,
    sizeCalculation: ({ rows }) => 1 + rows.length * (rows[0]?.length ?? 0),
  });
  return (partition) => {
    const own = <T extends object>(cache: LRUCache<string, T>): Cached<T> => ({
      get: (sk) => cache.get(`${partition} ${sk}`),
      set: (sk, value) => void cache.set(`${partition} ${sk}`, value),
    });
    return { runs: own(runs), slices: own(slices), leaves: own(leaves), terms: own(terms) };
  };
}

const cachesOf = new WeakMap<Table, ReturnType<typeof listCaches>>();

/** What the process remembers of a list. A warm function keeps its table open, and with the table this memory. */
export function cacheOf(table: Table, partition: string): ListCache {
  const caches = cachesOf.get(table) ?? listCaches();
  cachesOf.set(table, caches);
  return caches(partition);
}
