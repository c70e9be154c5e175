import * as z from 'zod';
import type { PackedLeaf } from './leaf.ts';

/** Binary attributes, as the client reads them. */
export const Bytes = z.instanceof(Uint8Array);

export const Head = z.object({
  /** Counts the folds. */
  version: z.number().int(),
  /** The open nodes: their bounds and versions, by level. */
  spine: z.array(z.object({ bound: z.string(), version: z.number().int() })),
  /** Changes of the tail that the tree contains already and that are still to be deleted. */
  folded: z.array(z.string()),
});
export type Head = z.output<typeof Head>;

export const NO_HEAD: Head = { version: 0, spine: [], folded: [] };

/** A change of the tail, as the table stores it. `sk` names it within its list. */
export const StoredChange = z.object({
  sk: z.string(),
  id: z.string(),
  time: z.string(),
  minus: z.array(z.string()).readonly().optional(),
  plus: z.array(z.string()).readonly().optional(),
});
export type StoredChange = z.output<typeof StoredChange>;

interface Versioned {
  readonly version: number;
}

export type StoredLeaf = PackedLeaf & Versioned;
export type StoredSlice = Versioned & { readonly body: Uint8Array };

/** An item of a tree. */
export type TreeItem =
  | (StoredLeaf & { readonly bound: string })
  | (StoredSlice & { readonly level: number; readonly slice: string; readonly bound: string });

/** How strongly a node is read. A stale read costs half as much, and its version shows whether it was too old. */
export type Consistency = 'stale' | 'strong';

/** The items of one list. */
export interface ListStore {
  /** Strongly consistent. */
  head(): Promise<Head>;
  /**
   * All changes, newest first, strongly consistent. The order matters: a reader that sees a change also sees the
   * changes that the same record had before.
   */
  tail(): Promise<StoredChange[]>;
  /** The oldest changes, strongly consistent. */
  oldest(limit: number): Promise<StoredChange[]>;
  leaf(bound: string, consistency: Consistency): Promise<StoredLeaf | null>;
  slice(level: number, name: string, bound: string, consistency: Consistency): Promise<StoredSlice | null>;
  /** Writes a fold in one transaction. False when another fold has changed the head. */
  commit(read: Head, next: Head, items: readonly TreeItem[]): Promise<boolean>;
  /** Deletes changes of the tail. A change that does not exist is no error. */
  drop(changes: readonly string[]): Promise<void>;
  /** Empties `folded` of the head. Does nothing when another fold has changed the head. */
  clear(head: Head): Promise<void>;
}
