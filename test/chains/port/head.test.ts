import { json } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes } from '../../support/rpc-nodes.ts';

quiet();
const { node, hung, answering } = rpcNodes();

const Call = z.object({ method: z.string(), params: z.array(z.unknown()) });
const never = new AbortController().signal;
const hex = (n: number): string => `0x${n.toString(16)}`;
const hashOf = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;

/** A node with the blocks up to `blocks` that names `head`. A test may change both. */
async function evmNode(blocks: number, head = blocks) {
  const state = { blocks, head, heads: 0, headers: 0, url: '' };
  const { url } = await node(async (request, response) => {
    const { method, params } = Call.parse(await json(request));
    if (method === 'eth_blockNumber') {
      state.heads += 1;
      return void response.end(JSON.stringify({ result: hex(state.head) }));
    }
    state.headers += 1;
    const number = Number(params[0]);
    const block = { number: hex(number), hash: hashOf(number), parentHash: hashOf(number - 1), timestamp: '0x1' };
    response.end(JSON.stringify({ result: number > state.blocks ? null : block }));
  });
  state.url = url;
  return state;
}

let clock = 0;
const readerOf = (nodes: readonly { url: string }[], attemptMs = 60_000, chain: 'ethereum' | 'anvil' = 'ethereum') =>
  evmReader(
    chainOf(chain),
    nodes.map(({ url }) => url),
    { attemptMs, now: () => clock },
  );

describe('The head of a chain', () => {
  it('is the highest head of the nodes, wherever the node stands in the list', async () => {
    const [still, fresh] = [await evmNode(100), await evmNode(130)];
    for (const nodes of [
      [still, fresh],
      [fresh, still],
    ]) {
      expect(await readerOf(nodes).head(never)).toBe(130);
    }
  });

  it('costs one call for each node while the heads differ by no more than the confirmations', async () => {
    const [first, second] = [await evmNode(100), await evmNode(112)];
    const reader = readerOf([first, second]);
    expect(await reader.head(never)).toBe(112);
    expect([first.heads, first.headers, second.heads, second.headers]).toEqual([1, 0, 1, 0]);
  });

  it('costs one call with a single node', async () => {
    const only = await evmNode(100, 1_000_000);
    expect(await readerOf([only]).head(never)).toBe(1_000_000);
    expect([only.heads, only.headers]).toEqual([1, 0]);
  });

  it('is the next highest head when no node has the block of the highest, and the node that lied rests', async () => {
    const [liar, honest] = [await evmNode(100, 9_000_000), await evmNode(100)];
    const reader = readerOf([liar, honest], 60_000, 'anvil');
    expect(await reader.head(never)).toBe(100);
    const { heads } = liar;
    honest.blocks = 101;
    honest.head = 101;
    expect(await reader.head(never)).toBe(101);
    expect(liar.heads).toBe(heads);
    clock += 30_001;
    expect(await reader.head(never)).toBe(101);
    expect(liar.heads).toBe(heads + 1);
  });

  it('is unavailable when the only node that answers names a head without a block', async () => {
    const [liar, dead] = [await evmNode(100, 9_000_000), await answering('', 500)];
    await expect(readerOf([liar, dead]).head(never)).rejects.toThrow(ChainUnavailableError);
  });

  it('waits for a node that hangs once, and then not until the node has rested', async () => {
    const [mute, good] = [await hung(), await evmNode(100)];
    const reader = readerOf([mute, good], 1_000);
    for (let n = 0; n < 3; n++) expect(await reader.head(never)).toBe(100);
    expect([mute.requests, good.heads]).toEqual([1, 3]);
  });

  it('comes from resting nodes when no other node answers', async () => {
    const only = await evmNode(100);
    const flaky = await node((_request, response) => void response.writeHead(500).end());
    const reader = readerOf([flaky, { url: 'http://127.0.0.1:1/' }, only]);
    expect(await reader.head(never)).toBe(100);
    await reader.header(100, never);
    expect(flaky.requests).toBe(1);
    await expect(readerOf([flaky]).head(never)).rejects.toThrow(ChainUnavailableError);
  });
});

describe('A node that is behind', () => {
  it('is asked last for a block above its head, and first again when it has caught up', async () => {
    const [still, fresh] = [await evmNode(100), await evmNode(130)];
    const reader = readerOf([still, fresh]);
    await reader.head(never);
    expect(await reader.header(120, never)).toMatchObject({ height: 120 });
    expect([still.headers, fresh.headers]).toEqual([0, 2]);
    still.blocks = 130;
    still.head = 130;
    await reader.head(never);
    await reader.header(121, never);
    expect([still.headers, fresh.headers]).toEqual([1, 2]);
  });
});

describe('A contradiction', () => {
  it('lets the node rest that answered about the block, and is one of all nodes only when each had one', async () => {
    const [first, second] = [await evmNode(100), await evmNode(100)];
    const reader = readerOf([first, second]);
    await reader.header(100, never);
    expect(await reader.contradicted(100)).toBe(false);
    await reader.header(100, never);
    expect([first.headers, second.headers]).toEqual([1, 1]);
    expect(await reader.contradicted(100)).toBe(true);
    // Both rest now. The first node rests since longer, so it is asked again.
    clock += 1;
    await reader.header(100, never);
    expect([first.headers, second.headers]).toEqual([2, 1]);
    clock += 120_000;
    await reader.header(100, never);
    expect(await reader.contradicted(100)).toBe(false);
  });

  it('about a block that nobody asked for lets no node rest', async () => {
    const [first, second] = [await evmNode(100), await evmNode(100)];
    const reader = readerOf([first, second]);
    expect(await reader.contradicted(7)).toBe(false);
    await reader.header(100, never);
    expect([first.headers, second.headers]).toEqual([1, 0]);
  });

  it('is avoided by asking the node for the parent that answered for the child', async () => {
    const [first, second] = [await evmNode(100), await evmNode(101)];
    const reader = readerOf([first, second], 60_000, 'anvil');
    await reader.head(never);
    await reader.header(101, never);
    const { headers } = second;
    await reader.header(100, never, 101);
    expect([first.headers, second.headers]).toEqual([0, headers + 1]);
  });
});
