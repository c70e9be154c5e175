import { randomUUID } from 'node:crypto';
import { netOf } from '../lib/platform/lists/change.ts';
import { compact } from '../lib/platform/lists/compact.ts';
import { SIZES } from '../lib/platform/lists/definition.ts';
import { mergeTree } from '../lib/platform/lists/merge-tree.ts';
import { nodesIn } from '../lib/platform/lists/snapshot.ts';
import { listSk, timeKey } from '../lib/platform/table/counted-list-keys.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';
import { transactionList } from '../lib/transactions/transaction-list.ts';
import { ORGANISATION, randomRecord, START, seededNumbers, YEARS_MS } from './list-records.ts';
import { memoryList } from './memory-list.ts';

/** How many entries the load adds at a time. The product merges fewer entries at a time. */
const LOAD_STEP = 50_000;
/** The newest records stand behind the tree: the longest tail and runs that a reader meets. */
const IN_RUNS = SIZES.run * (SIZES.runs - 1);
const WAITING = IN_RUNS + SIZES.run;
const FOREVER = new Date('9999-01-01T00:00:00.000Z');
const clock = { now: () => new Date(), newId: randomUUID };
const { definition } = transactionList;
function listed(record: StoredTransaction) {
  const seen = transactionList.listed(ORGANISATION, record);
  if (seen === null) throw new Error('the list shows every transaction');
  return seen;
}

/**
 * The list of `size` random records over three years, in memory.
 * @param keep gets the records, step by step.
 */
export async function simulatedList(size: number, keep = async (_: readonly StoredTransaction[]) => {}) {
  const memory = memoryList();
  const random = seededNumbers(size);
  let made = 0;
  let changes = 0;
  function next(): StoredTransaction {
    const n = made++;
    return randomRecord(random, n, START + Math.floor(((n + random()) / size) * YEARS_MS));
  }

  async function load(records: readonly StoredTransaction[]): Promise<void> {
    const first = made;
    const entries = records.map(listed).map(({ time, id, tuple }) => ({ key: timeKey(time, id), plus: tuple }));
    const head = await memory.store.head();
    let names = 0;
    const tree = await mergeTree(definition, { root: head.root, ...nodesIn(memory.store) }, netOf(entries), {
      sizes: SIZES,
      name: () => `${first}.${names++}`,
      put: memory.store.put,
    });
    await memory.store.commit(head, { ...head, version: head.version + 1, root: tree.root }, null);
    await memory.store.drop(tree.replaced);
  }

  /** Adds a record to the tail. */
  function append(record: StoredTransaction): void {
    const { id, time, tuple } = listed(record);
    const sk = listSk.change(new Date(START + changes), String(changes++).padStart(12, '0'));
    memory.append({ sk, entries: [{ id, time, plus: tuple }] });
  }

  const compacted = () => compact(definition, memory.store, clock, { until: FOREVER });

  for (let left = size - WAITING; left > 0; left -= LOAD_STEP) {
    const records = Array.from({ length: Math.min(LOAD_STEP, left) }, next);
    await load(records);
    await keep(records);
  }
  const waiting = Array.from({ length: Math.min(WAITING, size) }, next);
  waiting.slice(0, IN_RUNS).forEach(append);
  await compacted();
  waiting.slice(IN_RUNS).forEach(append);
  await keep(waiting);

  return {
    store: memory.store,
    items: memory.items,
    random,
    /** Write units per entry when `count` entries are added and compacted. */
    async written(count: number, timeOf: (n: number) => number): Promise<number> {
      await compacted();
      const before = memory.usage.writeUnits;
      for (let n = 0; n < count; n++) {
        append(randomRecord(random, made++, timeOf(n)));
        if (memory.tailLength() >= SIZES.run) await compacted();
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
