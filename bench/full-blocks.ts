import { loadavg } from 'node:os';
import { openTable } from '../lib/platform/table/table.ts';
import { cursorRepo } from '../lib/watch/cursor.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import type { MeteredDynamoDb } from './dynamodb.ts';
import { figure, median, printTable } from './figures.ts';
import { type FullBlock, fullBlocks } from './full-recordings.ts';
import { type Goal, reportGoals } from './goals.ts';
import { inProcessNode } from './in-process-node.ts';
import { type MeasuredWatcher, type Spent, startWatcher } from './measured-watcher.ts';
import { sampled } from './sample.ts';
import { serveNode } from './served-node.ts';
import { strangerAt, watchThese } from './watched.ts';

/** The simulated time of a call to the table. */
const TABLE_MS = 8;
/** Blocks that are scanned alone, as at the head. The first blocks warm the process up. */
const WARM_UP = 12;
const ROUNDS = 9;
/** Blocks that are scanned in one go, as after an outage. */
const BACKLOG = 12;

const GOAL = { cpuMs: 60, elapsedMs: 150, backlogMinutes: 3 };
/** Ten minutes of Solana, with a block each 0.4 seconds. */
const BACKLOG_BLOCKS = 1_500;

/**
 * How many of the block's addresses are watched. `elsewhere` stands for addresses that the block does not name. The
 * goals hold for a customer's chain, where few transactions of a block match. With 1 % of all addresses, a chain makes
 * dozens of records per second.
 */
const LEVELS = ['none', 'elsewhere', '3', '1 %'] as const;
type Level = (typeof LEVELS)[number];
const ELSEWHERE = 100;

interface FullScan {
  readonly name: string;
  readonly level: Level;
  readonly records: number;
  /** CPU milliseconds of the watcher's process, on average, and of its main thread. */
  readonly cpuMs: number;
  readonly threadMs: number;
  readonly elapsedMs: number;
  /** Milliseconds per block of a backlog. */
  readonly backlogMs: number;
  /** CPU milliseconds of the same process for `JSON.parse` of the same text, and to receive the text over HTTP. */
  readonly parseMs: number;
  readonly receiveMs: number;
}

/**
 * Measures the scan of full-size blocks, from the bytes of a node's answer to the moved cursor, in a process with a
 * watcher and nothing else. Prints the figures.
 */
export async function reportFullBlocks(dynamoDb: MeteredDynamoDb): Promise<void> {
  const scans: FullScan[] = [];
  for (const block of fullBlocks()) for (const level of LEVELS) scans.push(await measured(dynamoDb, block, level));
  console.log(
    `\nFull-size blocks, from text to cursor, ${TABLE_MS} ms per table call (load ${loadavg().map(figure).join(', ')})`,
  );
  console.log('CPU of all threads of the watcher; beside it of its main thread, and of other work on the same text');
  const head = ['', 'watched', 'records', 'CPU ms', 'thread ms', 'JSON.parse', 'receive', 'elapsed ms', 'backlog ms'];
  printTable([...head, '10 min of Solana'], scans.map(rowOf));
  const customers = scans.filter(({ level }) => level !== '1 %');
  reportGoals([...Map.groupBy(customers, ({ name }) => name).values()].flatMap(goalsOf));
}

async function measured(dynamoDb: MeteredDynamoDb, block: FullBlock, level: Level): Promise<FullScan> {
  const recording = block.recording(WARM_UP + ROUNDS + BACKLOG);
  const heights = recording.chain.links.map(({ height }) => height);
  const { name: table } = await createBareTable(dynamoDb.client);
  const deps = benchDeps(openTable(table, dynamoDb.client));
  const reader = recording.reader(inProcessNode(recording.methods).url);
  const { some } = sampled([await reader.block(heights[0] ?? 0, new AbortController().signal)]);
  const elsewhere = Array.from({ length: ELSEWHERE }, (_, n) => strangerAt(recording, n));
  const watched = { none: [], elsewhere, '3': some.slice(0, 3), '1 %': some }[level];
  await watchThese(deps, recording.id, watched);
  await cursorRepo(deps).begin(recording.id, heights[0] ?? 0);
  const node = await serveNode(recording.methods);
  const { endpoint } = dynamoDb;
  const watcher = startWatcher({ chain: recording.id, node: node.url, endpoint, table, tableMs: TABLE_MS });
  /** Scans so many blocks. */
  let scanned = 0;
  const next = (blocks: number): Promise<Spent> => {
    scanned += blocks;
    recording.chain.head = heights[scanned - 1] ?? Number.NaN;
    return watcher.ask('scan');
  };
  try {
    await watcher.ask({ keep: heights });
    return { name: block.name, level, ...(await figuresOf(watcher, next, heights.length)) };
  } finally {
    watcher.stop();
    node.stop();
  }
}

/** CPU time is an average, so that it includes the collections of garbage that not every block causes. */
async function figuresOf(watcher: MeasuredWatcher, next: (blocks: number) => Promise<Spent>, kept: number) {
  await next(WARM_UP);
  const rounds: Spent[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await next(1));
  const mean = (of: (spent: Spent) => number) => rounds.reduce((sum, each) => sum + of(each), 0) / ROUNDS;
  const backlog = await next(BACKLOG);
  const [parse, receive] = [await watcher.ask('parse'), await watcher.ask('receive')];
  return {
    records: median(rounds.map(({ records }) => records)),
    cpuMs: mean(({ processMs }) => processMs),
    threadMs: mean(({ threadMs }) => threadMs),
    elapsedMs: median(rounds.map(({ elapsedMs }) => elapsedMs)),
    backlogMs: backlog.elapsedMs / BACKLOG,
    parseMs: parse.processMs / kept,
    receiveMs: receive.processMs / kept,
  };
}

const minutesOf = ({ backlogMs }: FullScan): number => (backlogMs * BACKLOG_BLOCKS) / 60_000;
const isSolana = ({ name }: FullScan): boolean => name.startsWith('Solana');

function rowOf(scan: FullScan): string[] {
  const { name, level, records, cpuMs, threadMs, parseMs, receiveMs, elapsedMs, backlogMs } = scan;
  const minutes = isSolana(scan) ? `${figure(minutesOf(scan))} min` : '';
  const times = [cpuMs, threadMs, parseMs, receiveMs, elapsedMs, backlogMs].map(figure);
  return [name, level, String(records), ...times, minutes];
}

/** The goals of a block, each with the dearest of these scans. */
function goalsOf(scans: readonly FullScan[]): Goal[] {
  const dearest = (name: string, unit: string, atMost: number | undefined, of: (scan: FullScan) => number): Goal => {
    const worst = scans.reduce((most, scan) => (of(scan) > of(most) ? scan : most));
    return { name: `${worst.name}: ${name}`, figure: of(worst), unit, atMost, note: `watched: ${worst.level}` };
  };
  return [
    dearest('CPU per block', 'ms', GOAL.cpuMs, ({ cpuMs }) => cpuMs),
    // This figure does not depend on the load of the machine.
    dearest('CPU per block by that of JSON.parse', '×', undefined, ({ cpuMs, parseMs }) => cpuMs / parseMs),
    dearest('elapsed per block', 'ms', GOAL.elapsedMs, ({ elapsedMs }) => elapsedMs),
    ...(scans.every(isSolana) ? [dearest('10 min of backlog', 'min', GOAL.backlogMinutes, minutesOf)] : []),
  ];
}
