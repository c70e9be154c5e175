import { matchForm } from '../lib/chains/address.ts';
import type { ChainBlock, ChainReader } from '../lib/chains/port/chain.ts';
import type { ChainId } from '../lib/chains/registry.ts';
import { openTable, type Table } from '../lib/platform/table/table.ts';
import { fixedPrices } from '../lib/prices/fixed.ts';
import { watchedSets } from '../lib/wallets/watched-set.ts';
import { type RecordBlockDeps, recordBlock } from '../lib/watch/record-block.ts';
import { NO_BUDGETS } from '../lib/watch/touches.ts';
import { watchDeps } from '../lib/watch/watch-wiring.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import { sumsOf } from './capacity.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { figure, median, printTable } from './figures.ts';
import { reportGoals } from './goals.ts';
import { blocksWithManyLogs, cutOff, LOGS } from './many-logs.ts';
import { type Cost, saveMeasured } from './measured-units.ts';
import { paymentBlocks } from './payment-blocks.ts';
import { recordings } from './recorded.ts';
import { commitNow, dateNow } from './results.ts';
import { scanning } from './scanning.ts';
import { strangerAt, watchThese } from './watched.ts';
import { blocksIn, unitsPerBlock } from './watched-minutes.ts';

/**
 * Measures the units of a block by the number of its records, each of at most 1 KB and in an organisation of its own,
 * and the time of a block with many records. Then measures what a watcher costs per block while it makes no record.
 */
const RECORDS = [1, 10, 100, 1_000];
const MOST = Math.max(...RECORDS);
/** The simulated time of a call to the table. */
const TABLE_MS = 8;
const MOST_UNITS = 14;
const MOST_SPREAD = 1.3;
const MOST_SECONDS = 5;
/** Watched addresses that no block names. */
const WATCHED = [0, 1_000, 1_000_000] as const;
/** The level of docs/costs.md. */
const USUAL = 1_000;
const MOST_PER_BLOCK = 8;
const MOST_BY_LOGS = 1.5;

// A watcher logs a line for each scan.
process.stderr.write = () => true;
const dynamoDb = await startMeteredDynamoDb();
const { signal } = new AbortController();

/** The requests and the units of a call. */
async function costOf(run: () => Promise<unknown>): Promise<Cost> {
  dynamoDb.usage.clear();
  await run();
  const { requests, readUnits, writeUnits } = sumsOf(dynamoDb.usage);
  return { requests, readUnits, writeUnits };
}

const unitsOf = ({ readUnits, writeUnits }: Cost): number => readUnits + writeUnits;

/** The cost of each record, without the cost of the block itself. */
const perRecord = (block: Cost, empty: Cost, records: number): Cost => ({
  requests: (block.requests - empty.requests) / records,
  readUnits: (block.readUnits - empty.readUnits) / records,
  writeUnits: (block.writeUnits - empty.writeUnits) / records,
});

/** Records blocks as the watcher of one process does, without moving a cursor. Expects so many records. */
function recorder(table: Table, reader: ChainReader, chain: ChainId, more: Partial<RecordBlockDeps> = {}) {
  const deps = benchDeps(table);
  const queues = { queue: noQueue, matches: noQueue, budgets: NO_BUDGETS };
  const adapters = { chain, reader, prices: fixedPrices('{}'), watched: watchedSets(deps), ...queues };
  const wired = { ...watchDeps(deps, adapters), ...more };
  return async (block: ChainBlock, records: number): Promise<void> => {
    const read = { ...block, whole: async () => block };
    const made = await recordBlock(wired, chain, read, [], signal);
    if (made?.records !== records) throw new Error(`${made?.records} records instead of ${records}`);
  };
}

const noQueue = { send: () => Promise.reject(new Error('Recording queued an attempt')) };

/** The units of each number of records, and the seconds of a block with the most records. */
async function recorded() {
  const { addressOf } = paymentBlocks([], [0]);
  const payers = Array.from({ length: MOST }, (_, n) => matchForm('ethereum', strangerAt({ addressOf }, n)));
  // Before each measurement, an empty block lets the process read what it remembers afterwards.
  const recording = paymentBlocks(payers, [0, 0, ...RECORDS, 0, MOST]);
  const chain = await scanning(recording);
  const blocks = await chain.blocks(recording.chain.links.length);
  const { name } = await createBareTable(dynamoDb.client);
  await watchThese(benchDeps(openTable(name, dynamoDb.client)), recording.id, payers);
  const at = (n: number): ChainBlock => {
    const block = blocks[n];
    if (block === undefined) throw new Error(`there is no block ${n}`);
    return block;
  };
  const reader = recording.reader('');
  const metered = recorder(openTable(name, dynamoDb.metered), reader, recording.id);
  await metered(at(0), 0);
  const empty = await costOf(() => metered(at(1), 0));
  const levels: { records: number; whole: Cost; each: Cost }[] = [];
  for (const [n, records] of RECORDS.entries()) {
    const whole = await costOf(() => metered(at(2 + n), records));
    levels.push({ records, whole, each: perRecord(whole, empty, records) });
  }
  const slow = recorder(openTable(name, dynamoDb.delayed(TABLE_MS)), reader, recording.id);
  await slow(at(blocks.length - 2), 0);
  const started = performance.now();
  await slow(at(blocks.length - 1), MOST);
  return { empty, levels, seconds: (performance.now() - started) / 1000 };
}

/** Blocks of each kind whose times are compared, one after the other. */
const PAIRS = 15;

/** The processor time of a block with a transaction of many logs, by its time before rules saw everything. */
async function manyLogs(): Promise<number> {
  const { addressOf } = paymentBlocks([], [0]);
  const senders = Array.from({ length: 2 * PAIRS }, (_, n) => matchForm('ethereum', strangerAt({ addressOf }, n)));
  const recording = blocksWithManyLogs(senders);
  const blocks = await (await scanning(recording)).blocks(2 * PAIRS);
  const { name } = await createBareTable(dynamoDb.client);
  const table = openTable(name, dynamoDb.client);
  await watchThese(benchDeps(table), recording.id, senders);
  const reader = recording.reader('');
  const before = recorder(table, reader, recording.id, { bounded: cutOff });
  const now = recorder(table, reader, recording.id);
  const took = async (record: typeof now, block: ChainBlock | undefined): Promise<number> => {
    if (block === undefined) throw new Error('a block is missing');
    const began = process.cpuUsage();
    await record(block, 1);
    const { user, system } = process.cpuUsage(began);
    return user + system;
  };
  const ratios: number[] = [];
  for (let n = 0; n < 2 * PAIRS; n += 2) {
    const earlier = await took(before, blocks[n]);
    ratios.push((await took(now, blocks[n + 1])) / earlier);
  }
  return median(ratios);
}

type BlockCost = Awaited<ReturnType<typeof unitsPerBlock>>;

/** The cost per block of each family's chain, by the number of watched addresses. */
async function watched() {
  const chains = [];
  for (const make of recordings) {
    const { id, recorded: distinct } = make();
    const levels = new Map<number, BlockCost>();
    for (const addresses of WATCHED) {
      levels.set(addresses, await unitsPerBlock(dynamoDb, make(Math.ceil(blocksIn(id) / distinct)), addresses));
    }
    chains.push({ id, levels });
  }
  return chains;
}

type Watched = Awaited<ReturnType<typeof watched>>[number];

function costAt({ id, levels }: Watched, addresses: number): BlockCost {
  const cost = levels.get(addresses);
  if (cost === undefined) throw new Error(`no block of ${id} was measured with ${addresses} addresses`);
  return cost;
}

try {
  const { empty, levels, seconds } = await recorded();
  console.log('Units of a block by the number of its records, and of each record without those of an empty block\n');
  const cells = (cost: Cost) => [unitsOf(cost), cost.readUnits, cost.writeUnits, cost.requests].map(figure);
  printTable(
    ['records', 'units', 'reads', 'writes', 'requests', 'units of each', 'reads', 'writes', 'requests'],
    [
      ['0', ...cells(empty)],
      ...levels.map(({ records, whole, each }) => [String(records), ...cells(whole), ...cells(each)]),
    ],
  );
  console.log('\nUnits of a watcher per block, with the lease and the polls, without records and checks of balances\n');
  const chains = await watched();
  printTable(
    ['', 'units', 'reads', 'writes', 'requests'],
    chains.flatMap(({ id, levels }) =>
      [...levels].map(([addresses, cost]) => [`${id}, ${addresses.toLocaleString('en')} addresses`, ...cells(cost)]),
    ),
  );
  const measured = { date: dateNow(), commit: commitNow() };
  const byChain = (addresses: number) =>
    Object.fromEntries(
      chains.map((chain) => {
        const { nodeCalls: _, ...cost } = costAt(chain, addresses);
        return [chain.id, cost];
      }),
    );
  saveMeasured({
    record: { measured, perRecord: Object.fromEntries(levels.map(({ records, each }) => [records, each])) },
    watch: { measured, addresses: USUAL, perBlock: byChain(USUAL), idle: byChain(0) },
  });
  const each = levels.map((level) => unitsOf(level.each));
  reportGoals([
    { name: 'units per record, at most', figure: Math.max(...each), unit: 'units', atMost: MOST_UNITS },
    {
      name: `units per record, most by least of ${RECORDS.join(', ')} records`,
      figure: Math.max(...each) / Math.min(...each),
      unit: '×',
      atMost: MOST_SPREAD,
    },
    {
      name: `a block with ${figure(MOST)} records, ${TABLE_MS} ms per table call`,
      figure: seconds,
      unit: 's',
      atMost: MOST_SECONDS,
    },
    {
      name: `a block with a transaction of ${figure(LOGS)} logs, by its time before rules saw everything`,
      figure: await manyLogs(),
      unit: '×',
      atMost: MOST_BY_LOGS,
    },
    ...chains.map(({ id, levels }) => ({
      name: `units per block of ${id}, all included, at most`,
      figure: Math.max(...[...levels.values()].map(unitsOf)),
      unit: 'units',
      atMost: MOST_PER_BLOCK,
    })),
  ]);
} finally {
  await dynamoDb.stop();
}
