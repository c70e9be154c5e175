import type { Child } from './node-columns.ts';
import { END } from './separator.ts';
import type { KeyRange, Snapshot } from './snapshot.ts';

/** A part of a tree with the keys that it covers. */
export interface TreePart {
  readonly level: number;
  readonly at: Child;
  readonly keys: KeyRange;
  /** Whether the part is at the right edge. Its parent does not know its counts. */
  readonly isOpen: boolean;
}

/** The whole tree. An empty list has a leaf of version 0, which is not stored. */
export function rootOf({ spine }: Snapshot): TreePart {
  const level = Math.max(0, spine.length - 1);
  return { level, at: spine[level] ?? { bound: '', version: 0 }, keys: { from: '', until: END }, isOpen: true };
}

/** The children of a node, as its slices list them. */
export const childrenIn = (
  { spine }: Snapshot,
  { level, keys, isOpen }: TreePart,
  children: readonly Child[],
): TreePart[] =>
  children.map((child, n) => {
    const isLast = isOpen && n === children.length - 1;
    return {
      level: level - 1,
      at: isLast ? (spine[level - 1] ?? child) : child,
      keys: { from: child.bound, until: children[n + 1]?.bound ?? keys.until },
      isOpen: isLast,
    };
  });
