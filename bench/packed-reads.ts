import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { packedLists } from '../lib/balances/packed-lists.ts';
import { WatchedBalance } from '../lib/balances/schema.ts';
import { chainOf } from '../lib/chains/registry.ts';
import { keys } from '../lib/platform/table/keys.ts';
import { openTable } from '../lib/platform/table/table.ts';
import { write } from '../lib/platform/table/write.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import type { Usage } from './capacity.ts';
import { evmChecked } from './checked-chains.ts';
import { checkedIntervals, type StepCost } from './checking.ts';
import type { MeteredDynamoDb } from './dynamodb.ts';
import { median } from './figures.ts';
import type { Goal } from './goals.ts';
import type { Holder } from './watched.ts';

const WALLETS = 100_000;
/** Checks of a process that has its balances in memory, after the first check. */
const CHECKS = 3;
/** Balances of a page: an item may have 400 KB. */
const PAGE = 8_000;

const { pack } = packedLists(WatchedBalance);
const unitsOf = (usage: Usage): number => [...usage.values()].reduce((sum, { units }) => sum + units, 0);

/**
 * What a check would cost that reads the balances of the last check from the table, packed in pages, instead of keeping
 * them in memory: by what scan and check cost today. Nothing moves, so no page has to be written again.
 */
export async function packedReads(dynamoDb: MeteredDynamoDb): Promise<Goal[]> {
  const { reconcileEvery: every } = chainOf('ethereum');
  const chain = evmChecked(WALLETS, 0, 1 + CHECKS, every);
  const steps = Array.from({ length: 1 + CHECKS }, () => ({ blocks: every, process: 'first' as const }));
  const [, ...later] = await checkedIntervals(dynamoDb, chain, steps);
  const perBlock = (of: (cost: StepCost) => number): number =>
    median(later.map(({ scans, check }) => (of(scans) + of(check)) / every));
  const [units, cpuMs] = [perBlock(({ usage }) => unitsOf(usage)), perBlock((cost) => cost.cpuMs)];
  const read = await readCost(dynamoDb, chain.holders);
  const name = `${WALLETS.toLocaleString('en')} wallets, a block with balances from the table by one from memory`;
  return [
    {
      name: `${name}: units`,
      figure: (units + read.units / every) / units,
      unit: '×',
      note: `${units.toFixed(1)} units`,
    },
    { name: `${name}: processor`, figure: (cpuMs + read.cpuMs / every) / cpuMs, unit: '×' },
  ];
}

/** What it costs to read the pages, stale. To unpack them costs the same as with those in memory. */
async function readCost({ client, metered, usage }: MeteredDynamoDb, holders: readonly Holder[]) {
  const { name } = await createBareTable(client);
  const table = openTable(name, metered);
  const balances = holders.map(({ form, amount }) => ({
    sk: keys.nativeBalance('ethereum', form).sk,
    ...{ amount, height: 20_000_000, hash: `0x${'1'.repeat(64)}`, left: false as const, from: 20_000_000 },
  }));
  const pages = Array.from({ length: Math.ceil(balances.length / PAGE) }, (_, n) => ({ pk: `PAGE#${n}`, sk: 'PAGE' }));
  for (const [n, key] of pages.entries()) {
    await write(table, { put: { ...key, packed: await pack(balances.slice(n * PAGE, (n + 1) * PAGE)) } });
  }
  usage.clear();
  const before = process.cpuUsage();
  for (const Key of pages) {
    await table.client.send(new GetCommand({ TableName: name, Key }));
  }
  const { user, system } = process.cpuUsage(before);
  return { units: unitsOf(usage), cpuMs: (user + system) / 1000 };
}
