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
import { packOthers } from './watched.ts';

/** The minutes that a watcher runs, one run a minute. The minute before them warms the process up. */
const MINUTES = 5;
const RUN_SECONDS = 60;

/** The blocks that a chain makes in these minutes. */
export const blocksIn = (id: Recording['id'], minutes = MINUTES + 1): number =>
  Math.ceil((minutes * 60) / (chainOf(id).blockSeconds ?? Number.NaN)) + 1;

/**
 * What a watcher costs per block while it makes no record: with the lease, the polls without a new block, and one run a
 * minute, over a clock that only the waits of the watcher move. The checks of balances are absent (bench/checking.ts).
 * @param recording a chain of at least `blocksIn` blocks.
 * @param addresses how many addresses are watched. The blocks name none of them.
 */
export async function unitsPerBlock(
  { client, metered, usage }: MeteredDynamoDb,
  recording: Recording,
  addresses: number,
): Promise<Cost> {
  const { id, chain, methods, reader } = recording;
  const registered = chainOf(id);
  const { blockSeconds } = registered;
  if (blockSeconds === null) throw new Error(`the blocks of ${id} come on demand`);
  const heights = chain.links.map(({ height }) => height);
  const began = Date.now();
  let clock = began;
  let made = 0;
  const now = () => new Date(clock);
  const advance = (ms: number) => {
    clock += ms;
    made = Math.min(Math.floor((clock - began) / 1000 / blockSeconds), heights.length - 1);
    chain.head = heights[made] ?? Number.NaN;
  };
  advance(0);
  const { name } = await createBareTable(client);
  await packOthers({ ...benchDeps(openTable(name, client)), now }, recording, addresses);
  const deps = { ...benchDeps(openTable(name, metered)), now };
  const adapters = {
    reader: reader(inProcessNode(methods).url),
    prices: fixedPrices('{}'),
    queue: { send: () => Promise.reject(new Error('A scan queued an attempt')) },
    matches: { send: () => Promise.reject(new Error('A scan deferred a match')) },
    budgets: NO_BUDGETS,
    chain: recording.id,
    watched: watchedSets(deps),
  };
  const wired = { ...watchDeps(deps, adapters), wait: async (ms: number) => advance(ms) };
  const { signal } = new AbortController();

  async function minute(): Promise<void> {
    const until = plusSeconds(now(), RUN_SECONDS);
    const options = { chain: registered, confirmations: 0, start: heights[0], restsUnwatched: true };
    await watch(wired, { ...options, until, signal, stopping: signal });
    // A run that rests is over before the next run starts.
    advance(Math.max(0, until.getTime() - clock));
  }

  await minute();
  usage.clear();
  const before = made;
  for (let n = 0; n < MINUTES; n++) await minute();
  // A chain may skip heights.
  const blocks = made - before;
  const { requests, readUnits, writeUnits } = sumsOf(usage);
  return { requests: requests / blocks, readUnits: readUnits / blocks, writeUnits: writeUnits / blocks };
}
