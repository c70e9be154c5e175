import { chainOf } from '../lib/chains/registry.ts';
import { openTable, type Table } from '../lib/platform/table/table.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import type { Usage } from './capacity.ts';
import { checkPause } from './check-pause.ts';
import { type CheckedLevel, checksPerBlock, reportChecks, reportCheckTimes } from './check-report.ts';
import { evmChecked } from './checked-chains.ts';
import { checkedIntervals } from './checking.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { reportFullBlocks } from './full-blocks.ts';
import { type Goal, reportGoals } from './goals.ts';
import { measureMatching } from './matching.ts';
import { saveMeasured } from './measured-units.ts';
import { recordings } from './recorded.ts';
import { commitNow, dateNow } from './results.ts';
import { partiesOf, sampled } from './sample.ts';
import { type Matched, report, type Scanned } from './scan-report.ts';
import { type Scanning, scanning } from './scanning.ts';
import { watchOthers, watchThese } from './watched.ts';

/**
 * Measures the watcher over DynamoDB, on the repeated recorded blocks: the capacity, the time and the heap per block,
 * for different numbers of watched wallets. The capacity is measured at the head, where each block is a scan of its
 * own. The figures include neither the lease (one write in five seconds) nor the polls without a new block (one read
 * each). The capacity does not depend on the machine.
 */
const WALLETS = [0, 1_000, 100_000];
/** The least number of blocks for the measurement of time and heap. */
const TIMED = 48;

/** The numbers of wallets for the checks of balances, and how many of them move between two checks. */
const CHECKED = [
  [0, 0],
  [1_000, 0],
  [100_000, 0],
  [1_000, 5],
  [100_000, 500],
] as const;
/** Which of two processes makes each of the measured checks. */
const PROCESSES = ['first', 'first', 'first', 'first', 'second', 'first', 'second'] as const;

type Make = (typeof recordings)[number];

const dynamoDb = await startMeteredDynamoDb();

/** The capacity per block at the head. */
async function consumed(chain: Scanning, { name }: Table, blocks: number): Promise<{ usage: Usage; records: number }> {
  const table = openTable(name, dynamoDb.metered);
  dynamoDb.usage.clear();
  let records = 0;
  for (let n = 0; n < blocks; n++) records += await chain.next(table, 1);
  const share = ([operation, { requests, units }]: [string, { requests: number; units: number }]) =>
    [operation, { requests: requests / blocks, units: units / blocks }] as const;
  return { usage: new Map([...dynamoDb.usage].map(share)), records };
}

/** The largest growth of the heap during a scan, in MB. */
async function heap(scan: (sample: (used: () => number) => void) => Promise<unknown>): Promise<number> {
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
  // One round to warm up, one for the capacity, `rounds` for time and garbage, and one for the retained heap.
  const recording = make(rounds + 3);
  const chain = await scanning(recording);
  const blocks = await chain.blocks(recorded);
  const addresses = blocks.reduce((sum, block) => sum + new Set(partiesOf(block)).size, 0) / recorded;
  await chain.begin(table);
  await chain.next(table, recorded);
  const { usage } = await consumed(chain, table, recorded);

  const started = { at: performance.now(), cpu: process.threadCpuUsage() };
  const peakMb = await heap((sample) => chain.next(table, timed, () => sample(used)));
  const seconds = (performance.now() - started.at) / 1000;
  const cpu = process.threadCpuUsage(started.cpu);
  const heldMb = await heap((sample) => chain.next(table, recorded, (moment) => moment === 'recorded' && sample(held)));
  const cpuMs = (cpu.user + cpu.system) / 1000 / timed;
  const { family } = recording;
  return { family, wallets, addresses, usage, blocksPerSecond: timed / seconds, cpuMs, heldMb, peakMb };
}

/** Scans the recorded blocks once while a sample of their own addresses is watched. */
async function matched(make: Make, table: Table): Promise<Matched> {
  const recording = make();
  const { family, id, recorded } = recording;
  const chain = await scanning(recording);
  const { all, some } = sampled(await chain.blocks(recorded));
  await chain.begin(table);
  await watchThese(benchDeps(table), id, some);
  const { usage, records } = await consumed(chain, table, recorded);
  return { family, addresses: all.length, watched: some.length, usage, records: records / recorded };
}

/** Checks of the EVM blocks at the registry's interval. */
async function evmLevel(wallets: number, moved: number): Promise<CheckedLevel> {
  const { reconcileEvery: every } = chainOf('ethereum');
  const steps = PROCESSES.map((process) => ({ blocks: every, process }));
  const chain = evmChecked(wallets, moved, steps.length, every);
  const [first, ...others] = await checkedIntervals(dynamoDb, chain, steps);
  if (first === undefined) throw new Error('No check was measured');
  // The second process begins in between: its first check is left out.
  return { family: 'EVM', wallets, moved, every, first, later: others.slice(0, 3), inTurn: others.slice(4) };
}

/** Nobody has promised the units of a block. They depend on the family, and not on the number of wallets. */
const unitsGoal = ({ family, wallets, usage }: Scanned): Goal => ({
  name: `${family}: units per block, ${wallets.toLocaleString('en')} wallets`,
  figure: [...usage.values()].reduce((sum, { units }) => sum + units, 0),
  unit: 'units',
});

try {
  const chains = recordings.map((make) => make()).map(({ id, addressOf }) => ({ chain: id, addressOf }));
  const levels: Scanned[] = [];
  for (const wallets of WALLETS) {
    const table = await createBareTable(dynamoDb.client);
    await watchOthers(table, chains, wallets);
    for (const make of recordings) levels.push(await scanned(make, table, wallets));
  }
  const table = await createBareTable(dynamoDb.client);
  const matches: Matched[] = [];
  for (const make of recordings) matches.push(await matched(make, table));
  report(levels, matches);
  const checked: CheckedLevel[] = [];
  for (const [wallets, moved] of CHECKED) checked.push(await evmLevel(wallets, moved));
  reportChecks(checked);
  reportCheckTimes(checked);
  const last = checked.at(-1);
  if (last !== undefined) {
    const { wallets, moved } = last;
    const measured = { date: dateNow(), commit: commitNow() };
    saveMeasured({ checks: { measured, wallets, moved, perBlock: checksPerBlock(last) } });
  }
  const pauses = await checkPause(await createBareTable(dynamoDb.client));
  reportGoals([...levels.map(unitsGoal), ...pauses]);
  await measureMatching(dynamoDb);
  await reportFullBlocks(dynamoDb);
} finally {
  await dynamoDb.stop();
}
