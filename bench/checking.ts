import { keys } from '../lib/platform/table/keys.ts';
import { exists, openTable, type Table } from '../lib/platform/table/table.ts';
import { write } from '../lib/platform/table/write.ts';
import type { Cursor } from '../lib/watch/schema.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import type { Usage } from './capacity.ts';
import type { CheckedChain } from './checked-chains.ts';
import type { startMeteredDynamoDb } from './dynamodb.ts';
import { type Scanning, scanning } from './scanning.ts';
import { storeBalances, watchThese } from './watched.ts';

type DynamoDb = Awaited<ReturnType<typeof startMeteredDynamoDb>>;

/** What a step cost. */
export interface StepCost {
  /** Requests to the node. */
  readonly calls: number;
  readonly usage: Usage;
  readonly ms: number;
  readonly cpuMs: number;
  /** The growth of the heap: at most during the step with its garbage, and what stays. */
  readonly mostMb: number;
  readonly keptMb: number;
}

/** Scans between two checks, and the check after them. */
export interface Interval {
  readonly blocks: number;
  readonly scans: StepCost;
  readonly check: StepCost;
}

/** The next blocks to scan, and the process that then checks. */
export interface Step {
  readonly blocks: number;
  readonly process: 'first' | 'second';
}

/**
 * Scans and checks a chain step by step, from a table that is as a check after the first block has left it. The figures
 * include no token balance: a check reads these once a day.
 */
export async function checkedIntervals(
  dynamoDb: DynamoDb,
  { recording, holders, movers }: CheckedChain,
  steps: readonly Step[],
): Promise<Interval[]> {
  const { id } = recording;
  const chain = await scanning(recording);
  const table = await createBareTable(dynamoDb.client);
  await chain.begin(table);
  await chain.next(table, 1);
  await watchThese(benchDeps(table), id, movers);
  await storeBalances(table, id, holders, chain.last.height);
  await storeCheck(table, chain);
  const metered = openTable(table.name, dynamoDb.metered);
  const checkers = { first: chain.checker(metered), second: chain.checker(metered) };
  const intervals: Interval[] = [];
  for (const { blocks, process } of steps) {
    const scans = await costOf(dynamoDb, chain, async () => {
      for (let n = 0; n < blocks; n++) await chain.next(metered, 1);
    });
    intervals.push({ blocks, scans, check: await costOf(dynamoDb, chain, checkers[process]) });
    await expectChecked(table, chain);
  }
  return intervals;
}

/** Stores a check after the last scanned block. */
async function storeCheck(table: Table, { last: { chain, height, hash } }: Scanning): Promise<void> {
  const at = new Date().toISOString();
  await write(table, { put: { ...keys.balanceCheck(chain, height), height, hash, at, tokensAt: at } });
}

/** @throws Error when no check has finished after the last scanned block. */
async function expectChecked(
  table: Table,
  { last: { chain, height } }: { readonly last: Pick<Cursor, 'chain' | 'height'> },
): Promise<void> {
  if (!(await exists(table, keys.balanceCheck(chain, height)))) throw new Error(`No check finished at ${height}`);
}

async function costOf({ usage }: DynamoDb, chain: Scanning, run: () => Promise<void>): Promise<StepCost> {
  const held = heldMb();
  let most = held;
  const sampler = setInterval(() => {
    most = Math.max(most, usedMb());
  }, SAMPLE_MS);
  usage.clear();
  const before = { at: performance.now(), cpu: process.threadCpuUsage(), calls: chain.calls() };
  await run();
  const ms = performance.now() - before.at;
  const { user, system } = process.threadCpuUsage(before.cpu);
  const calls = chain.calls() - before.calls;
  clearInterval(sampler);
  most = Math.max(most, usedMb());
  const keptMb = heldMb() - held;
  return { calls, usage: new Map(usage), ms, cpuMs: (user + system) / 1000, mostMb: most - held, keptMb };
}

const SAMPLE_MS = 5;
const usedMb = () => process.memoryUsage().heapUsed / 1024 ** 2;

function heldMb(): number {
  globalThis.gc?.();
  return usedMb();
}
