import type { Deps } from '../deps.ts';
import { listSk } from '../table/counted-list-keys.ts';
import { type Net, netOf } from './change.ts';
import type { ListDefinition } from './definition.ts';
import type { Head, ListStore, Merge, PackedItem } from './list-store.ts';
import { type MergedTree, mergeTree, type TreeSizes } from './merge-tree.ts';
import { runOf } from './packed-run.ts';
import { changesOfRuns, ListChangedError, nodesIn } from './snapshot.ts';

export type Clock = Pick<Deps, 'now' | 'newId'>;

/** Another compactor may abandon a merge that takes longer. Longer than the time-out of the function that merges. */
const MERGE_LEASE_MS = 10 * 60_000;
/** Other compactors pack runs while a merge commits. */
const COMMIT_TRIES = 20;
/** Entries whose held changes fit into one item. */
const HELD_OF_A_RUN = 2_000;
/** Items of a merge that are written at once. */
const WRITTEN_AT_ONCE = 100;

/**
 * Merges all runs of a list into its tree. The nodes of a merge are no part of the list before the merge commits, and a
 * merge commits only while it is active. So a merge that dies, or that another compactor abandoned, changes nothing.
 * @returns false when another compactor merges or was faster.
 */
export async function mergeRuns(
  definition: ListDefinition,
  store: ListStore,
  clock: Clock,
  sizes: TreeSizes,
): Promise<boolean> {
  if (!(await cleanUp(store, clock))) return false;
  const head = await store.head();
  const until = new Date(clock.now().getTime() + MERGE_LEASE_MS).toISOString();
  const attempt = `${head.version.toString(36)}-${clock.newId().slice(-12)}`;
  const merge: Merge = { sk: listSk.merge(attempt), state: 'active', until, garbage: [] };
  await store.begin(merge);
  try {
    const net = netOf(await changesOfRuns(store, head.runs));
    const tree = await writeTree(definition, store, head, net, { attempt, sizes });
    const held = heldRuns(attempt, net, tree.unfit);
    await store.put(held);
    const done: Merge = { ...merge, state: 'committed', garbage: [...tree.replaced, ...head.runs] };
    if (await committed(store, head, tree.root, held, done)) {
      await dropGarbage(store, done);
      return true;
    }
  } catch (error) {
    if (!(error instanceof ListChangedError)) throw error;
  }
  if (await store.abandon(merge)) await dropGarbage(store, { ...merge, state: 'abandoned' });
  return false;
}

/** Writes the nodes of the new tree. */
async function writeTree(
  definition: ListDefinition,
  store: ListStore,
  head: Head,
  net: Net,
  { attempt, sizes }: { attempt: string; sizes: TreeSizes },
): Promise<MergedTree> {
  let made = 0;
  let items: PackedItem[] = [];
  const flush = async (least: number) => {
    if (items.length < least) return;
    const full = items;
    items = [];
    await store.put(full);
  };
  const tree = await mergeTree(definition, { root: head.root, ...nodesIn(store) }, net, {
    sizes,
    name: () => `${attempt}.${(made++).toString(36)}`,
    put: (more) => {
      items.push(...more);
      return flush(WRITTEN_AT_ONCE);
    },
  });
  await flush(1);
  return tree;
}

/** The changes that do not fit the tree yet, as runs. They wait for the change that is missing. */
function heldRuns(attempt: string, net: Net, unfit: readonly string[]): PackedItem[] {
  const runs: PackedItem[] = [];
  for (let n = 0; n < unfit.length; n += HELD_OF_A_RUN) {
    const own = new Map(unfit.slice(n, n + HELD_OF_A_RUN).map((key) => [key, net.get(key) ?? []]));
    const run = runOf(listSk.leaf(`${attempt}.held${n}`), own);
    if (run !== null) runs.push(run);
  }
  return runs;
}

/** Commits the tree of a merge. Runs that were packed meanwhile stay. False when another merge has changed the tree. */
async function committed(
  store: ListStore,
  { root, runs }: Head,
  merged: Head['root'],
  held: readonly PackedItem[],
  merge: Merge,
): Promise<boolean> {
  for (let attempt = 0; attempt < COMMIT_TRIES; attempt++) {
    const head = await store.head();
    if (head.root?.name !== root?.name || runs.some((sk, n) => head.runs[n] !== sk)) return false;
    const left = [...held.map(({ sk }) => sk), ...head.runs.slice(runs.length)];
    const next = { ...head, version: head.version + 1, root: merged, runs: left, held: held.length };
    if (await store.commitMerge(head, next, merge)) return true;
  }
  return false;
}

/** Deletes what earlier merges left. False when another merge is active. */
async function cleanUp(store: ListStore, { now }: Clock): Promise<boolean> {
  for (const merge of await store.merges()) {
    if (merge.state !== 'active') await dropGarbage(store, merge);
    else if (merge.until > now().toISOString()) return false;
    else if (await store.abandon(merge)) await dropGarbage(store, { ...merge, state: 'abandoned' });
  }
  return true;
}

async function dropGarbage(store: ListStore, merge: Merge): Promise<void> {
  await store.drop(merge.state === 'committed' ? merge.garbage : await store.nodesOf(merge));
  await store.drop([merge.sk]);
}
