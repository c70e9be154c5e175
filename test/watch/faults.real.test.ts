import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TransactionItem } from '../../lib/transactions/item.ts';
import type { Content, MadeChain } from '../../local/chains/recorded/made-chain.ts';
import { quiet } from '../support/quiet.ts';
import {
  type FaultPlan,
  failing,
  faultOrders,
  HEALTHY_NODE,
  inOrder,
  RPC_FAULTS,
} from '../support/recorded-chain/faults.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { rpcNodes } from '../support/rpc-nodes.ts';
import { runs, sampled } from '../support/sample.ts';
import { type FamilyName, families, short } from './recordings.ts';
import { fromFirst, scanThrough, type WatchedTable, watchedTable, watcherOf } from './replaying.ts';

quiet();
const { node } = rpcNodes();

/** Enough blocks that the scan reads one block while it records another. Each block costs about fifty runs. */
const BLOCKS = 3;

/** A watcher of a short chain on an emptied table, with one node for each plan. */
async function begun(family: FamilyName, table: WatchedTable, plans: readonly FaultPlan[]) {
  await table.forget();
  const recordings = plans.map(() => short[family](BLOCKS));
  const [recording = short[family](BLOCKS)] = recordings;
  let scan = new AbortController();
  const nodes = recordings.map(({ methods }, n) => new RecordedNode(methods, plans[n]));
  // A scan waits for a silent node until its signal aborts, so the test aborts the scan at once.
  for (const failing of nodes) failing.onSilence = () => scan.abort();
  const urls = await Promise.all(nodes.map(async ({ listener }) => (await node(listener)).url));
  const watcher = watcherOf(table.deps, recording.id, recording.reader(...urls));
  const scanning = () => {
    scan = new AbortController();
    return scan.signal;
  };
  return {
    nodes,
    chains: recordings.map(({ chain }) => chain),
    /** Scans the chain of the first node to its end. Returns how many scans failed. */
    scanned: () => scanThrough(watcher, fromFirst(recording), { last: recording.chain.links.at(-1)?.hash, scanning }),
  };
}

/** Scans a chain with failing nodes until the whole chain is scanned. */
async function run(family: FamilyName, table: WatchedTable, ...plans: readonly FaultPlan[]) {
  const { nodes, scanned } = await begun(family, table, plans);
  return { failed: await scanned(), calls: nodes[0]?.calls.length ?? 0, items: await table.written() };
}

describe.each(families)('a watcher with failing %s nodes', (family) => {
  // Scenario: each call in turn fails in every way; the scan is repeated until it succeeds.
  it('leaves the same table as a watcher with healthy nodes when any call fails', async () => {
    const table = await watchedTable(short[family](BLOCKS));
    const { items, calls } = await run(family, table, HEALTHY_NODE);
    const numbers = Array.from({ length: calls }, (_, n) => n + 1);
    const places = RPC_FAULTS.flatMap((fault) => numbers.map((at) => ({ fault, at })));
    for (const { fault, at } of sampled(places, RPC_FAULTS.length, ({ fault }) => fault)) {
      const faulty = await run(family, table, failing(at, fault));
      expect({ fault, at, items: faulty.items }).toEqual({ fault, at, items });
    }
  });

  it('leaves the same table when one node or both nodes fail in any order', async () => {
    const table = await watchedTable(short[family](BLOCKS));
    const { items } = await run(family, table, HEALTHY_NODE);
    const orders = fc.array(faultOrders(25), { minLength: 1, maxLength: 2 });
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(orders, async (plans) => {
        const faulty = await run(family, table, ...plans.map(inOrder));
        failed += faulty.failed;
        expect(faulty.items).toEqual(items);
      }),
      // In few runs, chance may find no order that fails a scan.
      { numRuns: runs(2, 15), examples: [[[Array(25).fill('HTTP 500')]]] },
    );
    expect(failed).toBeGreaterThan(0);
  });
});

/**
 * Scans a chain whose second and third block are then replaced: a new block comes first, the old second block follows,
 * and the old third block is gone. One node knows the new branch at once and fails as planned. The other node stays on
 * the old branch for some calls.
 */
async function replaced(family: FamilyName, table: WatchedTable, plan: FaultPlan, behind: number) {
  const { nodes, chains, scanned } = await begun(family, table, [HEALTHY_NODE, HEALTHY_NODE]);
  await scanned();
  const [, second, , fourth] = short[family]().chain.links.map(({ content }) => content);
  const reorganise = (chain: MadeChain<Content> | undefined) => {
    const instead = [fourth, second].filter((content) => content !== undefined);
    // The new branch has the same length, with skipped slots.
    const heights = chain === undefined ? 0 : chain.head - (chain.links[0]?.height ?? 0);
    chain?.reorg(2, instead, heights - instead.length);
  };
  reorganise(chains[0]);
  nodes[0]?.arm(plan);
  nodes[1]?.arm((call) => {
    if (call === behind + 1) reorganise(chains[1]);
    return undefined;
  });
  await scanned();
  const items = [...(await table.written()).values()];
  // A watcher that asks the other node meanwhile follows the old branch again, and changes its records twice more.
  return items
    .filter(({ sk }) => String(sk).startsWith('TX#'))
    .map((item) => ({ ...TransactionItem.parse(item), inclusion: 0, revision: 0 }));
}

describe.each(families)('a reorganisation of a %s chain that only some of the nodes know yet', (family) => {
  it('is followed by the watcher although calls fail meanwhile', async () => {
    const table = await watchedTable(short[family]());
    const records = await replaced(family, table, HEALTHY_NODE, 0);
    expect(new Set(records.map(({ reorged }) => reorged))).toEqual(new Set([true, false]));
    await fc.assert(
      fc.asyncProperty(faultOrders(15), fc.nat(15), async (order, behind) => {
        expect(await replaced(family, table, inOrder(order), behind)).toEqual(records);
      }),
      { numRuns: runs(2, 10) },
    );
  });
});
