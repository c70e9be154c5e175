import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChainBlock, ChainReader, DecodedTransaction } from '../../lib/chains/port/chain.ts';
import { chainReaders } from '../../lib/chains/readers.ts';
import { startSurfpool } from '../../local/chains/surfpool.ts';
import { startSolanaSender } from '../../local/demo/demo-solana.ts';
import { quiet } from '../support/quiet.ts';
import { thrice } from '../support/rpc-nodes.ts';

quiet();

/** The discard port, on which no server answers. */
const DEAD = 'http://127.0.0.1:9';
/** The first slot for which the local node has a block. */
const FIRST = 31;

let signal: AbortSignal;
let node: Awaited<ReturnType<typeof startSurfpool>>;
let sender: Awaited<ReturnType<typeof startSolanaSender>>;
let reader: ChainReader;

beforeAll(async () => {
  node = await startSurfpool();
  sender = await startSolanaSender(node.url);
  reader = chainReaders({ solana: [DEAD, ...thrice(node.url)] })('solana');
});
beforeEach(() => {
  signal = AbortSignal.timeout(60_000);
});
afterAll(() => node.stop());

/** Reads the block of a transaction, and decodes the transaction from the block. */
async function readFromBlock(
  hash: string,
): Promise<{ block: ChainBlock; decoded: DecodedTransaction; parties: readonly string[] }> {
  const slot = (await reader.lookup(hash, signal))?.blockNumber ?? -1;
  const block = await reader.block(slot, signal);
  const transaction = block.transactions.find((each) => each.hash === hash);
  if (transaction === undefined) throw new Error(`${hash} is not in block ${slot}`);
  const { transaction: decoded, undecoded } = await transaction.decode(signal);
  expect(undecoded).toBeNull();
  return { block, decoded, parties: transaction.parties };
}

const seconds = (timestamp: string) => Date.parse(timestamp) / 1000;

describe('the Solana reader, on a local node,', () => {
  it('decodes a payment of SOL from its block as a lookup does', async () => {
    const to = sender.newAddress();
    const hash = await sender.sendSol(to, '1.5');
    const { block, decoded, parties } = await readFromBlock(hash);
    expect(await reader.lookup(hash, signal)).toEqual(decoded);
    expect(decoded).toMatchObject({ kind: 'transfer', fromAddress: sender.address, toAddress: to, status: 'success' });
    expect(decoded.movements).toMatchObject([{ asset: 'SOL', from: sender.address, to, amount: '1.5' }]);
    expect(parties).toEqual(expect.arrayContaining([sender.address, to]));
    expect(block.height).toBeLessThanOrEqual(await reader.head(signal));
  });

  it('decodes a payment into a token account whose owner the transaction does not name', async () => {
    const owner = sender.newAddress();
    const token = await sender.makeToken();
    const { decoded, parties } = await readFromBlock(await token.send(await token.accountFor(owner), '2.25'));
    expect(decoded.movements).toMatchObject([
      { standard: 'SPL', tokenAddress: token.mint, from: sender.address, to: owner, amount: '2.25' },
    ]);
    expect(parties).toContain(owner);
  });

  it('reads the time of a block', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { block } = await readFromBlock(await sender.sendSol(sender.newAddress(), '0.1'));
    expect(seconds(block.timestamp)).toBeGreaterThanOrEqual(before);
    expect(seconds(block.timestamp)).toBeLessThanOrEqual(Date.now() / 1000);
    expect((await reader.block(block.height, signal)).timestamp).toBe(block.timestamp);
  });

  it('reads consecutive blocks that name their parents and have different hashes', async () => {
    await Promise.all(Array.from({ length: 5 }, () => sender.sendSol(sender.newAddress(), '0.1')));
    const heights = await reader.heights(0, await reader.head(signal), signal);
    expect(heights).toEqual(heights.map((_, index) => FIRST + index));
    const blocks = await Promise.all(heights.map((height) => reader.block(height, signal)));
    for (const [index, { parentHash, parentHeight }] of blocks.entries()) {
      const parent = blocks[index - 1];
      if (parent) expect([parentHeight, parentHash]).toEqual([parent.height, parent.hash]);
    }
    expect(new Set(blocks.map(({ hash }) => hash)).size).toBe(blocks.length);
  });

  it('returns the header of a block, and null for a slot before the first block or after the head', async () => {
    const head = await reader.head(signal);
    const { transactions: _, naming: __, ...header } = await reader.block(head, signal);
    expect(await reader.header(head, signal)).toEqual(header);
    expect(await reader.header(FIRST - 1, signal)).toBeNull();
    expect(await reader.header(head + 100, signal)).toBeNull();
  });

  it('reads balances at the slot of the newest block', async () => {
    const [to, empty] = [sender.newAddress(), sender.newAddress()];
    const hash = await sender.sendSol(to, '2.5');
    const { block } = await readFromBlock(hash);
    expect(await reader.accounts?.([to, empty], block, signal)).toEqual({
      height: block.height,
      amounts: new Map([
        [to, '2.5'],
        [empty, '0'],
      ]),
    });
  });
});
