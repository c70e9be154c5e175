import { balanceChecks } from '../lib/balances/balance-wiring.ts';
import { ChainId, chainOf, familyOf } from '../lib/chains/registry.ts';
import { openTable } from '../lib/platform/table/table.ts';
import { fixedPrices } from '../lib/prices/fixed.ts';
import { watchedSets } from '../lib/wallets/watched-set.ts';
import { scan } from '../lib/watch/scan.ts';
import type { Cursor } from '../lib/watch/schema.ts';
import { NO_BUDGETS } from '../lib/watch/touches.ts';
import { watchDeps } from '../lib/watch/watch-wiring.ts';
import { benchDeps } from './bench-deps.ts';
import { delayedClient } from './dynamodb.ts';
import { keepAnswers } from './kept-answers.ts';
import { type Spent, WatcherSettings, WatcherTask } from './measured-watcher.ts';

/**
 * A process with a watcher and nothing else: the node and DynamoDB are in other processes, so that its CPU time is the
 * watcher's. Does one task at a time.
 */
const { chain: id, node, endpoint, table: name, tableMs } = WatcherSettings.parse(JSON.parse(process.argv[2] ?? ''));
const { signal } = new AbortController();
const answers = keepAnswers(node);
const chain = chainOf(ChainId.parse(id));
const makeReader = await familyOf(chain.family).loadReader();
const reader = makeReader(chain, [node]);
const deps = benchDeps(openTable(name, delayedClient(endpoint, tableMs)));
const queue = { send: () => Promise.reject(new Error('A scan queued an attempt')) };
const watched = watchedSets(deps);
const matches = { send: () => Promise.reject(new Error('A scan deferred a match')) };
const adapters = { chain: chain.id, reader, prices: fixedPrices('{}'), queue, watched, budgets: NO_BUDGETS, matches };
const wired = watchDeps(deps, adapters);
const { checkBalances } = balanceChecks(deps, adapters);
/** As in a run of the watcher, which knows the cursor from the scan before. */
let known: Cursor | null = null;

async function scanned(): Promise<number> {
  for (let records = 0; ; ) {
    const result = await scan(wired, { chain, confirmations: 0, known, signal });
    records += result.records;
    known = result.cursor;
    if (result.more) continue;
    if (known?.height !== result.head) throw new Error(`The scan ended at ${known?.height}, not at ${result.head}`);
    return records;
  }
}

/** Does a task and returns the records made. */
async function done(task: WatcherTask): Promise<number> {
  if (task === 'scan') return scanned();
  if (task === 'check') await checked();
  else if (task === 'receive') await answers.receive();
  else if (task === 'parse') for (const text of answers.texts()) JSON.parse(text);
  else await answers.keep(() => blocksAt(task.keep));
  return 0;
}

async function checked(): Promise<void> {
  if (known === null) throw new Error('No block was scanned');
  await checkBalances(known, { chain, every: 1, signal, proceed: async () => true });
}

async function blocksAt(heights: readonly number[]): Promise<void> {
  for (const height of heights) await reader.block(height, signal);
}

process.on('message', async (message) => {
  const task = WatcherTask.parse(message);
  const [cpu, thread, start] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
  const records = await done(task);
  const elapsedMs = performance.now() - start;
  const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  const [processMs, threadMs] = [msOf(process.cpuUsage(cpu)), msOf(process.threadCpuUsage(thread))];
  const mostMb = process.resourceUsage().maxRSS / 1024;
  process.send?.({ records, mostMb, processMs, threadMs, elapsedMs } satisfies Spent);
});

process.once('disconnect', () => process.exit());
