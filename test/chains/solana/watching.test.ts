import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { solanaReader } from '../../../lib/chains/solana/solana-reader.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes } from '../../support/rpc-nodes.ts';
import { blockIn, decodedIn } from './recorded.ts';

quiet();
const { node, answering } = rpcNodes();

const SLOT = 270_893_658;
const BLOCK = blockIn('blocks/devnet-270893658.base64.json');
const never = new AbortController().signal;
const reader = (...urls: string[]) => solanaReader(chainOf('solana'), urls);
const result = (value: unknown) => ({ jsonrpc: '2.0', id: 1, result: value });
const errorAnswer = (code: number) => ({ jsonrpc: '2.0', id: 1, error: { code, message: 'no' } });

const NO_TOKENS = (params: readonly unknown[]) =>
  result({
    value: z
      .array(z.string())
      .parse(params[0])
      .map(() => null),
  });

/** A node that gives the same answer to every call but to those about tokens, and the calls that the node received. */
async function nodeWithCalls(value: unknown) {
  const calls: unknown[] = [];
  const { url } = await node(async (request, response) => {
    const Call = z.object({ method: z.string(), params: z.array(z.unknown()) });
    const { method, params } = Call.parse(JSON.parse(await text(request)));
    const isOfTokens = method === 'getMultipleAccounts';
    if (!isOfTokens) calls.push([method, params]);
    response.end(JSON.stringify(isOfTokens ? NO_TOKENS(params) : result(value)));
  });
  return { url, calls };
}

const CONFIRMED = { commitment: 'confirmed' };
const DETAILS = { ...CONFIRMED, encoding: 'json', maxSupportedTransactionVersion: 1, rewards: false };
const NO_BLOCK = [-32004, -32007, -32009];

describe('the head of a Solana chain', () => {
  it('is the newest confirmed slot', async () => {
    const { url, calls } = await nodeWithCalls(5);
    expect(await reader(url).head(never)).toBe(5);
    expect(calls).toEqual([['getSlot', [CONFIRMED]]]);
  });

  it.each([null, '5', -1, 2 ** 60])('is read from the next node when a node answers %j', async (head) => {
    const [bad, good] = [await answering(result(head)), await answering(result(7))];
    expect(await reader(bad.url, good.url).head(never)).toBe(7);
  });
});

describe('the Solana slots with a block', () => {
  it('are the slots that the node lists', async () => {
    const { url, calls } = await nodeWithCalls([3, 4, 7]);
    expect(await reader(url).heights(3, 8, never)).toEqual([3, 4, 7]);
    expect(calls).toEqual([['getBlocks', [3, 8, CONFIRMED]]]);
  });

  it('are an empty list when the node lists no slot', async () => {
    const { url } = await answering(result([]));
    expect(await reader(url).heights(3, 8, never)).toEqual([]);
  });

  // Scenario: the node does not have the method getBlocks. Only the slots 70 and 72 have a block.
  it('are found with a request for each slot when no node can list the slots', async () => {
    const calls: unknown[] = [];
    const { url } = await node(async (request, response) => {
      const Call = z.object({ method: z.string(), params: z.tuple([z.number()]).rest(z.unknown()) });
      const { method, params } = Call.parse(JSON.parse(await text(request)));
      calls.push(method);
      const [slot] = params;
      const missing = { error: { code: -32601, message: 'Method not found' } };
      const skipped = { error: { code: -32007, message: `Slot ${slot} was skipped` } };
      const header = { blockhash: `h${slot}`, previousBlockhash: 'h1', parentSlot: 1, blockTime: 1_700_000_000 };
      const answer = slot === 70 || slot === 72 ? result(header) : skipped;
      response.end(JSON.stringify(method === 'getBlocks' ? missing : answer));
    });
    expect(await reader(url).heights(2, 200, never)).toEqual([70, 72]);
    expect(calls).toEqual(['getBlocks', ...Array(128).fill('getBlock')]);
    expect(await reader(url).heights(3, 60, never)).toEqual([]);
  });

  it('cause no request for an empty range', async () => {
    const { url, calls } = await nodeWithCalls([]);
    expect(await reader(url).heights(9, 8, never)).toEqual([]);
    expect(calls).toEqual([]);
  });

  it.each([
    ['slots before the range', [2, 3]],
    ['slots after the range', [8, 9]],
    ['slots out of order', [4, 3]],
    ['a slot twice', [4, 4]],
    ['texts in place of slots', ['4']],
    ['null', null],
  ])('are read from the next node when a node answers with %s', async (_what, slots) => {
    const [bad, good] = [await answering(result(slots)), await answering(result([5]))];
    expect(await reader(bad.url, good.url).heights(3, 8, never)).toEqual([5]);
  });
});

describe('the header of a Solana block', () => {
  const { transactions: _, ...header } = BLOCK;

  it('is requested without transactions', async () => {
    const { url, calls } = await nodeWithCalls(header);
    const { transactions: __, naming: ___, ...expected } = decodeBlock(chainOf('solana'), BLOCK, SLOT);
    expect(await reader(url).header(SLOT, never)).toEqual(expected);
    expect(calls).toEqual([['getBlock', [SLOT, { ...DETAILS, transactionDetails: 'none' }]]]);
  });

  it.each(NO_BLOCK)(
    'is null when the node answers the error %i, which means that the slot has no block',
    async (code) => {
      const { url } = await answering(errorAnswer(code));
      expect(await reader(url).header(SLOT, never)).toBeNull();
    },
  );

  it('is null when the node answers null', async () => {
    const { url } = await answering(result(null));
    expect(await reader(url).header(SLOT, never)).toBeNull();
  });

  it.each([
    ['a header whose parent is not an earlier slot', result({ ...header, parentSlot: SLOT })],
    ['a header without a hash', result({ ...header, blockhash: '' })],
    ['a header without a time', result({ ...header, blockTime: null })],
    ['an error of another kind', errorAnswer(-32005)],
  ])('is read from the next node when a node answers with %s', async (_what, answer) => {
    const [bad, good] = [await answering(answer), await answering(result(header))];
    expect(await reader(bad.url, good.url).header(SLOT, never)).toMatchObject({ height: SLOT });
  });
});

describe('a Solana block', () => {
  it('contains the transactions that decodeBlock reads from the answer', async () => {
    const { url, calls } = await nodeWithCalls(BLOCK);
    const block = await reader(url).block(SLOT, never);
    const { transactions, naming: __, ...header } = decodeBlock(chainOf('solana'), BLOCK, SLOT);
    expect(block).toMatchObject(header);
    expect(await decodedIn(block)).toEqual(await decodedIn({ ...header, transactions }));
    expect(calls).toEqual([['getBlock', [SLOT, { ...DETAILS, transactionDetails: 'full', rewards: true }]]]);
  });

  it.each([
    ['a block without transactions', result({ ...BLOCK, transactions: undefined })],
    ['a block whose parent is not an earlier slot', result({ ...BLOCK, parentSlot: SLOT })],
    ['null', result(null)],
    ...NO_BLOCK.map((code): [string, unknown] => [`the error ${code} for a missing block`, errorAnswer(code)]),
    ['a truncated block', JSON.stringify(result(BLOCK)).slice(0, -100)],
  ])(
    'is read from the next node when a node answers with %s, and is unavailable when no node is left',
    async (_what, answer) => {
      const [bad, good] = [await answering(answer), await answering(result(BLOCK))];
      expect((await reader(bad.url, good.url).block(SLOT, never)).transactions).toHaveLength(46);
      await expect(reader(bad.url).block(SLOT, never)).rejects.toThrow(ChainUnavailableError);
    },
  );

  it('is decoded when it contains a balance beyond 2^53', async () => {
    const answer = JSON.stringify(BLOCK);
    const [, first = ''] = /"postBalances":\[(\d+)/.exec(answer) ?? [];
    const { url } = await node(async (request, response) => {
      const { method, params } = JSON.parse(await text(request));
      if (method === 'getMultipleAccounts') response.end(JSON.stringify(NO_TOKENS(params)));
      else response.end(`{"result":${answer.replaceAll(first, '9007199254740993')}}`);
    });
    const { transactions, undecoded } = await decodedIn(await reader(url).block(SLOT, never));
    expect(undecoded).toEqual([]);
    expect(transactions).toHaveLength(46);
  });
});
