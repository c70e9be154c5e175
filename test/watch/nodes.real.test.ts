import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chainOf } from '../../lib/chains/registry.ts';
import { coverageOf } from '../../lib/overview/coverage/chain-coverage.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { type ScanResult, scan } from '../../lib/watch/scan.ts';
import { watch } from '../../lib/watch/watch.ts';
import type { Method } from '../../local/chains/recorded/rpc-method.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { rpcNodes } from '../support/rpc-nodes.ts';
import { capturedLog } from '../support/stderr.ts';
import { noHash } from './payments.ts';
import { type FamilyName, families, short } from './recordings.ts';
import { fromFirst, watchedTable, watcherOf } from './replaying.ts';

const { node } = rpcNodes();
let lines: ReturnType<typeof capturedLog>;
beforeEach(() => {
  lines = capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});
const never = new AbortController().signal;

/** Two nodes of one chain with equal blocks, and a watcher of this chain. */
async function twoNodes(family: FamilyName) {
  const [recording, second] = [short[family](), short[family]()];
  const urls: string[] = [];
  for (const { methods } of [recording, second]) urls.push((await node(new RecordedNode(methods).listener)).url);
  const table = await watchedTable(recording);
  return {
    recording,
    chains: [recording.chain, second.chain] as const,
    urls,
    table,
    watcher: (at = urls) => watcherOf(table.deps, recording.id, recording.reader(...at)),
  };
}

describe.each(families)('a watcher of %s with several nodes', (family) => {
  it.each(['first', 'last'] as const)('scans to the head while the %s node stands still', async (which) => {
    const { recording, chains, urls, watcher } = await twoNodes(family);
    const [still, moving] = chains;
    const [first] = still.links;
    still.head = first?.height ?? 0;
    const following = watcher(which === 'first' ? urls : urls.toReversed());
    const scanned = await all(() => scan(following, fromFirst(recording)));
    expect(scanned.cursor).toMatchObject({ height: moving.head, hash: moving.links.at(-1)?.hash });
    // The stale node is no fault: no call failed because of it.
    expect(lines.filter(({ event }) => event === 'chain.contradiction')).toEqual([]);
  });

  it('follows the chain on when the node that stood still moves and the other node stands still', async () => {
    const { recording, chains, watcher } = await twoNodes(family);
    const [a, b] = chains;
    const heights = a.links.map(({ height }) => height);
    const following = watcher();
    const reached: (number | undefined)[] = [];
    for (const [left, right] of [
      [0, 1],
      [2, 1],
      [2, 3],
    ] as const) {
      a.head = heights[left] ?? 0;
      b.head = heights[right] ?? 0;
      reached.push((await all(() => scan(following, fromFirst(recording)))).cursor?.height);
    }
    expect(reached).toEqual([heights[1], heights[2], heights[3]]);
  });

  it('scans to the real head while one node names a head far in the future, whichever node that is', async () => {
    for (const order of [(urls: string[]) => urls, (urls: string[]) => urls.toReversed()]) {
      const { recording, chains, urls, watcher } = await twoNodes(family);
      const [liar, honest] = chains;
      const real = honest.head;
      liar.head += 10_000_000;
      const following = watcher(order(urls));
      // Without a start: the cursor of a new chain begins at the head, which must be a real one.
      const begun = await scan(following, { ...fromFirst(recording), start: undefined });
      expect(begun.cursor).toMatchObject({ from: real });
      expect((await all(() => scan(following, fromFirst(recording)))).cursor).toMatchObject({ height: real });
    }
  });
});

describe.each(['EVM', 'XRP Ledger'] as const)('a watcher of two %s nodes on different branches', (family) => {
  // Scenario: no confirmations; the first node stays on its branch, the branch of the second node becomes longer.
  it('follows the longer branch, and a branch of equal length replaces nothing', async () => {
    const { recording, chains, watcher } = await twoNodes(family);
    const [stays, grows] = chains;
    const contents = grows.links.map(({ content }) => content);
    const following = watcher();
    const scanned = async () => (await all(() => scan(following, fromFirst(recording)))).cursor?.hash;
    const reorganisations = () => lines.filter(({ event }) => event === 'chain.reorganised').length;
    grows.reorg(2, contents.slice(-2));
    expect(await scanned()).toBe(stays.links.at(-1)?.hash);
    const [first, second, third] = contents;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three blocks');
    grows.append(first);
    expect(await scanned()).toBe(grows.links.at(-1)?.hash);
    expect(reorganisations()).toBe(1);
    // Equal length: the node that gave the last block still has it.
    stays.append(second);
    expect(await scanned()).toBe(grows.links.at(-1)?.hash);
    expect(reorganisations()).toBe(1);
    stays.append(third);
    expect(await scanned()).toBe(stays.links.at(-1)?.hash);
    expect(reorganisations()).toBe(2);
  });
});

describe('a watcher of two EVM nodes of which the first contradicts itself', () => {
  it('asks the other node and scans to the head within one run', async () => {
    const { recording, chains, urls, table } = await twoNodes('EVM');
    const { deps } = table;
    const lying: Method = (params, wrong) => {
      const block = recording.methods.eth_getBlockByNumber?.(params, wrong);
      return typeof block === 'object' && block !== null ? { ...block, parentHash: noHash(1) } : null;
    };
    const liar = new RecordedNode({ ...recording.methods, eth_getBlockByNumber: lying });
    const { url } = await node(liar.listener);
    const watcher = watcherOf(deps, recording.id, recording.reader(url, ...urls.slice(1)));
    const until = plusSeconds(deps.now(), 30);
    const options = { ...fromFirst(recording), until, signal: never, stopping: never, memoryMb: 10_240 };
    await watch({ ...watcher, wait: async (ms) => deps.advance(ms / 1000) }, options);
    expect(await watcher.cursors.get('ethereum')).toMatchObject({ height: chains[1].head, stopped: null });
    expect(lines.filter(({ event }) => event === 'chain.contradiction')).toHaveLength(1);
  });
});

/** Scans until nothing is left. A poll during which a node fails is repeated, as the watcher does. */
async function all(once: () => Promise<ScanResult>): Promise<ScanResult> {
  for (let n = 0; n < 50; n++) {
    const scanned = await once().catch(() => undefined);
    if (scanned !== undefined && !scanned.more) return scanned;
  }
  throw new Error('the chain is not scanned');
}

describe('a chain whose nodes all stand still', () => {
  it('shows its lag within three block times and again no lag after the next block, on a test network', async () => {
    const { recording, chains, table, watcher } = await twoNodes('XRP Ledger');
    const { deps } = table;
    const chain = chainOf('xrp-testnet');
    const heights = chains[0].links.map(({ height }) => height);
    const headAt = (index: number) => {
      for (const each of chains) each.head = heights[index] ?? 0;
    };
    const following = watcher();
    const coverageAfter = async (seconds: number) => {
      const cursor = await following.cursors.get('xrp-testnet');
      const now = plusSeconds(new Date(cursor?.timestamp ?? ''), seconds);
      return coverageOf('xrp-testnet', cursor, await cursorRepo(deps).watcher('xrp-testnet'), now);
    };
    const run = () => {
      const until = plusSeconds(deps.now(), 10);
      const options = {
        chain,
        confirmations: 0,
        start: heights[0],
        until,
        signal: never,
        stopping: never,
        memoryMb: 10_240,
      };
      return watch({ ...following, wait: async (ms) => deps.advance(ms / 1000) }, options);
    };
    headAt(1);
    await run();
    expect(recording.id).toBe('xrp');
    expect((await coverageAfter(5)).lag).toEqual({ blocks: 0, seconds: 0 });
    expect((await coverageAfter(12)).lag).toEqual({ blocks: 0, seconds: 12 });
    expect((await coverageAfter(60)).lag).toEqual({ blocks: 0, seconds: 60 });
    headAt(2);
    await run();
    expect((await coverageAfter(5)).lag).toEqual({ blocks: 0, seconds: 0 });
  });
});
