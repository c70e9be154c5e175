import { setTimeout } from 'node:timers/promises';
import { openTable, type Table } from '../lib/platform/table/table.ts';
import { OrganisationId } from '../lib/values/ids.ts';
import { walletChanges } from '../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../lib/wallets/schema.ts';
import { watchedSet } from '../lib/wallets/watched-set.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import { sumsOf } from './capacity.ts';
import type { MeteredDynamoDb } from './dynamodb.ts';
import { type FullBlock, fullBlocks } from './full-recordings.ts';
import { type ColdStart, type Matching, reportMatching, type WalletWrites } from './matching-report.ts';
import type { Recording } from './recorded.ts';
import { sampled } from './sample.ts';
import { scanning } from './scanning.ts';
import { packOthers, strangerAt, watchForms } from './watched.ts';

const WATCHED = [0, 1_000, 1_000_000] as const;
const MOST_WATCHED = 1_000_000;
/** How many addresses of the block are watched beside the others. */
const HITS = [3, 12] as const;
/** One block in a process that has just started, and one block whose units count. */
const BLOCKS = 2;

/**
 * Measures what it costs to find the watched addresses of full-size blocks: the units per block, the start of a process
 * with a million addresses, and the change of a wallet. To find hits is to read. What a block with hits writes beyond a
 * block without hits are their records, which `npm run bench -- record` counts.
 */
export async function measureMatching(dynamoDb: MeteredDynamoDb): Promise<void> {
  const matchings: Matching[] = [];
  const starts: ColdStart[] = [];
  for (const block of fullBlocks()) {
    if (!block.name.endsWith(', made')) continue;
    for (const watched of WATCHED) {
      const { name } = await createBareTable(dynamoDb.client);
      await packOthers(benchDeps(openTable(name, dynamoDb.client)), block.recording(1), watched);
      const table = openTable(name, dynamoDb.metered);
      if (watched === MOST_WATCHED) starts.push(await coldStart(dynamoDb, block, table));
      const without = await matched(dynamoDb, { block, table, watched, hits: 0 });
      matchings.push(without);
      for (const hits of watched === 0 ? [] : HITS) {
        const { writeUnits } = without;
        matchings.push({ ...(await matched(dynamoDb, { block, table, watched, hits })), writeUnits });
      }
    }
  }
  reportMatching(matchings, starts, await walletWrites(dynamoDb));
}

interface MatchCase {
  readonly block: FullBlock;
  readonly table: Table;
  readonly watched: number;
  readonly hits: number;
}

async function matched(dynamoDb: MeteredDynamoDb, { block, table, watched, hits }: MatchCase): Promise<Matching> {
  const chain = await scanning(block.recording(BLOCKS));
  const [first] = await chain.blocks(1);
  if (first === undefined) throw new Error('The recording has no block');
  const own = new Set(sampled([first]).some.slice(0, hits));
  await watchForms(benchDeps(openTable(table.name, dynamoDb.client)), block.recording(1).id, [...own]);
  await chain.begin(table);
  await chain.next(table, 1);
  dynamoDb.usage.clear();
  await chain.next(table, 1);
  const { readUnits, writeUnits } = sumsOf(dynamoDb.usage);
  // The next measurement on this table begins with the first block again.
  await chain.forget(table);
  const touched = first.transactions.flatMap(({ parties }) => parties.filter((party) => own.has(party)));
  return { name: block.name, watched, hits: touched.length, readUnits, writeUnits };
}

/** The start of a process: its time and units, and then, at another start, the memory that it takes at most. */
async function coldStart(dynamoDb: MeteredDynamoDb, block: FullBlock, table: Table): Promise<ColdStart> {
  const recording: Recording = block.recording(1);
  dynamoDb.usage.clear();
  const started = performance.now();
  const known = await watchedSet(benchDeps(table), recording.id).upToDate();
  const seconds = (performance.now() - started) / 1000;
  const { readUnits } = sumsOf(dynamoDb.usage);
  for (const n of [0, MOST_WATCHED - 1]) {
    if (!known.has(strangerAt(recording, n))) throw new Error('The set lacks a watched address');
  }
  const memory = await startMemory(dynamoDb, table.name, recording);
  return { name: block.name, addresses: known.size, seconds, readUnits, ...memory };
}

/** The memory of a start in MB, without garbage: at the end, and at most at its answers from the table. */
async function startMemory(
  dynamoDb: MeteredDynamoDb,
  name: string,
  { id }: Recording,
): Promise<Pick<ColdStart, 'heldMb' | 'mostMb'>> {
  const before = await settled();
  let most = before;
  const table = openTable(name, dynamoDb.delayed(0));
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      most = Math.max(most, held());
      return answer;
    },
    { step: 'initialize', name: 'memory' },
  );
  const set = watchedSet(benchDeps(table), id);
  const known = await set.upToDate();
  const after = await settled();
  if (known.size < MOST_WATCHED) throw new Error('The set lacks a watched address');
  return { heldMb: (after - before) / 1024 ** 2, mostMb: (most - before) / 1024 ** 2 };
}

/** The memory in use when the engine has also freed the buffers of collected objects, which it does later. */
async function settled(): Promise<number> {
  for (let n = 0; n < 5; n++) {
    held();
    await setTimeout(50);
  }
  return held();
}

function held(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The write units of creating and of deleting a wallet on one chain. */
async function walletWrites(dynamoDb: MeteredDynamoDb): Promise<WalletWrites> {
  const { name } = await createBareTable(dynamoDb.client);
  const deps = benchDeps(openTable(name, dynamoDb.metered));
  const wallets = walletChanges(deps);
  const organisation = OrganisationId.parse(deps.newId());
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const written = async <T>(run: () => Promise<T>): Promise<{ units: number; result: T }> => {
    dynamoDb.usage.clear();
    const result = await run();
    return { units: sumsOf(dynamoDb.usage).writeUnits, result };
  };
  const input = CreateWallet.parse({ label: 'Treasury', address, chains: ['ethereum'] });
  const created = await written(() => wallets.create(organisation, input, { address, destinationTag: null }));
  const removed = await written(() => wallets.remove(organisation, created.result.id));
  return { create: created.units, remove: removed.units };
}
