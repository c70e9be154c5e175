import { netOf } from '../lib/platform/lists/change.ts';
import { FOLD_LIMITS, type FoldLimits, fold } from '../lib/platform/lists/compact.ts';
import { foldTree } from '../lib/platform/lists/fold-tree.ts';
import { listNodes } from '../lib/platform/lists/list-nodes.ts';
import { itemsOf } from '../lib/platform/lists/tree-items.ts';
import { timeKey } from '../lib/platform/table/keys.ts';
import { derivedId } from '../lib/values/ids.ts';
import { randomTuple, START, seededNumbers, TRANSACTIONS, YEARS_MS } from './list-records.ts';
import { memoryList } from './memory-list.ts';

/** Entries that one step of the load adds. The folds of the product are smaller. */
const LOAD_STEP = 50_000;

/** A list of `size` random records over three years, in memory. */
export async function simulatedList(size: number, limits: FoldLimits = FOLD_LIMITS) {
  const memory = memoryList();
  const random = seededNumbers(size);
  let made = 0;
  const idOf = (n: number) => derivedId('bench', 'record', String(size), String(n));

  for (let done = 0; done < size; done += LOAD_STEP) {
    const count = Math.min(LOAD_STEP, size - done);
    const changes = Array.from({ length: count }, (_, n) => {
      const time = new Date(START + Math.floor(((done + n + random()) / size) * YEARS_MS)).toISOString();
      return { key: timeKey(time, idOf(made++)), plus: randomTuple(random) };
    });
    const head = await memory.store.head();
    const version = head.version + 1;
    const options = { version, most: Number.POSITIVE_INFINITY, sizes: limits.sizes };
    const folded = await foldTree(listNodes(TRANSACTIONS, memory.store), head.spine, netOf(changes), options);
    const next = { version, spine: [...folded.spine], folded: [] };
    await memory.store.commit(head, next, itemsOf(TRANSACTIONS, folded));
  }

  /** Adds a change to the tail. */
  function append(at: number): void {
    const n = made++;
    const sk = `T#${String(n).padStart(18, '0')}`;
    memory.append({ sk, id: idOf(n), time: new Date(at).toISOString(), plus: randomTuple(random) });
  }

  return {
    store: memory.store,
    items: memory.items,
    append,
    random,
    /** Write units per entry when `count` entries are added and folded. */
    async written(count: number, timeOf: (n: number) => number): Promise<number> {
      const before = memory.usage.writeUnits;
      for (let n = 0; n < count; n++) {
        append(timeOf(n));
        if (memory.tailLength() >= limits.changes) await fold(TRANSACTIONS, memory.store, limits);
      }
      return (memory.usage.writeUnits - before) / count;
    },
    /** The read units of a call. */
    async unitsOf<T>(run: () => Promise<T>): Promise<{ units: number; requests: number; answer: T }> {
      const { readUnits, requests } = { ...memory.usage };
      const answer = await run();
      return { units: memory.usage.readUnits - readUnits, requests: memory.usage.requests - requests, answer };
    },
  };
}
