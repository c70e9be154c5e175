import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { defillama } from '../../lib/prices/defillama.ts';
import type { PricedAsset } from '../../lib/prices/price.ts';
import { quiet } from '../support/quiet.ts';
import { memoryCache } from './memory-cache.ts';

quiet();

const recordings = new URL('../fixtures/prices/', import.meta.url);
const Recording = z.object({ request: z.object({ uri: z.url() }), body: z.string() });
const bodies = new Map(
  readdirSync(recordings)
    .filter((file) => file.endsWith('.json'))
    .map((file) => Recording.parse(JSON.parse(readFileSync(new URL(file, recordings), 'utf8'))))
    .map(({ request, body }) => [request.uri, body]),
);

const NOW = new Date('2026-01-31T09:02:00.000Z');
/** The time of the recorded historical price. */
const THEN = new Date(1_597_024_800_000);
const WRAPPED_SOL = 'solana:So11111111111111111111111111111111111111112';
const WETH = '0x4200000000000000000000000000000000000006';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const dai: PricedAsset = { chain: 'ethereum', tokenAddress: null, symbol: 'DAI' };
const ether: PricedAsset = { chain: 'ethereum', tokenAddress: null, symbol: 'ETH' };
const onBase = (tokenAddress: string): PricedAsset => ({ chain: 'base', tokenAddress, symbol: 'USDC' });

let asked: string[];
/** Answers each URL with `answer`, by default with the recorded answer. */
function serve(answer = (url: string) => new Response(bodies.get(url) ?? '{"coins":{}}')) {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    asked.push(String(url));
    return answer(String(url));
  });
}
const coins = (entries: string) => () => new Response(`{"coins":{${entries}}}`);
const source = () => defillama({ cache: memoryCache(), now: () => NOW });

/** What the source says: the price, `unpriced` or `failed`. */
async function says(asset: PricedAsset, at = NOW, prices = source()): Promise<string | undefined> {
  const [price] = await prices.pricesAt([asset], at);
  return price?.status === 'known' ? price.usd : price?.status;
}

beforeEach(() => {
  asked = [];
});

describe('prices from recorded answers of DefiLlama', () => {
  beforeEach(() => serve());

  it('include the current price of a native asset', async () => {
    expect(await says(ether)).toBe('2399');
    expect(asked).toEqual(['https://coins.llama.fi/prices/current/coingecko:ethereum']);
  });

  it('include a historical price with every digit and without a confidence', async () => {
    expect(await says(dai, THEN)).toBe('1.0182482830027697');
    expect(asked).toEqual(['https://coins.llama.fi/prices/historical/1597024800/coingecko:dai']);
  });

  it('include the price of a token by its address', async () => {
    const mint = 'DtR4D9FtVoTX2569gaL837ZgrB6wNjj6tkmnX9Rdk9B2';
    const recorded = bodies.get(`https://coins.llama.fi/prices/current/solana:${mint}`) ?? '';
    serve(() => new Response(recorded));
    expect(await says({ chain: 'solana', tokenAddress: mint, symbol: 'aura' })).toBe('0.0827225214838227');
    expect(asked).toEqual([`https://coins.llama.fi/prices/current/solana:${mint},${WRAPPED_SOL}`]);
  });

  it.each([...bodies].filter(([url]) => url.includes(',')))('include every coin of %s', async (_url, body) => {
    serve(() => new Response(body));
    const known = { ARB: 'arbitrum', DAI: 'dai', LINK: 'chainlink', USDC: 'usd-coin', USDT: 'tether', ETH: 'ethereum' };
    for (const [symbol, id] of Object.entries(known)) {
      const written = new RegExp(`"coingecko:${id}":\\{[^}]*"price":([0-9.]+)`).exec(body)?.[1] ?? 'failed';
      expect(await says({ chain: 'ethereum', tokenAddress: null, symbol })).toBe(written);
    }
  });
});

describe('a price from DefiLlama', () => {
  it('of the past is requested once per five minutes', async () => {
    serve(coins('"coingecko:ethereum":{"price":3000}'));
    const prices = source();
    for (const time of ['08:10:00', '08:12:30', '08:14:59', '08:15:00']) {
      expect(await says(ether, new Date(`2026-01-31T${time}.000Z`), prices)).toBe('3000');
    }
    const stamp = (time: string) => Date.parse(`2026-01-31T${time}.000Z`) / 1000;
    expect(asked.map((url) => url.split('/').at(-2))).toEqual([`${stamp('08:10:00')}`, `${stamp('08:15:00')}`]);
  });

  it('keeps every digit and has no exponent', async () => {
    serve(coins('"coingecko:ethereum":{"price":1.2345678901234567890123e-7}'));
    expect(await says(ether)).toBe('0.00000012345678901234567890123');
  });

  it.each([
    ['0.89', 'failed'],
    ['0.9', '5'],
    ['0.99', '5'],
  ])('with confidence %s is %s, now and in the past', async (confidence, price) => {
    serve(coins(`"coingecko:ethereum":{"price":5,"confidence":${confidence}}`));
    expect(await says(ether)).toBe(price);
    expect(await says(ether, THEN)).toBe(price);
  });

  it('with little confidence now is a failure half an hour later too, when the answer states none', async () => {
    const cache = memoryCache();
    const later = new Date(NOW.getTime() + 30 * 60_000);
    serve(coins(`"base:${TOKEN}":{"price":5,"confidence":0.2},"base:${WETH}":{"price":2400}`));
    expect(await says(onBase(TOKEN), NOW, defillama({ cache, now: () => NOW }))).toBe('failed');
    serve(coins(`"base:${TOKEN}":{"price":5},"base:${WETH}":{"price":2400}`));
    expect(await says(onBase(TOKEN), NOW, defillama({ cache, now: () => later }))).toBe('failed');
    expect(asked.at(-1)).toContain('/prices/historical/');
  });

  it.each<[string, (url: string) => Response]>([
    ['the price is zero', coins('"coingecko:ethereum":{"price":0}')],
    ['the price is negative', coins('"coingecko:ethereum":{"price":-2400}')],
    ['the price would expand to a billion digits', coins('"coingecko:ethereum":{"price":1e999999999}')],
    ['the price is no number', coins('"coingecko:ethereum":{"price":null}')],
    ['the answer is an error', () => new Response('busy', { status: 503 })],
    ['the answer is not JSON', () => new Response('<html>')],
    ['the answer has another shape', () => new Response('{"coins":[]}')],
    ['the answer has 200 MB', () => new Response(endless())],
    ['the answer lacks a coin that surely has a price', coins('')],
    [
      'no answer comes in time',
      () => {
        throw new DOMException('timed out', 'TimeoutError');
      },
    ],
  ])('is a failure when %s', async (_why, answer) => {
    serve(answer);
    expect(await says(ether)).toBe('failed');
  });

  it('comes from the answer also when another coin of the answer is malformed', async () => {
    serve(coins(`"base:${WETH}":{"price":2400},"base:${TOKEN}":{"price":"x"}`));
    const prices = await source().pricesAt([onBase(TOKEN), onBase(WETH)], NOW);
    expect(prices).toEqual([{ status: 'failed' }, { status: 'known', usd: '2400' }]);
  });

  it.each<[string, PricedAsset]>([
    ['the ether of a test network', { chain: 'sepolia', tokenAddress: null, symbol: 'ETH' }],
    ['a symbol that is not well known', { chain: 'ethereum', tokenAddress: null, symbol: 'NOPE' }],
    ['a symbol that is a word of the language', { chain: 'ethereum', tokenAddress: null, symbol: 'constructor' }],
    ['a token of a chain without prices', { chain: 'anvil', tokenAddress: TOKEN, symbol: 'USDC' }],
  ])('for %s is none, without a request', async (_what, asset) => {
    serve();
    expect(await says(asset)).toBe('unpriced');
    expect(asked).toEqual([]);
  });

  it('for ether of the local node is the price of ether', async () => {
    serve();
    expect(await says({ ...ether, chain: 'anvil' })).toBe('2399');
  });
});

describe('a token without a price at DefiLlama', () => {
  it('is unpriced when the answer knows the chain, although its symbol is USDC', async () => {
    serve(coins(`"base:${WETH}":{"price":2400,"confidence":0.99}`));
    expect(await says(onBase(TOKEN))).toBe('unpriced');
    expect(asked).toEqual([`https://coins.llama.fi/prices/current/base:${TOKEN},base:${WETH}`]);
  });

  it('is a failure when the answer lacks the whole chain', async () => {
    serve(coins('"ethereum:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2":{"price":2400}'));
    expect(await says(onBase(TOKEN))).toBe('failed');
  });

  it('is found when the answer has the address in lower case', async () => {
    serve(coins(`"base:${TOKEN.toLowerCase()}":{"price":2}`));
    expect(await says(onBase(TOKEN))).toBe('2');
  });
});

describe('a question to DefiLlama', () => {
  const token = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;

  it('names all tokens of a transaction, in URLs of at most 5 KB', async () => {
    serve((url) => {
      const names = url.slice(url.lastIndexOf('/') + 1).split(',');
      return coins(names.map((name) => `"${name}":{"price":${Number(name.slice(-4)) + 1}}`).join())();
    });
    const tokens = Array.from({ length: 200 }, (_, index) => onBase(token(index).replace(/[a-f]/g, '0')));
    const prices = await source().pricesAt(tokens, NOW);
    expect(prices.every(({ status }) => status === 'known')).toBe(true);
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThan(5_000);
  });

  it('that fails for some of the tokens leaves the prices of the others', async () => {
    serve((url) =>
      url.includes(token(9)) ? new Response('', { status: 500 }) : coins(`"base:${WETH}":{"price":1}`)(),
    );
    const tokens = Array.from({ length: 200 }, (_, index) => onBase(token(index)));
    const prices = await source().pricesAt(tokens, NOW);
    expect(prices[9]).toEqual({ status: 'failed' });
    expect(prices[199]).toEqual({ status: 'unpriced' });
  });

  it.each<[string, PricedAsset, string]>([
    ['ether', { chain: 'base', tokenAddress: null, symbol: 'ETH' }, 'coingecko:ethereum'],
    ['wrapped ether', { ...onBase(WETH), symbol: 'WETH' }, `base:${WETH}`],
    ['USDC of Circle', onBase(USDC), `base:${USDC}`],
    ['a token that had a price an hour ago', onBase(TOKEN), `base:${TOKEN}`],
  ])('knows the price of %s behind 5,000 fakes at once', async (_what, real, name) => {
    const cache = memoryCache();
    serve(coins(`"base:${TOKEN}":{"price":1999}`));
    const anHourAgo = () => new Date(NOW.getTime() - 3_600_000);
    await defillama({ cache, now: anHourAgo }).pricesAt([onBase(TOKEN)], anHourAgo());
    // A server that takes 250 ms for an answer gives 48 of them in 3 s to a caller that sends 4 requests at a time.
    asked = [];
    serve((url) => {
      if (asked.length > 48) throw new DOMException('timed out', 'TimeoutError');
      return coins(`"base:${WETH}":{"price":2000}${url.includes(name) ? `,"${name}":{"price":2000}` : ''}`)();
    });
    const fakes = Array.from({ length: 5_000 }, (_, index) => onBase(token(index)));
    const prices = await defillama({ cache, now: () => NOW }).pricesAt([...fakes, real], NOW);
    expect(prices.at(-1)).toEqual({ status: 'known', usd: '2000' });
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});

/** 200 MB, of which a reader takes as much as it wants. */
function endless(): ReadableStream {
  let chunks = 0;
  return new ReadableStream({
    pull(controller) {
      chunks += 1;
      if (chunks > 20) throw new Error('the reader read more than a megabyte');
      controller.enqueue(new Uint8Array(100_000).fill(32));
    },
  });
}
