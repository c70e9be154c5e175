import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AbiCoder } from 'ethers';
import * as z from 'zod';
import { chainsAt } from '../../lib/chains/chain-wiring.ts';
import type { PricedAsset } from '../../lib/prices/price.ts';
import { priceSource } from '../../lib/prices/price-wiring.ts';
import { quiet } from '../support/quiet.ts';
import { memoryCache } from './memory-cache.ts';

quiet();

const NOW = new Date('2026-01-31T09:02:00.000Z');
const NODE = 'https://node.example';
const DEFILLAMA = 'https://coins.llama.fi';
/** The answers of the feeds of ether and the euro on Ethereum, in 10^-8 dollars. */
const FEEDS: Readonly<Record<string, bigint>> = {
  '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419': 240_000_000_000n,
  '0xb49f677943BC038e9857d61E7d053CaA2C1734C1': 116_000_000n,
};
const Call = z.object({ method: z.literal('eth_call'), params: z.tuple([z.object({ to: z.string() }), z.string()]) });

const ether: PricedAsset = { chain: 'ethereum', tokenAddress: null, symbol: 'ETH' };
const onEthereum = (tokenAddress: string): PricedAsset => ({ chain: 'ethereum', tokenAddress, symbol: 'USDC' });
const USDC = onEthereum('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
const EURC = onEthereum('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c');
const FAKE = onEthereum('0x5FbDB2315678afecb367f032d93F642f64180aa3');
const rlusd: PricedAsset = { chain: 'xrp', tokenAddress: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', symbol: 'RLUSD' };

let asked: string[];
let defillama: () => Response | Promise<Response>;
let node: () => Response | undefined;
beforeEach(() => {
  asked = [];
  node = () => undefined;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, request) => {
    asked.push(String(url));
    if (String(url).startsWith(DEFILLAMA)) return stopped(request?.signal, defillama());
    return node() ?? round(JSON.parse(String(request?.body)));
  });
});

/** The answer, or the error of the signal when the signal comes first. */
const stopped = (signal: AbortSignal | null | undefined, answer: Response | Promise<Response>): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    void Promise.resolve(answer).then(resolve);
  });

function round(body: unknown): Response {
  const { to } = Call.parse(body).params[0];
  const seconds = BigInt(NOW.getTime() / 1000 - 60);
  const words = FEEDS[to] === undefined ? [] : [9n, FEEDS[to], seconds, seconds, 9n];
  const types = words.map((_, index) => (index === 1 ? 'int256' : 'uint256'));
  return Response.json({ jsonrpc: '2.0', id: 1, result: AbiCoder.defaultAbiCoder().encode(types, words) });
}

const live = () =>
  priceSource('live', {
    chains: async () => chainsAt({ ethereum: [NODE] }),
    cache: memoryCache(),
    now: () => NOW,
  });
const says = async (assets: readonly PricedAsset[], source = live(), at = NOW) =>
  (await source.pricesAt(assets, at)).map((price) => (price.status === 'known' ? price.usd : price.status));

describe('while DefiLlama is down', () => {
  beforeEach(() => {
    defillama = () => new Response('', { status: 502 });
  });

  it('ether and the euro have the prices of Chainlink, and dollars the promises of their issuers', async () => {
    expect(await says([ether, EURC, USDC, rlusd])).toEqual(['2400', '1.16', '1', '1']);
  });

  it('a fake USDC has no price and is not unpriced, so its record waits', async () => {
    expect(await says([FAKE])).toEqual(['failed']);
  });

  it('ether of the past waits for DefiLlama', async () => {
    expect(await says([ether], live(), new Date('2025-01-31T09:00:00.000Z'))).toEqual(['failed']);
  });

  it('and all nodes too, dollars have the promises of their issuers, and ether waits', async () => {
    node = () => new Response('', { status: 502 });
    expect(await says([ether, EURC, USDC, rlusd])).toEqual(['failed', 'failed', '1', '1']);
  });
});

it('a DefiLlama that hangs delays the first of 1,000 records, and no other', async () => {
  defillama = () => new Promise(() => {});
  const source = live();
  for (let record = 0; record < 1_000; record += 1) {
    const token = onEthereum(`0x${record.toString(16).padStart(40, '0')}`);
    expect(await says([ether, token], source)).toEqual(['2400', 'failed']);
  }
  expect(asked.filter((url) => url.startsWith(DEFILLAMA))).toHaveLength(1);
  expect(asked.filter((url) => url.startsWith(NODE))).toHaveLength(1);
});

it.each([0, -2400])('a price of %s is no fact: Chainlink has the price', async (price) => {
  defillama = () => new Response(`{"coins":{"coingecko:ethereum":{"price":${price}}}}`);
  expect(await says([ether])).toEqual(['2400']);
});

it('no node is asked while DefiLlama answers', async () => {
  defillama = () => new Response('{"coins":{"coingecko:ethereum":{"price":2399,"confidence":0.99}}}');
  expect(await says([ether])).toEqual(['2399']);
  expect(asked).toHaveLength(1);
});
