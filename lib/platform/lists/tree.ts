import type { Entry } from './leaf.ts';
import type { Child, Column } from './node-columns.ts';

/** The sizes of a tree. A tree stays readable when the sizes change. */
export interface TreeSizes {
  /** Entries of a leaf. */
  readonly leaf: number;
  /** Children of a node. */
  readonly node: number;
}

/** The root of a tree and the other open nodes, by level: 0 is the last leaf. An empty list has no nodes. */
export type Spine = readonly Child[];

export interface TreeLeaf extends Child {
  readonly entries: readonly Entry[];
}

/** A node of level 1 or above with all its counts. Children of level 1 are leaves. */
export interface TreeNode extends Child {
  readonly level: number;
  readonly columns: readonly Column[];
}

/** Reads the parts of a tree that a fold changes. */
export interface FoldSource {
  leaf(at: Child): Promise<readonly Entry[]>;
  /** The columns of a node. Those of the open child have no counts. */
  node(level: number, at: Child): Promise<readonly Column[]>;
}
