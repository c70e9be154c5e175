import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { type ChainId, chainOf } from '../../lib/chains/registry.ts';
import { netOf } from '../../lib/platform/lists/change.ts';
import { tupleKey } from '../../lib/platform/lists/definition.ts';
import { changesOfItem, StoredChange } from '../../lib/platform/lists/tail.ts';
import { listPrefixes } from '../../lib/platform/table/counted-list-keys.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../lib/wallets/schema.ts';
import { ContradictionError, ReorgTooDeepError } from '../../lib/watch/continuity.ts';
import { type ScanChainOptions, scan } from '../../lib/watch/scan.ts';
import { NO_BUDGETS } from '../../lib/watch/touches.ts';
import type { WatchDeps } from '../../lib/watch/watch.ts';
import { watchDeps } from '../../lib/watch/watch-wiring.ts';
import { recordingMatches, recordingQueue, type TestDeps, testDeps } from '../support/deps.ts';
import { makeTable } from '../support/table.ts';
import type { Recording } from './recordings.ts';

/** A watched address. Its wallet is the only wallet of its organisation. */
export interface Owner {
  readonly organisation: OrganisationId;
  readonly walletId: string;
}

/**
 * A table with a wallet for each address with known facts. Each wallet has an organisation of its own, so that the
 * direction of a transfer depends on this wallet only.
 */
export async function watchedTable({ id, expected }: Recording) {
  const deps = testDeps(await makeTable());
  const wallets = walletChanges(deps);
  const addresses = [...new Set(expected.map(({ address }) => address))];
  const owners = await mapConcurrent(addresses, 8, async (address): Promise<[string, Owner]> => {
    const organisation = OrganisationId.parse(deps.newId());
    const input = CreateWallet.parse({ label: 'Watched', address, chains: [id] });
    const wallet = await wallets.create(organisation, input, { address, destinationTag: null });
    return [address, { organisation, walletId: wallet.id }];
  });
  const given = new Set((await itemsOf(deps.table)).keys());
  return {
    deps,
    owners: new Map(owners),
    /** The items that the watcher has written, by key. */
    written: async () => withSummedChanges([...(await itemsOf(deps.table))].filter(([key]) => !given.has(key))),
    /** Deletes the items that the watcher has written, so that the next run starts with the same table. */
    async forget(): Promise<void> {
      const gone = [...(await itemsOf(deps.table))].filter(([key]) => !given.has(key)).map(([, item]) => item);
      for (let i = 0; i < gone.length; i += BATCH_WRITE_LIMIT) {
        const batch = gone.slice(i, i + BATCH_WRITE_LIMIT);
        const RequestItems = { [deps.table.name]: batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })) };
        await deps.table.client.send(new BatchWriteCommand({ RequestItems }));
      }
    },
  };
}
export type WatchedTable = Awaited<ReturnType<typeof watchedTable>>;

const BATCH_WRITE_LIMIT = 25;

/**
 * The dependencies of a watcher, on a table that may fail. No asset has a price. Each watcher is a new process, which
 * remembers nothing of the runs before.
 */
export const watcherOf = (
  deps: TestDeps,
  chain: ChainId,
  reader: ChainReader,
  table: Table = openTable(deps.table.name, deps.table.client),
): WatchDeps =>
  watchDeps(
    { ...deps, table },
    {
      chain,
      reader,
      prices: fixedPrices('{}'),
      queue: recordingQueue(),
      budgets: NO_BUDGETS,
      matches: recordingMatches(),
    },
  );

/** Options for a scan from the first block on. */
export const fromFirst = ({ id, chain }: Recording): ScanChainOptions => ({
  chain: chainOf(id),
  confirmations: 0,
  start: chain.links.at(0)?.height,
  signal: new AbortController().signal,
});

/** No plan of failures in a test needs more scans. */
const MOST_SCANS = 200;

/** Scans until the chain is scanned. @throws any error of a scan. */
export async function scanAll(watcher: WatchDeps, options: ScanChainOptions): Promise<void> {
  for (let n = 0; n < MOST_SCANS; n++) {
    const { cursor, head, more } = await scan(watcher, options);
    if (cursor?.height === head && !more) return;
  }
  throw new Error(`the chain is not scanned after ${MOST_SCANS} scans`);
}

/**
 * Scans until the cursor is at the `last` block, with nodes that may fail. Returns how many scans failed.
 * @param scanning is called before each scan and returns the signal that ends this scan.
 * @throws Error when a scan fails with an error that another scan cannot solve.
 */
export async function scanThrough(
  watcher: WatchDeps,
  options: ScanChainOptions,
  { last, scanning }: { last: string | undefined; scanning: () => AbortSignal },
): Promise<number> {
  let failed = 0;
  for (let n = 0; n < MOST_SCANS; n++) {
    try {
      const { cursor, more } = await scan(watcher, { ...options, signal: scanning() });
      if (cursor?.hash === last && !more) return failed;
    } catch (error) {
      const passes =
        error instanceof ChainUnavailableError ||
        (error instanceof ContradictionError && !(error instanceof ReorgTooDeepError));
      if (!passes) throw error;
      failed += 1;
    }
  }
  throw new Error(`the chain is not scanned after ${MOST_SCANS} scans, of which ${failed} failed`);
}

/**
 * The items, with the changes of each counted list as their sum: the changes have random keys, and their sum alone is
 * what a reader of the list sees.
 */
function withSummedChanges(
  items: readonly (readonly [string, Record<string, unknown>])[],
): Map<string, Record<string, unknown>> {
  const [changes, others] = [true, false].map((wanted) =>
    items.filter(([, { sk }]) => String(sk).startsWith(listPrefixes.changes) === wanted),
  );
  const lists = Map.groupBy(changes ?? [], ([, { pk }]) => String(pk));
  const sums = [...lists].map(([pk, own]): [string, Record<string, unknown>] => [
    `${pk} changes`,
    Object.fromEntries(
      [...netOf(own.flatMap(([, item]) => changesOfItem(StoredChange.parse(item))))].map(([key, counts]) => [
        key,
        Object.fromEntries(counts.map(({ tuple, n }) => [tupleKey(tuple), n])),
      ]),
    ),
  ]);
  return new Map([...(others ?? []), ...sums]);
}

/** Every item of a table, by its key. */
async function itemsOf(table: Table): Promise<Map<string, Record<string, unknown>>> {
  const items: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(new ScanCommand({ TableName: table.name, ExclusiveStartKey: start }));
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  const keyed = items.map((item) => [`${item.pk} ${item.sk}`, item] as const);
  return new Map(keyed.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
