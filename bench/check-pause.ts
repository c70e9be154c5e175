import { setTimeout as sleep } from 'node:timers/promises';
import { balanceChecks } from '../lib/balances/balance-wiring.ts';
import type { ChainReader } from '../lib/chains/port/chain.ts';
import { chainOf } from '../lib/chains/registry.ts';
import { keys } from '../lib/platform/table/keys.ts';
import type { Table } from '../lib/platform/table/table.ts';
import { write } from '../lib/platform/table/write.ts';
import { fixedPrices } from '../lib/prices/fixed.ts';
import { minus } from '../lib/values/decimal.ts';
import { plusSeconds } from '../lib/values/time.ts';
import { cursorRepo } from '../lib/watch/cursor.ts';
import { NO_BUDGETS } from '../lib/watch/touches.ts';
import { watch } from '../lib/watch/watch.ts';
import { watchDeps } from '../lib/watch/watch-wiring.ts';
import { benchDeps } from './bench-deps.ts';
import { evmChecked } from './checked-chains.ts';
import type { Goal } from './goals.ts';
import { inProcessNode } from './in-process-node.ts';
import { storeBalances, watchThese } from './watched.ts';

const WALLETS = 1_000;
const DIFFERENCES = 35;
/** What a call to a node takes. */
const NODE_MS = 100;
/** Milliseconds between two polls of the chain. */
const POLL_MS = 100;

/**
 * The longest time between two polls of a chain while a check of balances investigates differences, and the time of
 * this check. Each difference takes a bisection and a report.
 */
export async function checkPause(table: Table): Promise<Goal[]> {
  const { reconcileEvery: every } = chainOf('ethereum');
  const { recording, holders, movers } = evmChecked(WALLETS, DIFFERENCES, 3, every);
  const { id, chain, methods } = recording;
  const deps = benchDeps(table);
  const last = { height: chain.links[0]?.height ?? 0, hash: chain.links[0]?.hash ?? '' };
  await cursorRepo(deps).begin(id, last.height);
  await watchThese(deps, id, movers);
  const wrong = holders.map(({ form, amount }, n) => ({ form, amount: n < DIFFERENCES ? minus(amount, '1') : amount }));
  await storeBalances(table, id, wrong, last.height);
  const at = new Date().toISOString();
  await write(table, { put: { ...keys.balanceCheck(id, last.height), ...last, at, tokensAt: at } });

  const polls: number[] = [];
  const inProcess = recording.reader(inProcessNode(methods).url);
  const reader: ChainReader = {
    ...inProcess,
    async head() {
      polls.push(performance.now());
      // A block comes with each poll.
      chain.head = Math.min((chain.links[every]?.height ?? 0) + polls.length, chain.links.at(-1)?.height ?? 0);
      return chain.head;
    },
    async accounts(...asked) {
      await sleep(NODE_MS);
      if (inProcess.accounts === undefined) throw new Error('the reader reads no balances');
      return inProcess.accounts(...asked);
    },
  };
  const noQueue = { send: async () => undefined };
  const adapters = {
    chain: id,
    reader,
    prices: fixedPrices('{}'),
    queue: noQueue,
    budgets: NO_BUDGETS,
    matches: noQueue,
  };
  const { checkBalances } = balanceChecks(deps, adapters);
  const stop = new AbortController();
  let checkMs = 0;
  await watch(
    {
      ...watchDeps(deps, adapters),
      wait: () => sleep(POLL_MS),
      async checkBalances(...check) {
        const began = performance.now();
        await checkBalances(...check);
        checkMs = performance.now() - began;
        // The first check that was due investigated the differences.
        if (checkMs > DIFFERENCES * NODE_MS) stop.abort();
      },
    },
    {
      chain: chainOf(id),
      confirmations: 0,
      until: plusSeconds(new Date(), 600),
      signal: AbortSignal.timeout(600_000),
      stopping: stop.signal,
      memoryMb: 768,
    },
  );
  // The scan of the first blocks comes before the check begins.
  const pauses = polls.slice(1).map((time, n) => time - (polls[n] ?? time));
  const longest = Math.max(...pauses.slice(1)) - POLL_MS;
  const name = `EVM: ${DIFFERENCES} differences of balances`;
  return [
    { name: `${name}, longest pause of the scans`, figure: longest / 1000, unit: 's', atMost: 2 },
    { name: `${name}, the check`, figure: checkMs / 1000, unit: 's' },
  ];
}
