import { matchForm } from '../lib/chains/address.ts';
import type { ChainBlock, ChainReader } from '../lib/chains/port/chain.ts';
import type { ChainId } from '../lib/chains/registry.ts';
import { openTable, type Table } from '../lib/platform/table/table.ts';
import { fixedPrices } from '../lib/prices/fixed.ts';
import { watchedSets } from '../lib/wallets/watched-set.ts';
import { recordBlock } from '../lib/watch/record-block.ts';
import { NO_BUDGETS } from '../lib/watch/touches.ts';
import { watchDeps } from '../lib/watch/watch-wiring.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import { sumsOf } from './capacity.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { figure, printTable } from './figures.ts';
import { reportGoals } from './goals.ts';
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
const WATCHED = 1_000;

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
function recorder(table: Table, reader: ChainReader, chain: ChainId) {
  const deps = benchDeps(table);
  const queues = { queue: noQueue, matches: noQueue, budgets: NO_BUDGETS };
  const adapters = { chain, reader, prices: fixedPrices('{}'), watched: watchedSets(deps), ...queues };
  const wired = watchDeps(deps, adapters);
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

/** The cost per block of each family's chain, without and with watched addresses. */
async function watched() {
  const chains = [];
  for (const make of recordings) {
    const { id, recorded: distinct } = make();
    const recording = () => make(Math.ceil(blocksIn(id) / distinct));
    const idle = await unitsPerBlock(dynamoDb, recording(), 0);
    chains.push({ id, idle, busy: await unitsPerBlock(dynamoDb, recording(), WATCHED) });
  }
  return chains;
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
    chains.flatMap(({ id, idle, busy }) => [
      [`${id}, nobody watches`, ...cells(idle)],
      [`${id}, ${figure(WATCHED)} addresses`, ...cells(busy)],
    ]),
  );
  const measured = { date: dateNow(), commit: commitNow() };
  const byChain = (of: (chain: (typeof chains)[number]) => Cost) =>
    Object.fromEntries(chains.map((chain) => [chain.id, of(chain)]));
  saveMeasured({
    record: { measured, perRecord: Object.fromEntries(levels.map(({ records, each }) => [records, each])) },
    watch: { measured, addresses: WATCHED, perBlock: byChain(({ busy }) => busy), idle: byChain(({ idle }) => idle) },
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
    ...chains.map(({ id, busy }) => ({ name: `units per block of ${id}`, figure: unitsOf(busy), unit: 'units' })),
  ]);
} finally {
  await dynamoDb.stop();
}
