import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { type ChainId, chainOf } from '../../lib/chains/registry.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { type Scanned, type ScanOptions, scan } from '../../lib/watch/scan.ts';
import type { WatchDeps } from '../../lib/watch/watch.ts';
import { watchDeps } from '../../lib/watch/watch-wiring.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { makeTable } from '../support/table.ts';
import { makeWorld, type World } from '../support/world.ts';

const { signal } = new AbortController();

/** A table of its own, with an organisation in it, and what watches a chain there. */
export async function watchedWorld(reader: ChainReader, chain: ChainId = 'anvil') {
  const deps = testDeps(await makeTable());
  const world = await makeWorld(deps);
  return { deps, world, ...watching(deps, world, reader, chain) };
}

/** The watcher over a table that is there, as a process of its own would be: `table` may be one that fails. */
export function watching(deps: TestDeps, world: World, reader: ChainReader, chain: ChainId = 'anvil', table?: Table) {
  const prices = fixedPrices('{"ETH":"3000"}');
  const own = { ...deps, table: table ?? deps.table };
  const watcher: WatchDeps = { ...watchDeps(own, { reader, prices, queue: world.queue }), wait: async () => undefined };
  const once = (options: Partial<ScanOptions> = {}): Promise<Scanned> =>
    scan(watcher, { chain: chainOf(chain), confirmations: 0, start: 0, signal, ...options });
  return {
    watcher,
    once,
    /** Scans until there is nothing more. */
    async all(options: Partial<ScanOptions> = {}): Promise<Scanned> {
      for (;;) {
        const scanned = await once(options);
        if (!scanned.more) return scanned;
      }
    },
    cursor: () => watcher.cursors.get(chain),
    /** Every record of the organisation, orphaned ones too, by hash. */
    async records(): Promise<Map<string, StoredTransaction>> {
      const page = await world.evaluation.transactions.page(
        world.organisation,
        { includeReorged: 'true' },
        { page: 1, pageSize: 100 },
      );
      return new Map(page.data.map((record) => [record.hash, record]));
    },
  };
}
