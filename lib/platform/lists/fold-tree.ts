import { changed, type Net } from './change.ts';
import { tupleKey } from './definition.ts';
import type { Entry } from './leaf.ts';
import { type Child, type Column, type Counts, countsOf, sumOf } from './node-columns.ts';
import { END, evenly, fully, separator } from './separator.ts';
import { tupleOf } from './slice.ts';
import type { FoldSource, Spine, TreeLeaf, TreeNode, TreeSizes } from './tree.ts';

/** What a fold writes. */
export interface Folded {
  readonly spine: Spine;
  readonly leaves: readonly TreeLeaf[];
  readonly nodes: readonly TreeNode[];
  /** The keys whose changes the tree now contains. */
  readonly keys: ReadonlySet<string>;
}

/** A child after the fold. The counts are computed only when the parent stores them. */
interface Built {
  readonly bound: string;
  readonly version: number;
  readonly counts: () => Counts;
}

interface Place {
  readonly level: number;
  readonly at: Child;
  /** The bound of the next child. */
  readonly next: string;
  readonly isOpen: boolean;
}

const EMPTY: Counts = new Map();

/**
 * Folds the changes of a tail into a tree, in memory.
 * @param version of everything that the fold writes.
 * @param most the number of leaves that the fold may change. The changes of other leaves are not folded.
 */
export async function foldTree(
  source: FoldSource,
  spine: Spine,
  net: Net,
  { version, most, sizes }: { version: number; most: number; sizes: TreeSizes },
): Promise<Folded> {
  const leaves: TreeLeaf[] = [];
  const nodes: TreeNode[] = [];
  const folded = new Set([...net].flatMap(([key, counts]) => (counts.size === 0 ? [key] : [])));
  const open: Child[] = [...spine];
  const keys = [...net.keys()].filter((key) => !folded.has(key)).sort();

  function inLeaf({ at, isOpen }: Place, entries: readonly Entry[], own: readonly string[]): Built[] | null {
    const after = new Map(entries.map((entry) => [entry.key, entry]));
    let isChanged = false;
    for (const key of own) {
      const before = after.get(key);
      const tuple = changed(before === undefined ? null : tupleKey(before.tuple), net.get(key) ?? EMPTY);
      if (tuple === undefined) continue;
      folded.add(key);
      isChanged = true;
      if (tuple === null) after.delete(key);
      else after.set(key, { key, tuple: tupleOf(tuple) });
    }
    if (!isChanged) return null;
    const sorted = [...after.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    const parts = isOpen ? fully(sorted, sizes.leaf) : evenly(sorted, sizes.leaf);
    return parts.map((part, n) => {
      const bound = n === 0 ? at.bound : separator(parts[n - 1]?.at(-1)?.key ?? '', part[0]?.key ?? '');
      leaves.push({ bound, version, entries: part });
      return { bound, version, counts: () => countsOf(part) };
    });
  }

  /** The children that replace a child, or null when it stays as it is. */
  async function inPlace(place: Place, own: readonly string[]): Promise<Built[] | null> {
    const { level, at, isOpen } = place;
    if (level === 0) {
      if (leaves.length >= most) return null;
      const built = inLeaf(place, at.version === 0 ? [] : await source.leaf(at), own);
      if (isOpen && built !== null) open[0] = lastOf(built);
      return built;
    }
    const before = await source.node(level, at);
    const { columns, isChanged } = await inColumns(place, before, own);
    if (!isChanged) return null;
    const parts = isOpen ? fully(columns, sizes.node) : evenly(columns, sizes.node);
    const built = parts.map((part, n): Built => {
      const bound = n === 0 ? at.bound : (part[0]?.bound ?? '');
      const isLast = isOpen && n === parts.length - 1;
      const stored = part.map(({ counts, ...child }, column) =>
        isLast && column === part.length - 1
          ? { bound: child.bound, version: 0, counts: EMPTY }
          : { ...child, counts: counts() },
      );
      nodes.push({ level, bound, version, columns: stored });
      return { bound, version, counts: () => sumOf(stored.map(({ counts }) => counts)) };
    });
    if (isOpen) open[level] = lastOf(built);
    return built;
  }

  async function inColumns(
    { level, next, isOpen }: Place,
    before: readonly Column[],
    own: readonly string[],
  ): Promise<{ columns: Built[]; isChanged: boolean }> {
    const columns: Built[] = [];
    let isChanged = false;
    for (const [n, column] of before.entries()) {
      const end = before[n + 1]?.bound ?? next;
      const isLast = isOpen && n === before.length - 1;
      const at = isLast ? (open[level - 1] ?? column) : column;
      const inside = own.filter((key) => key >= column.bound && key < end);
      const place = { level: level - 1, at, next: end, isOpen: isLast };
      const built = inside.length === 0 ? null : await inPlace(place, inside);
      // A change of the open child alone does not change its parent.
      isChanged ||= built !== null && (!isLast || built.length > 1);
      columns.push(...(built ?? [{ ...column, counts: () => column.counts }]));
    }
    return { columns, isChanged };
  }

  /** The root, and roots above it while the root has siblings. */
  async function fromRoot(): Promise<void> {
    const level = Math.max(0, spine.length - 1);
    const root: Place = { level, at: spine[level] ?? { bound: '', version: 0 }, next: END, isOpen: true };
    let built = keys.length === 0 ? null : await inPlace(root, keys);
    for (let above = level + 1; built !== null && (built.length > 1 || above === 1); above++) {
      const last = built.length - 1;
      const columns = built.map(({ bound, version: own, counts }, n): Column => {
        const isLast = n === last;
        return { bound, version: isLast ? 0 : own, counts: isLast ? EMPTY : counts() };
      });
      nodes.push({ level: above, bound: '', version, columns });
      open[above] = { bound: '', version };
      built = [{ bound: '', version, counts: () => EMPTY }];
    }
  }

  await fromRoot();
  return { spine: open, leaves, nodes, keys: folded };
}

const lastOf = (built: readonly Built[]): Child => {
  const last = built.at(-1);
  if (last === undefined) throw new Error('a part of a tree has no successor');
  return { bound: last.bound, version: last.version };
};
