import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { solanaReader } from '../../../lib/chains/solana/solana-reader.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes, thrice } from '../../support/rpc-nodes.ts';
import { address, solana } from './answers.ts';

quiet();
const { node, answering, hung } = rpcNodes();

const [RICH, POOR, NONE] = [address(1), address(2), address(3)];
const { signal } = new AbortController();
const AT = { height: 1_000, hash: address(9), parentHash: address(8) };

const account = (lamports: unknown) => ({
  lamports,
  ...{ data: ['', 'base64'], owner: address(0), executable: false, rentEpoch: 18446744073709551615n, space: 0 },
});
/** The text of an answer. `JSON.stringify` refuses integers beyond 2^53, so the text is put together here. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `#${each}#` : each)).replace(
    /"#(\d+)#"/g,
    '$1',
  );
const result = (slot: number, ...value: unknown[]) =>
  written({ jsonrpc: '2.0', id: 1, result: { context: { apiVersion: '2.1.21', slot }, value } });
const BALANCES = result(1_032, account(12_000_000_001_234_567n), account(890_880), null);
const EXPECTED = {
  height: 1_032,
  amounts: new Map([
    [RICH, '12000000.001234567'],
    [POOR, '0.00089088'],
    [NONE, '0'],
  ]),
};

/** The default time limit is long enough for every answer. Tests of slow nodes set a shorter limit. */
const balances = (urls: readonly string[], attemptMs = 60_000, addresses: readonly string[] = [RICH, POOR, NONE]) =>
  solanaReader(solana, urls, { attemptMs }).accounts?.(addresses, AT, signal);

describe('the balances of Solana accounts', () => {
  it('are exact, and belong to the slot that the answer states', async () => {
    expect(await balances([(await answering(BALANCES)).url])).toEqual(EXPECTED);
  });

  it('are asked for now after a final block that every node in step has', async () => {
    const Asked = z.object({ method: z.string(), params: z.array(z.unknown()) });
    const bodies: z.output<typeof Asked>[] = [];
    const { url } = await node(async (request, response) => {
      const body = Asked.parse(JSON.parse(await text(request)));
      bodies.push(body);
      response.end(body.method === 'getSlot' ? written({ jsonrpc: '2.0', id: 1, result: 1_064 }) : BALANCES);
    });
    expect(await solanaReader(solana, [url]).accountsNow?.([RICH, POOR, NONE], signal)).toEqual(EXPECTED);
    expect(bodies.map(({ method }) => method)).toEqual(['getSlot', 'getMultipleAccounts']);
    expect(bodies[1]?.params[1]).toMatchObject({ commitment: 'finalized', minContextSlot: 1_000 });
  });

  it('are requested from final blocks that are not below the block asked for, without the data', async () => {
    let requestBody: unknown;
    const { url } = await node(async (request, response) => {
      requestBody = JSON.parse(await text(request));
      response.end(BALANCES);
    });
    await balances([url]);
    expect(requestBody).toMatchObject({
      method: 'getMultipleAccounts',
      params: [
        [RICH, POOR, NONE],
        { commitment: 'finalized', minContextSlot: 1_000, encoding: 'base64', dataSlice: { offset: 0, length: 0 } },
      ],
    });
  });

  it.each([
    [
      'says that the block is not final yet',
      () => answering({ error: { code: -32016, message: 'Minimum context slot has not been reached' }, id: 1 }),
    ],
    ['answers for an earlier slot', () => answering(result(999, account(1), account(2), null))],
    ['leaves an account out', () => answering(result(1_032, account(1), account(2)))],
    ['states no slot', () => answering({ result: { value: [null, null, null] } })],
    ['states an amount with a fraction', () => answering(result(1_032, account(1.5), null, null))],
    ['states an account without lamports', () => answering(result(1_032, account(undefined), null, null))],
    ['is busy', () => answering('slow down', 429)],
  ])('are read from the next node when a node %s', async (_what, faulty) => {
    const [bad, good] = [await faulty(), await answering(BALANCES)];
    expect(await balances([bad.url, good.url])).toEqual(EXPECTED);
    expect([bad.requests, good.requests]).toEqual([1, 1]);
    await expect(balances([bad.url])).rejects.toThrow(ChainUnavailableError);
  });

  it('are read from the next node when a node does not answer', async () => {
    const [mute, good] = [await hung(), await answering(BALANCES)];
    expect(await balances([mute.url, ...thrice(good.url)], 500)).toEqual(EXPECTED);
  });

  it('are refused without a request for more accounts than a node answers at once', async () => {
    const { url, requests } = await answering(BALANCES);
    const many = Array.from({ length: 101 }, (_, n) => address(n));
    await expect(balances([url], 60_000, many)).rejects.toThrow(RangeError);
    expect(requests).toBe(0);
  });
});
