import type { OrganisationId } from '../../values/ids.ts';
import { inGroups } from '../../values/in-groups.ts';
import type { Deps } from '../deps.ts';
import { listSk } from '../table/counted-list-keys.ts';
import { write } from '../table/write.ts';
import { type Net, netOf } from './change.ts';
import { type ListDefinition, SIZES, type Sizes } from './definition.ts';
import { sublistOf } from './divided.ts';
import { dynamoDbListStore } from './dynamodb-list-store.ts';
import { type PackedItem, runOf } from './entries.ts';
import type { Head, ListStore, Merge } from './list-store.ts';
import { mergeTree } from './merge-tree.ts';
import { mergeSideTree } from './side-tree.ts';
import { changesOfRuns, ListChangedError, nodesIn } from './snapshot.ts';
import { askToCompact, changesOfItem, type StoredChange } from './tail.ts';

type Clock = Pick<Deps, 'now' | 'newId'>;

/**
 * How a compactor ended: the list is short now; another compactor was faster and goes on; or the time was over, so that
 * nobody may go on.
 */
export type Compaction = 'short' | 'overtaken' | 'unfinished';

/** Changes of one run take at most so many bytes: an item holds 400 KB. */
const MOST_BYTES = 200_000;
/** Another compactor may abandon a merge that takes longer. Longer than the time-out of the function that merges. */
const MERGE_LEASE_MS = 10 * 60_000;
/** Other compactors pack runs while a merge commits. */
const COMMIT_TRIES = 20;
/** Entries whose held changes fit into one item. */
const HELD_OF_A_RUN = 2_000;
/** Items of the tail that a compactor asks for at first. */
const FEW_ITEMS = 8;
/** Names of garbage in an item, of some 35 bytes each. */
const NAMES_OF_A_MERGE = 8_000;
/** Items of a merge that are written at once. */
const WRITTEN_AT_ONCE = 100;

/**
 * Packs the tail of a list into runs and merges the runs into the tree, until both are short or the time is over.
 * Compactors may run at the same time and may die at any call: see the README.
 */
export async function compact(
  definition: ListDefinition,
  store: ListStore,
  clock: Clock,
  { until, sizes = definition.sizes ?? SIZES }: { until: Date; sizes?: Sizes },
): Promise<Compaction> {
  while (clock.now() < until) {
    const head = await store.head();
    if (head.runs.length - head.held >= sizes.runs) {
      if (!(await mergeRuns(definition, store, clock, sizes))) return 'overtaken';
    } else {
      const outcome = await packTail(store, head, clock, sizes.run);
      if (outcome !== 'packed') return outcome;
    }
  }
  return 'unfinished';
}

/**
 * Compacts the list of an organisation or a sublist of it, as `compact` does. When the time is over, it asks the stream
 * for the next run: compactors that were overtaken meanwhile have taken all earlier requests.
 */
export async function compactList(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  { definition }: { readonly definition: ListDefinition },
  organisationId: OrganisationId,
  { sublist, ...options }: { until: Date; sizes?: Sizes; sublist?: string | undefined },
): Promise<Compaction> {
  const own = sublist === undefined ? definition : sublistOf(definition, sublist);
  const outcome = await compact(own, dynamoDbListStore(deps.table, organisationId, own), deps, options);
  if (outcome === 'unfinished') await write(deps.table, askToCompact(deps, organisationId, own));
  return outcome;
}

/**
 * Packs the oldest changes of the tail into a run, unless the tail is short. After `overtaken` this compactor ends:
 * another goes on until the tail is short. Two that both went on would pack everything twice.
 */
async function packTail(
  store: ListStore,
  head: Head,
  { newId }: Clock,
  length: number,
): Promise<'packed' | 'short' | 'overtaken'> {
  await forgetPacked(store, head);
  const oldest = await oldestOf(store, length);
  if (oldest === null) return 'short';
  const version = head.version + 1;
  const run = runOf(listSk.run(version, newId()), netOf(oldest.flatMap(changesOfItem)));
  const runs = run === null ? head.runs : [...head.runs, run.sk];
  const next: Head = { ...head, version, runs, packed: oldest.map(({ sk }) => sk) };
  if (!(await store.commit(head, next, run))) return 'overtaken';
  await forgetPacked(store, next);
  return 'packed';
}

/** Deletes the changes that a run contains already, and only then forgets them. */
async function forgetPacked(store: ListStore, head: Head): Promise<void> {
  if (head.packed.length === 0) return;
  await store.drop(head.packed);
  await store.forget(head);
}

/**
 * The oldest changes for a run. The items of a bulk have many entries each, so that a few items are a run: a compactor
 * that always asked for as many items as entries would read most of a tail again for each of its runs.
 */
async function oldestOf(store: ListStore, least: number): Promise<readonly StoredChange[] | null> {
  const asked = Math.min(FEW_ITEMS, least);
  const few = await store.tail(asked);
  const oldest = bounded(few, least);
  return oldest === null && few.length === asked ? bounded(await store.tail(least), least) : oldest;
}

/** The oldest changes that together have so many entries, or the most bytes of a run. Null when they are fewer. */
function bounded(changes: readonly StoredChange[], least: number): readonly StoredChange[] | null {
  let bytes = 0;
  let entries = 0;
  for (const [n, change] of changes.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(change));
    if (bytes > MOST_BYTES) return changes.slice(0, Math.max(1, n));
    // A change without an entry would count as one: it takes a place in the tail.
    entries += Math.max(1, change.entries.length);
    if (entries >= least) return changes.slice(0, n + 1);
  }
  return null;
}

/**
 * Merges all runs of a list into its tree. The nodes of a merge are no part of the list before the merge commits, and a
 * merge commits only while it is active. So a merge that dies, or that another compactor abandoned, changes nothing.
 * @returns false when another compactor merges or was faster.
 */
async function mergeRuns(definition: ListDefinition, store: ListStore, clock: Clock, sizes: Sizes): Promise<boolean> {
  if (!(await cleanUp(store, clock))) return false;
  const head = await store.head();
  const until = new Date(clock.now().getTime() + MERGE_LEASE_MS).toISOString();
  const attempt = `${head.version.toString(36)}-${clock.newId().slice(-12)}`;
  const merge: Merge = { sk: listSk.merge(attempt), state: 'active', until, garbage: [] };
  await store.begin(merge);
  try {
    const net = netOf(await changesOfRuns(store, head.runs));
    const divided = { ...definition, isDivided: head.isDivided };
    const tree = await writeTree(divided, store, head, net, { attempt, sizes });
    const held = heldRuns(attempt, net, tree.unfit);
    await store.put(held);
    const done = committedMerges(merge, [...tree.replaced, ...head.runs]);
    if (await committed(store, head, tree, held, done)) {
      for (const each of done) await dropGarbage(store, each);
      return true;
    }
  } catch (error) {
    if (!(error instanceof ListChangedError)) throw error;
  }
  if (await store.abandon(merge)) await dropGarbage(store, { ...merge, state: 'abandoned' });
  return false;
}

/** The trees of a head that a merge makes. */
type Trees = Pick<Head, 'root' | 'sideTree'>;

/** Writes the nodes of the new trees. */
async function writeTree(
  definition: ListDefinition,
  store: ListStore,
  head: Head,
  net: Net,
  { attempt, sizes }: { attempt: string; sizes: Sizes },
): Promise<Trees & { readonly replaced: readonly string[]; readonly unfit: readonly string[] }> {
  let made = 0;
  let items: PackedItem[] = [];
  const flush = async (least: number) => {
    if (items.length < least) return;
    const full = items;
    items = [];
    await store.put(full);
  };
  const merge = (own: ListDefinition, root: Head['root'], changes: Net) =>
    mergeTree(own, { root, ...nodesIn(store) }, changes, {
      sizes,
      name: () => `${attempt}.${(made++).toString(36)}`,
      put: (more) => {
        items.push(...more);
        return flush(WRITTEN_AT_ONCE);
      },
    });
  const { root, replaced, unfit } = await merge(definition, head.root, net);
  const waiting = new Set(unfit);
  const fit = new Map([...net].filter(([key]) => !waiting.has(key)));
  const side = await mergeSideTree(definition, head, fit, merge);
  await flush(1);
  return { root, sideTree: side.root, replaced: [...replaced, ...side.replaced], unfit };
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

/** A merge as it is when it has committed. An item holds 400 KB, so further items have the rest of the garbage. */
function committedMerges(merge: Merge, garbage: readonly string[]): [Merge, ...Merge[]] {
  const [first = [], ...others] = inGroups(garbage, NAMES_OF_A_MERGE);
  const item = (sk: string, own: readonly string[]): Merge => ({ ...merge, sk, state: 'committed', garbage: [...own] });
  return [item(merge.sk, first), ...others.map((own, n) => item(`${merge.sk}-${n + 1}`, own))];
}

/** Commits the trees of a merge. Runs that were packed meanwhile stay. False when another merge has changed them. */
async function committed(
  store: ListStore,
  { root, runs }: Head,
  { root: merged, sideTree }: Trees,
  held: readonly PackedItem[],
  merges: readonly [Merge, ...Merge[]],
): Promise<boolean> {
  for (let attempt = 0; attempt < COMMIT_TRIES; attempt++) {
    const head = await store.head();
    if (head.root?.name !== root?.name || runs.some((sk, n) => head.runs[n] !== sk)) return false;
    const left = [...held.map(({ sk }) => sk), ...head.runs.slice(runs.length)];
    const next = { ...head, version: head.version + 1, root: merged, sideTree, runs: left, held: held.length };
    if (await store.commitMerge(head, next, merges)) return true;
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
