import { timeKey } from '../table/keys.ts';
import { type Change, netOf } from './change.ts';
import type { ListDefinition } from './definition.ts';
import { ListChangedError, listNodes } from './list-nodes.ts';
import type { ListStore, StoredChange } from './list-store.ts';
import type { Snapshot } from './snapshot.ts';

/** Each try meets another fold, and folds are seconds apart. */
const MAX_TRIES = 8;

export const changeOf = ({ id, time, minus, plus }: StoredChange): Change => ({ key: timeKey(time, id), minus, plus });

/**
 * Reads a list in one state. Starts again when a fold changes the list meanwhile.
 * @throws Error when a fold interrupts every try.
 */
export async function readList<T>(
  definition: ListDefinition,
  store: ListStore,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read(await snapshotOf(definition, store));
    } catch (error) {
      if (!(error instanceof ListChangedError)) throw error;
      if (attempt === MAX_TRIES) throw new Error(`the list ${definition.name} changed at each try`, { cause: error });
    }
  }
}

/**
 * The tail is read between two reads of the head. When both have the same version, no fold deleted a change before the
 * tail was read, except the changes of `folded`.
 */
async function snapshotOf(definition: ListDefinition, store: ListStore): Promise<Snapshot> {
  const { version, spine, folded } = await store.head();
  const tail = await store.tail();
  const after = await store.head();
  if (after.version !== version) throw new ListChangedError(`a fold made version ${after.version} of ${version}`);
  const inTree = new Set(folded);
  const net = netOf(tail.filter(({ sk }) => !inTree.has(sk)).map(changeOf));
  return { spine, net, ...listNodes(definition, store) };
}
