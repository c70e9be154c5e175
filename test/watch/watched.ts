import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { type ChainId, chainOf } from '../../lib/chains/registry.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import type { MatchQueue } from '../../lib/watch/match-queue.ts';
import { type ScanChainOptions, type ScanResult, scan } from '../../lib/watch/scan.ts';
import { type Budgets, NO_BUDGETS } from '../../lib/watch/touches.ts';
import type { WatchDeps } from '../../lib/watch/watch.ts';
import { watchDeps } from '../../lib/watch/watch-wiring.ts';
import { recordingMatches, type TestDeps, testDeps } from '../support/deps.ts';
import { etherAt } from '../support/prices.ts';
import { makeScenario, type Scenario } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

const { signal } = new AbortController();

/** A new table with an organisation, and a watcher on this table. */
export async function watchedScenario(reader: ChainReader, chain: ChainId = 'anvil') {
  const deps = testDeps(await makeTable());
  const scenario = await makeScenario(deps);
  return { deps, scenario, ...watching(deps, scenario, reader, chain) };
}

interface Watching {
  /** A table that may fail. */
  readonly table?: Table;
  readonly budgets?: Budgets;
  readonly matches?: MatchQueue;
}

/** A watcher on an existing table, like a second process. */
export function watching(
  deps: TestDeps,
  scenario: Scenario,
  reader: ChainReader,
  chain: ChainId = 'anvil',
  { table, budgets = NO_BUDGETS, matches = recordingMatches() }: Watching = {},
) {
  const prices = etherAt('3000');
  const own = { ...deps, table: table ?? deps.table };
  const watcher: WatchDeps = {
    ...watchDeps(own, { chain, reader, prices, queue: scenario.queue, budgets, matches }),
    wait: async () => undefined,
  };
  const once = (options: Partial<ScanChainOptions> = {}): Promise<ScanResult> =>
    scan(watcher, { chain: chainOf(chain), confirmations: 0, start: 0, signal, ...options });
  return {
    watcher,
    once,
    /** Scans until no more blocks can be scanned. */
    async all(options: Partial<ScanChainOptions> = {}): Promise<ScanResult> {
      for (;;) {
        const scanned = await once(options);
        if (!scanned.more) return scanned;
      }
    },
    cursor: () => watcher.cursors.get(chain),
    /** Every record of the organisation by hash, including orphaned records. */
    async records(): Promise<Map<string, StoredTransaction>> {
      const page = await scenario.evaluation.transactions.page(
        scenario.organisation,
        { includeReorged: 'true' },
        { page: 1, pageSize: 100 },
      );
      return new Map(page.data.map((record) => [record.hash, record]));
    },
  };
}
