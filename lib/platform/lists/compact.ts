import { listSk } from '../table/counted-list-keys.ts';
import { netOf } from './change.ts';
import type { ListDefinition } from './definition.ts';
import type { Head, ListStore, StoredChange } from './list-store.ts';
import { type Clock, mergeRuns } from './merge-runs.ts';
import type { TreeSizes } from './merge-tree.ts';
import { runOf } from './packed-run.ts';
import { changesOfItem } from './snapshot.ts';

export interface CompactLimits {
  /** Changes of the tail that make a run. A shorter tail stays. */
  readonly run: number;
  /** Runs that are merged into the tree. Fewer runs stay. */
  readonly runs: number;
  readonly sizes: TreeSizes;
}

/** The measurements are in ADR 20. */
export const COMPACT_LIMITS: CompactLimits = { run: 66, runs: 12, sizes: { leaf: 66, node: 36 } };

/** Changes of one run take at most so many characters: an item holds 400 KB. */
const MOST_CHARACTERS = 200_000;

/**
 * Packs the tail of a list into runs and merges the runs into the tree, until both are short or the time is over.
 * Compactors may run at the same time and may die at any call: see ADR 20.
 * @returns whether the list is short now.
 */
export async function compact(
  definition: ListDefinition,
  store: ListStore,
  clock: Clock,
  { until, limits = COMPACT_LIMITS }: { until: Date; limits?: CompactLimits },
): Promise<boolean> {
  while (clock.now() < until) {
    const head = await store.head();
    if (head.runs.length - head.held >= limits.runs) {
      if (!(await mergeRuns(definition, store, clock, limits.sizes))) return false;
    } else if (!(await packTail(store, head, clock, limits.run))) return true;
  }
  return false;
}

/** Packs the oldest changes of the tail into a run. False when the tail is short. */
async function packTail(store: ListStore, head: Head, { newId }: Clock, length: number): Promise<boolean> {
  await forgetPacked(store, head);
  const changes = await store.tail(length);
  if (changes.length < length) return false;
  const oldest = bounded(changes);
  const version = head.version + 1;
  const run = runOf(listSk.run(version, newId()), netOf(oldest.flatMap(changesOfItem)));
  const runs = run === null ? head.runs : [...head.runs, run.sk];
  const next: Head = { ...head, version, runs, packed: oldest.map(({ sk }) => sk) };
  if (await store.commit(head, next, run)) await forgetPacked(store, next);
  return true;
}

/** Deletes the changes that a run contains already, and only then forgets them. */
async function forgetPacked(store: ListStore, head: Head): Promise<void> {
  if (head.packed.length === 0) return;
  await store.drop(head.packed);
  await store.forget(head);
}

function bounded(changes: readonly StoredChange[]): readonly StoredChange[] {
  let characters = 0;
  const end = changes.findIndex((change) => {
    characters += JSON.stringify(change).length;
    return characters > MOST_CHARACTERS;
  });
  return end < 0 ? changes : changes.slice(0, Math.max(1, end));
}
