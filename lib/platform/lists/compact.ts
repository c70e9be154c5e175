import { netOf } from './change.ts';
import type { ListDefinition } from './definition.ts';
import { type Folded, foldTree } from './fold-tree.ts';
import { ListChangedError, listNodes } from './list-nodes.ts';
import type { Head, ListStore, StoredChange, TreeItem } from './list-store.ts';
import { changeOf } from './read-list.ts';
import type { TreeSizes } from './tree.ts';
import { itemCount, itemsOf } from './tree-items.ts';

export interface FoldLimits {
  /** The changes that one fold takes. */
  readonly changes: number;
  /** The leaves that one fold changes. */
  readonly leaves: number;
  readonly sizes: TreeSizes;
}

/** The measurements are in ADR 20. */
export const FOLD_LIMITS: FoldLimits = { changes: 72, leaves: 16, sizes: { leaf: 116, node: 48 } };

/** TransactWriteItems accepts 100 items, and one of them is the head. */
const MAX_ITEMS = 99;

interface FoldPlan {
  readonly spine: Folded['spine'];
  readonly items: readonly TreeItem[];
  /** The changes that the fold contains. */
  readonly folded: readonly string[];
}

/**
 * Folds the oldest changes of the tail into the tree. One transaction writes the fold, so two compactors at the same
 * time are safe: one of them fails. A compactor can die at any call: the next fold deletes what it left.
 * @returns how many changes were folded; 0 also when another compactor was faster.
 */
export async function fold(
  definition: ListDefinition,
  store: ListStore,
  limits: FoldLimits = FOLD_LIMITS,
): Promise<number> {
  const read = await store.head();
  await finish(store, read);
  const changes = await store.oldest(limits.changes);
  try {
    const { items, spine, folded } = await planFold(definition, store, read, changes, limits);
    const next: Head = { version: read.version + 1, spine: [...spine], folded: [...folded] };
    if (folded.length === 0 || !(await store.commit(read, next, items))) return 0;
    await finish(store, next);
    return folded.length;
  } catch (error) {
    if (error instanceof ListChangedError) return 0;
    throw error;
  }
}

/** Deletes the changes that the tree contains already, and only then forgets them. */
async function finish(store: ListStore, head: Head): Promise<void> {
  if (head.folded.length === 0) return;
  await store.drop(head.folded);
  await store.clear(head);
}

/** Changes fewer leaves until the fold fits into one transaction. */
async function planFold(
  definition: ListDefinition,
  store: ListStore,
  { spine, version }: Head,
  changes: readonly StoredChange[],
  { leaves, sizes }: FoldLimits,
): Promise<FoldPlan> {
  const source = listNodes(definition, store);
  const net = netOf(changes.map(changeOf));
  for (let most = leaves; most > 0; most = Math.floor(most / 2)) {
    const folded = await foldTree(source, spine, net, { version: version + 1, most, sizes });
    if (itemCount(definition, folded) > MAX_ITEMS) continue;
    const done = changes.filter((change) => folded.keys.has(changeOf(change).key));
    return { spine: folded.spine, items: itemsOf(definition, folded), folded: done.map(({ sk }) => sk) };
  }
  throw new Error(`a change of one leaf of the list ${definition.name} writes more than ${MAX_ITEMS} items`);
}
