import type { ChainBlock } from '../lib/chains/port/chain.ts';
import { chainOf } from '../lib/chains/registry.ts';
import type { Table } from '../lib/platform/table/table.ts';
import { fixedPrices } from '../lib/prices/fixed.ts';
import { cursorRepo } from '../lib/watch/cursor.ts';
import { scan } from '../lib/watch/scan.ts';
import { watchDeps } from '../lib/watch/watch-wiring.ts';
import { recordingQueue, testDeps } from '../test/support/deps.ts';
import { asBytes, inProcessNode } from './in-process-node.ts';
import type { Recording } from './recorded.ts';

const { signal } = new AbortController();

/** When the heap is worth a look: as a block is read, with those before it that wait, and when it is done with. */
export type Observer = (moment: 'read' | 'recorded') => void;

/** Scans a made chain as the watcher does, part by part: its head stands where it is scanned to. */
export async function scanning({ id, chain, methods, reader: readerOf }: Recording) {
  const node = inProcessNode(methods, asBytes);
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
  let scanned = 0;
  await node.keepingAll(async () => {
    for (const height of heights) await reader.block(height, signal);
  });

  return {
    /** The first blocks, for what has to be known of them beforehand. */
    blocks: (count: number): Promise<ChainBlock[]> =>
      Promise.all(heights.slice(0, count).map((height) => reader.block(height, signal))),

    /** Puts the cursor before the first block. */
    begin: (table: Table) => cursorRepo(testDeps(table)).begin(id, heights[0] ?? 0),

    /** Scans so many blocks more, all that are there at once. Answers the records made. */
    async next(table: Table, count: number, observer: Observer = () => undefined): Promise<number> {
      const deps = watchDeps(testDeps(table), { reader: observed, prices: fixedPrices('{}'), queue: recordingQueue() });
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
        if (cursor?.height !== chain.head) throw new Error(`the scan ended at ${cursor?.height}, not at ${chain.head}`);
        return records;
      }
    },
  };
}

export type Scanning = Awaited<ReturnType<typeof scanning>>;
