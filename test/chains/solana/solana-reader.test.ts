import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import { solanaReader } from '../../../lib/chains/solana/solana-reader.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes, thrice } from '../../support/rpc-nodes.ts';
import { resultOf, textOf, transactionIn } from './recorded.ts';

quiet();
const { node, answering, hung } = rpcNodes();

const FILE = 'tx/05-ex-mainnet-multi-sol.json';
const OTHER = 'tx/72-tp-jupiterAggregatorV6_sharedAccountsRoute_1.json';
const [HASH = ''] = transactionIn(FILE).transaction.signatures;
const expected = decodeTransaction(chainOf('solana'), transactionIn(FILE));
const never = new AbortController().signal;

const healthy = () => answering(textOf(FILE));
/** The default time limit is long enough for every answer. Tests of slow nodes set a shorter limit. */
const lookup = (urls: string[], signal = never, attemptMs = 60_000) =>
  solanaReader(chainOf('solana'), urls, { attemptMs }).lookup(HASH, signal);
const without = (field: string) => {
  const { [field]: _, ...rest } = z.record(z.string(), z.unknown()).parse(resultOf(FILE));
  return { jsonrpc: '2.0', id: 1, result: rest };
};

describe('the lookup of a Solana transaction', () => {
  it('decodes the answer of the node', async () => {
    const { url } = await healthy();
    expect(await lookup([url])).toEqual(expected);
  });

  it('requests transactions of every version, in the encoding that the decoder reads', async () => {
    let requestBody: unknown;
    const { url } = await node((request, response) => {
      request.on('data', (body) => {
        requestBody = JSON.parse(String(body));
      });
      request.on('end', () => response.end(textOf(FILE)));
    });
    await lookup([url]);
    expect(requestBody).toMatchObject({
      method: 'getTransaction',
      params: [HASH, { encoding: 'json', maxSupportedTransactionVersion: 1, commitment: 'confirmed' }],
    });
  });

  it('is null when the node does not know the signature', async () => {
    const { url } = await answering({ jsonrpc: '2.0', id: 1, result: null });
    expect(await lookup([url])).toBeNull();
  });

  it.each([
    ['HTTP 429', () => answering('{"error":{"code":429,"message":"Too many requests"}}', 429)],
    ['HTTP 503', () => answering('unavailable', 503)],
    [
      'a JSON-RPC error',
      () =>
        answering({ jsonrpc: '2.0', id: 1, error: { code: -32011, message: 'Transaction history is not available' } }),
    ],
    ['truncated JSON', () => answering(textOf(FILE).slice(0, -100))],
    ['an empty answer', () => answering('')],
    ['a transaction with another signature', () => answering(textOf(OTHER))],
    ['a transaction without a time', () => answering(without('blockTime'))],
    ['a transaction without balances', () => answering(without('meta'))],
  ])('asks the next node after %s, and throws when no node is left', async (_what, faulty) => {
    const [bad, good] = [await faulty(), await healthy()];
    expect(await lookup([bad.url, good.url])).toEqual(expected);
    expect([bad.requests, good.requests]).toEqual([1, 1]);
    await expect(lookup([bad.url])).rejects.toThrow(ChainUnavailableError);
  });

  it('asks the next node when a node hangs', async () => {
    const [mute, good] = [await hung(), await healthy()];
    expect(await lookup([mute.url, ...thrice(good.url)], never, 500)).toEqual(expected);
  });

  it('throws ChainUnavailableError when the caller cancels', async () => {
    const caller = new AbortController();
    const mute = await node(() => caller.abort());
    await expect(lookup([mute.url], caller.signal)).rejects.toThrow(ChainUnavailableError);
  });

  it('throws when no node is configured', async () => {
    await expect(lookup([])).rejects.toThrow('no RPC node is configured');
  });
});
