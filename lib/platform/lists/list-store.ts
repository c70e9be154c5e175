import * as z from 'zod';
import type { ListCache } from './list-cache.ts';

export const Head = z.object({
  /** Counts the states of the list: each pack and each merge makes the next state. */
  version: z.number().int(),
  /** The root of the tree; null for an empty tree. Its level is 0 when the root is a leaf. */
  root: z.object({ level: z.number().int(), name: z.string() }).nullable(),
  /** The sort keys of the runs, the oldest first. */
  runs: z.array(z.string()),
  /** How many of the oldest runs hold changes that did not fit the tree at the last merge. */
  held: z.number().int(),
  /** The sort keys of changes that the newest run contains and that are still to be deleted from the tail. */
  packed: z.array(z.string()),
});
export type Head = z.output<typeof Head>;

export const NO_HEAD: Head = { version: 0, root: null, runs: [], held: 0, packed: [] };

const Fields = z.array(z.string()).readonly().nullable();

/** The id and the time of a record, the tuple that its entry loses, and the tuple that its entry gains. */
const EntryChange = z
  .tuple([z.string(), z.string(), Fields, Fields])
  .transform(([id, time, minus, plus]) => ({ id, time, ...(minus && { minus }), ...(plus && { plus }) }));
type EntryChange = z.output<typeof EntryChange>;

/**
 * An item of the tail: the changes of one transaction, and the sort key of the item. The changes are JSON in one
 * attribute, because each request reads all items of the tail, and nested attributes take several times as long.
 */
export const StoredChange = z.object({
  sk: z.string(),
  entries: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(EntryChange)),
});
export type StoredChange = z.output<typeof StoredChange>;

/** The changes as an item of the tail stores them. */
export const entriesText = (entries: readonly EntryChange[]): string =>
  JSON.stringify(entries.map(({ id, time, minus = null, plus = null }) => [id, time, minus, plus]));

/** A run or a node: items that never change. */
export interface PackedItem {
  readonly sk: string;
  readonly parts: readonly Uint8Array[];
}

/**
 * A merge in progress or done. While the merge is `active`, its own nodes are garbage. After the merge committed, the
 * items that it replaced (`garbage`) are. A merge that is `abandoned` can never commit.
 */
export const Merge = z.object({
  sk: z.string(),
  state: z.enum(['active', 'committed', 'abandoned']),
  /** When an active merge may be abandoned. */
  until: z.string(),
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
  /** Commits an active merge with its next head. False when the head has another version, or the merge is abandoned. */
  commitMerge(read: Head, next: Head, merge: Merge): Promise<boolean>;
  /** The sort keys of the nodes that a merge wrote. */
  nodesOf(merge: Merge): Promise<string[]>;
}
