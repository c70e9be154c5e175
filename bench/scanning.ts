import { balanceChecks } from '../lib/balances/balance-wiring.ts';
import type { ChainBlock } from '../lib/chains/port/chain.ts';
import { chainOf } from '../lib/chains/registry.ts';
import type { Deps } from '../lib/platform/deps.ts';
import { keys } from '../lib/platform/table/keys.ts';
import type { Table } from '../lib/platform/table/table.ts';
import { write } from '../lib/platform/table/write.ts';
import { fixedPrices } from '../lib/prices/fixed.ts';
import { type WatchedSets, watchedSets } from '../lib/wallets/watched-set.ts';
import { blockRepo } from '../lib/watch/block-records.ts';
import { cursorRepo } from '../lib/watch/cursor.ts';
import { scan } from '../lib/watch/scan.ts';
import type { Cursor } from '../lib/watch/schema.ts';
import { NO_BUDGETS } from '../lib/watch/touches.ts';
import { watchDeps } from '../lib/watch/watch-wiring.ts';
import { benchDeps } from './bench-deps.ts';
import { inProcessNode } from './in-process-node.ts';
import type { Recording } from './recorded.ts';

const { signal } = new AbortController();

/** No wallet has a rule or a webhook here, so a scan queues no attempt. */
const noQueue = { send: () => Promise.reject(new Error('A scan queued an attempt')) };

/** Called when a block was read, while earlier blocks may still wait, and when a block was recorded. */
export type Observer = (moment: 'read' | 'recorded') => void;

/** Scans a chain of recorded blocks step by step, as the watcher does. The head moves with each step. */
export async function scanning({ id, chain, methods, reader: readerOf }: Recording) {
  const node = inProcessNode(methods);
  const reader = readerOf(node.url);
  const heights = chain.links.map(({ height }) => height);
  let observe: Observer = () => undefined;
  const observed = {
    ...reader,
    async block(height: number, within: AbortSignal): Promise<ChainBlock> {
      const block = await reader.block(height, within);
      observe('read');
      return block;
    },
  };
  const prices = fixedPrices('{}');
  /** What the process remembers, by table. A call may use another client of the table than the call before. */
  const remembered = new Map<string, { readonly deps: Deps; readonly watched: WatchedSets }>();
  function watchedIn(table: Table): WatchedSets {
    const known = remembered.get(table.name);
    const deps = Object.assign(known?.deps ?? benchDeps(table), { table });
    const watched = known?.watched ?? watchedSets(deps);
    remembered.set(table.name, { deps, watched });
    return watched;
  }

  let scanned = 0;
  let last: Cursor | null = null;
  await node.keepingAll(async () => {
    for (const height of heights) await reader.block(height, signal);
  });

  return {
    /** Reads the first blocks. */
    blocks: (count: number): Promise<ChainBlock[]> =>
      Promise.all(heights.slice(0, count).map((height) => reader.block(height, signal))),

    /** Sets the cursor before the first block. */
    begin: (table: Table) => cursorRepo(benchDeps(table)).begin(id, heights[0] ?? 0),

    /** Deletes the cursor and the scanned blocks, so that another chain can begin on this table. */
    async forget(table: Table): Promise<void> {
      await write(table, { delete: keys.cursor(id) });
      const blocks = blockRepo(benchDeps(table));
      for (const height of heights.slice(0, scanned)) await blocks.remove(id, height);
    },

    /** Scans the next `count` blocks. Returns the number of new records. */
    async next(table: Table, count: number, observer: Observer = () => undefined): Promise<number> {
      const watched = watchedIn(table);
      const deps = watchDeps(benchDeps(table), {
        chain: id,
        reader: observed,
        prices,
        queue: noQueue,
        watched,
        budgets: NO_BUDGETS,
        matches: noQueue,
      });
      const proceed = async () => {
        observe('recorded');
        return true;
      };
      observe = observer;
      scanned += count;
      chain.head = heights[scanned - 1] ?? Number.NaN;
      const options = { chain: chainOf(id), confirmations: 0, signal, proceed };
      for (let records = 0; ; ) {
        const { cursor, more, records: made } = await scan(deps, options);
        records += made;
        if (more) continue;
        if (cursor?.height !== chain.head) throw new Error(`The scan ended at ${cursor?.height}, not at ${chain.head}`);
        last = cursor;
        return records;
      }
    },

    /** The last scanned block. */
    get last(): Cursor {
      if (last === null) throw new Error('No block was scanned');
      return last;
    },

    /** The number of requests to the node so far. */
    calls: () => node.requests,

    /** The check of balances of a new process. Each call checks after the last scanned block. */
    checker(table: Table): () => Promise<void> {
      const { checkBalances } = balanceChecks(benchDeps(table), { reader: observed, prices, queue: noQueue });
      const options = { chain: chainOf(id), every: 1, signal, proceed: async () => true };
      return () => checkBalances(this.last, options);
    },
  };
}

export type Scanning = Awaited<ReturnType<typeof scanning>>;
