import { loadavg } from 'node:os';
import { openTable, type Table } from '../lib/platform/table/table.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import type { MeteredDynamoDb } from './dynamodb.ts';
import { figure, median, printTable } from './figures.ts';
import { type FullBlock, fullBlocks } from './full-recordings.ts';
import { type Goal, reportGoals } from './goals.ts';
import { sampled } from './sample.ts';
import { type Scanning, scanning } from './scanning.ts';
import { strangerAt, watchThese } from './watched.ts';

/** The simulated time of a call to the table. */
const TABLE_MS = 8;
/** Blocks that are scanned alone, as at the head. The first blocks warm the process up. */
const WARM_UP = 8;
const ROUNDS = 7;
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
  readonly cpuMs: number;
  readonly elapsedMs: number;
  /** Milliseconds per block of a backlog. */
  readonly backlogMs: number;
}

/** Measures the scan of full-size blocks, from the text of a node's answer to the moved cursor. Prints the figures. */
export async function reportFullBlocks(dynamoDb: MeteredDynamoDb): Promise<void> {
  const scans: FullScan[] = [];
  const head = ['', 'watched', 'records', 'CPU ms/block', 'elapsed ms', 'backlog ms/block', '10 min of Solana'];
  for (const block of fullBlocks()) {
    for (const level of LEVELS) {
      const { name } = await createBareTable(dynamoDb.client);
      const slow = openTable(name, dynamoDb.delayed(TABLE_MS));
      scans.push(await measured(dynamoDb, block, slow, level));
    }
  }
  console.log(
    `\nFull-size blocks, from text to cursor, ${TABLE_MS} ms per table call (load ${loadavg().map(figure).join(', ')})`,
  );
  printTable(head, scans.map(rowOf));
  const customers = scans.filter(({ level }) => level !== '1 %');
  reportGoals([...Map.groupBy(customers, ({ name }) => name).values()].flatMap(goalsOf));
}

async function measured(dynamoDb: MeteredDynamoDb, block: FullBlock, table: Table, level: Level): Promise<FullScan> {
  const recording = block.recording(WARM_UP + ROUNDS + BACKLOG);
  const chain = await scanning(recording);
  const { some } = sampled(await chain.blocks(1));
  const elsewhere = Array.from({ length: ELSEWHERE }, (_, n) => strangerAt(recording, n));
  const watched = { none: [], elsewhere, '3': some.slice(0, 3), '1 %': some }[level];
  const { client } = dynamoDb;
  await watchThese(benchDeps(openTable(table.name, client)), recording.id, watched);
  await chain.begin(table);
  await chain.next(table, WARM_UP);
  const rounds: Awaited<ReturnType<typeof timed>>[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timed(chain, table, 1));
  const { elapsedMs } = await timed(chain, table, BACKLOG);
  return {
    name: block.name,
    level,
    records: median(rounds.map(({ records }) => records)),
    cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
    elapsedMs: median(rounds.map((round) => round.elapsedMs)),
    backlogMs: elapsedMs / BACKLOG,
  };
}

/**
 * CPU time of this thread, like the other benchmarks. It leaves out the helper threads of the garbage collector: some
 * 12 ms for a made Solana block in a small heap. The benchmark's own heap of recordings would make them far dearer.
 */
async function timed(chain: Scanning, table: Table, blocks: number) {
  const [cpu, start] = [process.threadCpuUsage(), performance.now()];
  const records = await chain.next(table, blocks);
  const elapsedMs = performance.now() - start;
  const { user, system } = process.threadCpuUsage(cpu);
  return { records, elapsedMs, cpuMs: (user + system) / 1000 };
}

const minutesOf = ({ backlogMs }: FullScan): number => (backlogMs * BACKLOG_BLOCKS) / 60_000;
const isSolana = ({ name }: FullScan): boolean => name.startsWith('Solana');

function rowOf(scan: FullScan): string[] {
  const { name, level, records, cpuMs, elapsedMs, backlogMs } = scan;
  const minutes = isSolana(scan) ? `${figure(minutesOf(scan))} min` : '';
  return [name, level, String(records), figure(cpuMs), figure(elapsedMs), figure(backlogMs), minutes];
}

/** The goals of a block, each with the dearest of these scans. */
function goalsOf(scans: readonly FullScan[]): Goal[] {
  const dearest = (name: string, unit: string, atMost: number, of: (scan: FullScan) => number): Goal => {
    const worst = scans.reduce((most, scan) => (of(scan) > of(most) ? scan : most));
    return { name: `${worst.name}: ${name}`, figure: of(worst), unit, atMost, note: `watched: ${worst.level}` };
  };
  return [
    dearest('CPU per block', 'ms', GOAL.cpuMs, ({ cpuMs }) => cpuMs),
    dearest('elapsed per block', 'ms', GOAL.elapsedMs, ({ elapsedMs }) => elapsedMs),
    ...(scans.every(isSolana) ? [dearest('10 min of backlog', 'min', GOAL.backlogMinutes, minutesOf)] : []),
  ];
}
