import { openTable, type Table } from '../lib/platform/table/table.ts';
import { testDeps } from '../test/support/deps.ts';
import { makeTable } from '../test/support/table.ts';
import type { Usage } from './capacity.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { recordings } from './recorded.ts';
import { partiesOf, sampled } from './sample.ts';
import { type Matched, report, type Scanned } from './scan-report.ts';
import { type Scanning, scanning } from './scanning.ts';
import { watchOthers, watchThese } from './watched.ts';

/**
 * The watcher over DynamoDB, on the recorded blocks over and over: the capacity that a block consumes, however many
 * wallets are watched, and the heap and time that it takes. Capacity is that at the head, where each block is a scan of
 * its own; the lease, one write in five seconds, comes on top, and so does a read for each poll that finds nothing new.
 * It does not depend on the machine.
 */
const WALLETS = [0, 1_000, 100_000];
/** Blocks that are scanned for time and heap, at least. */
const TIMED = 48;

type Make = (typeof recordings)[number];

const dynamoDb = await startMeteredDynamoDb();

/** What each block of a scan at the head consumes. */
async function consumed(chain: Scanning, { name }: Table, blocks: number): Promise<{ usage: Usage; records: number }> {
  const table = openTable(name, dynamoDb.metered);
  dynamoDb.usage.clear();
  let records = 0;
  for (let n = 0; n < blocks; n++) records += await chain.next(table, 1);
  const share = ([operation, { requests, units }]: [string, { requests: number; units: number }]) =>
    [operation, { requests: requests / blocks, units: units / blocks }] as const;
  return { usage: new Map([...dynamoDb.usage].map(share)), records };
}

/** The most that the heap held while blocks were scanned, in MB beyond what it held before. */
async function heap(scan: (look: (used: () => number) => void) => Promise<unknown>): Promise<number> {
  const before = held();
  let most = 0;
  await scan((used) => {
    most = Math.max(most, used());
  });
  return (most - before) / 1024 ** 2;
}

const used = () => process.memoryUsage().heapUsed;

function held(): number {
  globalThis.gc?.();
  return used();
}

async function scanned(make: Make, table: Table, wallets: number): Promise<Scanned> {
  const { recorded } = make();
  const rounds = Math.ceil(TIMED / recorded);
  const timed = rounds * recorded;
  // Once to warm up, once for the capacity, then for the time and the garbage, and once for what is held.
  const recording = make(rounds + 3);
  const chain = await scanning(recording);
  const blocks = await chain.blocks(recorded);
  const addresses = blocks.reduce((sum, block) => sum + new Set(partiesOf(block)).size, 0) / recorded;
  await chain.begin(table);
  await chain.next(table, recorded);
  const { usage } = await consumed(chain, table, recorded);

  const started = { at: performance.now(), cpu: process.threadCpuUsage() };
  const peakMb = await heap((look) => chain.next(table, timed, () => look(used)));
  const seconds = (performance.now() - started.at) / 1000;
  const cpu = process.threadCpuUsage(started.cpu);
  const heldMb = await heap((look) => chain.next(table, recorded, (moment) => moment === 'recorded' && look(held)));
  const cpuMs = (cpu.user + cpu.system) / 1000 / timed;
  const { family } = recording;
  return { family, wallets, addresses, usage, blocksPerSecond: timed / seconds, cpuMs, heldMb, peakMb };
}

/** The recorded blocks once, with some of their own addresses watched. */
async function matched(make: Make, table: Table): Promise<Matched> {
  const recording = make();
  const { family, id, recorded } = recording;
  const chain = await scanning(recording);
  const { all, some } = sampled(await chain.blocks(recorded));
  await chain.begin(table);
  await watchThese(testDeps(table), id, some);
  const { usage, records } = await consumed(chain, table, recorded);
  return { family, addresses: all.length, watched: some.length, usage, records: records / recorded };
}

try {
  const chains = recordings.map((make) => make()).map(({ id, addressOf }) => ({ chain: id, addressOf }));
  const levels: Scanned[] = [];
  for (const wallets of WALLETS) {
    const table = await makeTable(dynamoDb.client);
    await watchOthers(table, chains, wallets);
    for (const make of recordings) levels.push(await scanned(make, table, wallets));
  }
  const table = await makeTable(dynamoDb.client);
  const matches: Matched[] = [];
  for (const make of recordings) matches.push(await matched(make, table));
  report(levels, matches);
} finally {
  await dynamoDb.stop();
}
