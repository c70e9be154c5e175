import type { TraceBlocks } from '../lib/chains/port/chain-entry.ts';
import { chainOf } from '../lib/chains/registry.ts';
import { openTable } from '../lib/platform/table/table.ts';
import { fixedPrices } from '../lib/prices/fixed.ts';
import { plusSeconds } from '../lib/values/time.ts';
import { watchedSets } from '../lib/wallets/watched-set.ts';
import { NO_BUDGETS } from '../lib/watch/touches.ts';
import { watch } from '../lib/watch/watch.ts';
import { watchDeps } from '../lib/watch/watch-wiring.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import { sumsOf } from './capacity.ts';
import type { MeteredDynamoDb } from './dynamodb.ts';
import { inProcessNode } from './in-process-node.ts';
import type { Cost } from './measured-units.ts';
import type { Recording } from './recorded.ts';
import { simulatedClock } from './simulated-clock.ts';
import { packOthers } from './watched.ts';

/** The runs whose units count. Two runs before them, one in each process, load the watched addresses. */
const RUNS = 10;
const FIRST_RUNS = 2;
/** Not a multiple of the polls: a run asks for the lease at any time between two polls of the run before. */
const SECONDS_BETWEEN_RUNS = 61.3;
/** As in functions/pipelines/watch-chain.ts. */
const RUN_SECONDS = 120;

/** The blocks that a chain makes in these runs. */
export const blocksIn = (id: Recording['id']): number =>
  Math.ceil(((FIRST_RUNS + RUNS) * SECONDS_BETWEEN_RUNS + RUN_SECONDS) / (chainOf(id).blockSeconds ?? Number.NaN)) + 1;

/**
 * What a watcher costs per block while it makes no record: with the lease, the polls without a new block, and a run
 * each minute, which takes over from the run before. Only the waits of the runs move the clock. The checks of balances
 * are absent (bench/checking.ts).
 * @param recording a chain of at least `blocksIn` blocks.
 * @param addresses how many addresses are watched. The blocks name none of them.
 * @returns also the calls to the nodes by method.
 */
export async function unitsPerBlock(
  { client, metered, usage }: MeteredDynamoDb,
  recording: Recording,
  addresses: number,
  traceBlocks: TraceBlocks = 'never',
): Promise<Cost & { readonly nodeCalls: Readonly<Record<string, number>> }> {
  const { id, chain, methods, reader } = recording;
  const registered = chainOf(id);
  const { blockSeconds } = registered;
  if (blockSeconds === null) throw new Error(`the blocks of ${id} come on demand`);
  const heights = chain.links.map(({ height }) => height);
  let made = 0;
  const { now, wait, run } = simulatedClock((ms) => {
    made = Math.min(Math.floor(ms / 1000 / blockSeconds), heights.length - 1);
    chain.head = heights[made] ?? Number.NaN;
  });
  chain.head = heights[0] ?? Number.NaN;
  const { name } = await createBareTable(client);
  await packOthers({ ...benchDeps(openTable(name, client)), now }, recording, addresses);
  const deps = { ...benchDeps(openTable(name, metered)), now };
  const node = inProcessNode(methods);
  const adapters = {
    reader: reader(node.url),
    prices: fixedPrices('{}'),
    queue: { send: () => Promise.reject(new Error('A scan queued an attempt')) },
    matches: { send: () => Promise.reject(new Error('A scan deferred a match')) },
    budgets: NO_BUDGETS,
    chain: recording.id,
  };
  // A run and the run that takes over are in two processes.
  const processes = [watchedSets(deps), watchedSets(deps)];
  const { signal } = new AbortController();

  function started(n: number): Promise<void> {
    const watched = processes[n % processes.length];
    const until = plusSeconds(now(), RUN_SECONDS);
    const fixed = { chain: registered, confirmations: 0, start: heights[0], restsUnwatched: true, memoryMb: 768 };
    const wired = { ...watchDeps(deps, { ...adapters, watched }), wait };
    return run(() => watch(wired, { ...fixed, traceBlocks, until, signal, stopping: signal }));
  }

  const runs: Promise<void>[] = [];
  let before = 0;
  let callsBefore = new Map(node.byMethod);
  await run(async () => {
    for (let n = 0; n < FIRST_RUNS + RUNS; n++) {
      if (n === FIRST_RUNS) {
        usage.clear();
        before = made;
        callsBefore = new Map(node.byMethod);
      }
      runs.push(started(n));
      await wait(SECONDS_BETWEEN_RUNS * 1000);
    }
  });
  const { requests, readUnits, writeUnits } = sumsOf(usage);
  // A chain may skip heights.
  const blocks = made - before;
  const nodeCalls = Object.fromEntries(
    [...node.byMethod]
      .map(([method, calls]) => [method, (calls - (callsBefore.get(method) ?? 0)) / blocks] as const)
      .filter(([, calls]) => calls > 0),
  );
  await Promise.all(runs);
  return { requests: requests / blocks, readUnits: readUnits / blocks, writeUnits: writeUnits / blocks, nodeCalls };
}
