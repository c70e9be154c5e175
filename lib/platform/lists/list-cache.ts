import { LRUCache } from 'lru-cache';
import type { Table } from '../table/table.ts';
import type { Change } from './change.ts';
import type { Entry } from './entries.ts';
import type { LeafTerms } from './leaf-terms.ts';
import type { Slice } from './slice.ts';

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
