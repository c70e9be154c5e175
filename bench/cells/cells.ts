import { Processes } from '../../local/processes/child-processes.ts';
import { sumsOf } from '../capacity.ts';
import { startMeteredDynamoDb } from '../dynamodb.ts';
import { figure, printTable } from '../figures.ts';
import { reportGoals } from '../goals.ts';
import { type Difference, differenceOf } from './cell-records.ts';
import { cellWorker } from './cell-worker.ts';
import { type CellsWorld, cellsWorld } from './cells-world.ts';
import { startKinesis } from './chain-stream.ts';
import { dyingClient, lives } from './dying-client.ts';

/**
 * Simulates the way from one table to cells (ADR 70). The scan of the watcher reads a chain once and puts what touches
 * a cell into a stream with a shard for each cell. A worker of each cell records it, by the matcher and the recorder of
 * the product, into the table of the cell. Each cell has the case of 1,000 organisations: ten cells get 190 matching
 * transactions a second.
 *
 * Measures the units per record by the number of cells. Then the watcher and each worker die again and again, blocks of
 * the chain are replaced meanwhile, and each record must be there once.
 */
const CELLS = [1, 4, 10];
const MOST = Math.max(...CELLS);
/** Blocks of two seconds each. */
const BLOCKS = 8;
const BLOCKS_WITH_DEATHS = 8;
const REPLACED = 3;
/** The calls to the table at which a worker dies, one life after the other. */
const WORKER_DIES_AT = [30, 75, 150, 310];
const WATCHER_DIES_AT = [4, 9, 13];
const MOST_SPREAD = 1.05;
/** What the stream may add to the write units of a record. */
const MOST_MORE = 1.05;

// The scans and the replaced blocks log a line each.
process.stderr.write = () => true;
const processes = new Processes();
const dynamoDb = await startMeteredDynamoDb();

/** The watcher and the workers side by side, each with these deaths, until the cells have all blocks of the chain. */
async function run(world: CellsWorld, workerDies: readonly number[], watcherDies: readonly number[]) {
  const { chain, cells } = world;
  const last = chain.at(chain.head)?.hash;
  if (last === undefined) throw new Error('the chain has no block');
  // A client of its own for each life: a dead process makes no call any more.
  const client = (dieAt: number) =>
    workerDies.length > 0 ? dyingClient(dynamoDb.delayed(0), dieAt) : dynamoDb.metered;
  const [watcher = 0, ...workers] = await Promise.all([
    lives(watcherDies, (dieAt) => world.watch(client(dieAt))),
    ...cells.map(({ work }) => lives(workerDies, (dieAt) => cellWorker(work, client(dieAt))(last))),
  ]);
  return { watcher, workers: workers.reduce((sum, deaths) => sum + deaths, 0) };
}

async function differences(world: CellsWorld, blocks: number): Promise<Difference> {
  let [lost, doubled] = [0, 0];
  for (const cell of world.cells) {
    const each = await differenceOf(cell, world, blocks, dynamoDb);
    lost += each.lost;
    doubled += each.doubled;
  }
  return { lost, doubled };
}

/** The units and the seconds of these cells without a death. */
async function measured(name: string, world: CellsWorld, work: () => Promise<unknown>) {
  world.chain.head = world.chain.links[BLOCKS - 1]?.height ?? Number.NaN;
  dynamoDb.usage.clear();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const { readUnits, writeUnits } = sumsOf(dynamoDb.usage);
  const records = world.cells.reduce((sum, cell) => sum + cell.expected(BLOCKS).length, 0);
  return {
    name,
    records,
    perSecond: records / seconds,
    reads: readUnits / records,
    writes: writeUnits / records,
    ...(await differences(world, BLOCKS)),
  };
}

/** Goes on with deaths of everybody, also while blocks are replaced. */
async function withDeaths(world: CellsWorld) {
  const { chain } = world;
  const puts = world.stream.puts();
  chain.head = chain.links.at(-1)?.height ?? Number.NaN;
  const first = await run(world, WORKER_DIES_AT, WATCHER_DIES_AT);
  chain.fork(REPLACED);
  const second = await run(world, WORKER_DIES_AT, WATCHER_DIES_AT);
  const needed = (BLOCKS_WITH_DEATHS + REPLACED) * world.cells.length;
  return {
    workers: first.workers + second.workers,
    watcher: first.watcher + second.watcher,
    again: world.stream.puts() - puts - needed,
    ...(await differences(world, BLOCKS + BLOCKS_WITH_DEATHS)),
  };
}

try {
  const newStream = await startKinesis(processes);
  const blocks = BLOCKS + BLOCKS_WITH_DEATHS;
  const single = await cellsWorld(dynamoDb, newStream, { cells: 1, blocks });
  const today = await measured('one table, no stream', single, () => single.watchAlone(dynamoDb.metered));
  const rows: (typeof today)[] = [];
  let deaths = { workers: 0, watcher: 0, again: 0, lost: 0, doubled: 0 };
  for (const cells of CELLS) {
    const world = await cellsWorld(dynamoDb, newStream, { cells, blocks });
    rows.push(await measured(`${cells} ${cells === 1 ? 'cell' : 'cells'}`, world, () => run(world, [], [])));
    if (cells === MOST) deaths = await withDeaths(world);
  }
  console.log('Units of a record, those of the watcher and of all cells together, and records a second\n');
  const by = (row: typeof today) => row.perSecond / (rows[0]?.perSecond ?? Number.NaN);
  printTable(
    ['', 'records', 'reads', 'writes', 'records/s by those of 1 cell'],
    [today, ...rows].map((row) => [row.name, ...[row.records, row.reads, row.writes, by(row)].map(figure)]),
  );
  console.log(
    `\n${MOST} cells: workers died ${deaths.workers} times and the watcher ${deaths.watcher} times.`,
    `${REPLACED} blocks of the chain were replaced.`,
  );
  console.log(`The watcher put ${deaths.again} blocks again that cells had already.`);
  const spread = (figures: readonly number[]): number => Math.max(...figures) / Math.min(...figures);
  const all = [today, ...rows, deaths];
  const sum = (of: (row: Difference) => number): number => all.reduce((total, row) => total + of(row), 0);
  const unit = 'records';
  reportGoals([
    { name: 'records lost', figure: sum(({ lost }) => lost), unit, atMost: 0 },
    { name: 'records doubled', figure: sum(({ doubled }) => doubled), unit, atMost: 0 },
    {
      name: 'deaths that the records outlived',
      figure: deaths.workers + deaths.watcher,
      unit: 'deaths',
      atLeast: 2 * MOST,
    },
    {
      name: `write units per record, most by least of ${CELLS.join(', ')} cells`,
      figure: spread(rows.map(({ writes }) => writes)),
      unit: '×',
      atMost: MOST_SPREAD,
    },
    {
      name: `read units per record, most by least of ${CELLS.join(', ')} cells`,
      figure: spread(rows.map(({ reads }) => reads)),
      unit: '×',
      atMost: MOST_SPREAD,
    },
    {
      name: `write units per record of ${MOST} cells by those of one table`,
      figure: (rows.at(-1)?.writes ?? Number.NaN) / today.writes,
      unit: '×',
      atMost: MOST_MORE,
    },
    {
      name: `records a second on this machine, ${MOST} cells by 1`,
      figure: rows.map(by).at(-1) ?? Number.NaN,
      unit: '×',
    },
  ]);
} finally {
  await processes.stop();
  await dynamoDb.stop();
}
