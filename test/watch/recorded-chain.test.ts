import { describe, expect, it } from '@jest/globals';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { quiet } from '../support/quiet.ts';
import { failing, failingFrom, type RpcFault } from '../support/recorded-chain/faults.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { families, type Recording, short, whole } from './recordings.ts';

quiet();
const { node } = rpcNodes();
const { signal } = new AbortController();

async function started({ chain, methods, reader }: Recording) {
  const recorded = new RecordedNode(methods);
  const { url } = await node(recorded.listener);
  return { chain, recorded, reader: reader(...thrice(url)) };
}

describe.each(families)('a test chain of recorded %s blocks', (family) => {
  it('gives a reader the same blocks that the test put into the chain', async () => {
    const { chain, reader } = await started(whole[family]());
    expect(await reader.head(signal)).toBe(chain.head);
    const heights = chain.links.map(({ height }) => height);
    expect(await reader.heights(heights[0] ?? 0, chain.head, signal)).toEqual(heights);
    for (const { content, ...place } of chain.links) {
      const header = { ...place, timestamp: content.timestamp };
      const {
        transactions,
        feeRecipient: _,
        naming: __,
        isTraced: ___,
        ...block
      } = await reader.block(place.height, signal);
      expect(block).toEqual(header);
      expect(await reader.header(place.height, signal)).toEqual(header);
      // A block of an EVM chain also pays validators, without transactions.
      const hashes = transactions.slice(0, content.hashes.length).map(({ hash }) => hash);
      // The reader leaves out transactions that are only votes.
      expect(hashes).toEqual(content.hashes.filter((hash) => family !== 'Solana' || hashes.includes(hash)));
      expect(hashes).not.toEqual([]);
    }
  });

  it('has no block above its head and no block in a skipped slot', async () => {
    const { chain, reader } = await started(short[family]());
    const first = chain.links[0]?.height ?? 0;
    const heights = new Set(chain.links.map(({ height }) => height));
    for (let height = first; height <= chain.head + 1; height++) {
      expect([height, (await reader.header(height, signal)) !== null]).toEqual([height, heights.has(height)]);
    }
  });

  it('returns a transaction by hash only up to its head', async () => {
    const { chain, reader } = await started(short[family]());
    const [first, last] = [chain.links.at(0), chain.links.at(-1)];
    const hash = last?.content.hashes[0] ?? '';
    expect(await reader.lookup(hash, signal)).toMatchObject({ hash, blockNumber: last?.height });
    chain.head = first?.height ?? 0;
    expect(await reader.lookup(hash, signal)).toBeNull();
  });

  it('has new block hashes with the same transactions after a fork', async () => {
    const { chain, reader } = await started(short[family]());
    const [kept, ...gone] = chain.links.slice(-3);
    chain.fork(2);
    const blocks = await Promise.all(chain.links.slice(-2).map(({ height }) => reader.block(height, signal)));
    expect(blocks[0]?.parentHash).toBe(kept?.hash);
    expect(blocks[1]?.parentHash).toBe(blocks[0]?.hash);
    expect(blocks.map(({ hash }) => hash)).not.toEqual(gone.map(({ hash }) => hash));
  });
});

describe.each(families)('a faulty %s node', (family) => {
  it.each<RpcFault>(['HTTP 500', 'rate limited', 'reset', 'JSON-RPC error', 'truncated', 'null', 'part missing'])(
    'makes the reader reject a block when calls fail: %s',
    async (fault) => {
      const { chain, recorded, reader } = await started(short[family]());
      await reader.block(chain.head, signal);
      for (let at = recorded.calls.length; at >= 1; at--) {
        recorded.arm(failingFrom(at, fault));
        await expect(reader.block(chain.head, signal)).rejects.toThrow(ChainUnavailableError);
      }
    },
  );

  it('makes the reader return a stale head only when every node names the stale head', async () => {
    const { chain, recorded, reader } = await started(short[family]());
    recorded.arm(failing(1, 'stale head'));
    expect(await reader.head(signal)).toBe(chain.head);
    recorded.arm(failingFrom(1, 'stale head'));
    expect(await reader.head(signal)).toBeLessThan(chain.head);
  });

  it('makes the reader reject when the node never answers and the signal of the caller aborts', async () => {
    const { chain, recorded, reader } = await started(short[family]());
    const caller = new AbortController();
    recorded.onSilence = () => caller.abort();
    recorded.arm(failing(1, 'silent'));
    await expect(reader.block(chain.head, caller.signal)).rejects.toThrow(ChainUnavailableError);
  });
});
