import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { defillama } from '../../lib/prices/defillama.ts';
import { memoryCache, type PricedAsset, type PriceSource } from '../../lib/prices/price.ts';
import { quiet } from '../support/quiet.ts';

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
const dai: PricedAsset = { chain: 'ethereum', tokenAddress: null, symbol: 'DAI' };
const ether: PricedAsset = { chain: 'ethereum', tokenAddress: null, symbol: 'ETH' };

/** The price of one asset; null without a price, `failed` without an answer. */
async function priceAt(source: PriceSource, asset: PricedAsset, when: Date): Promise<string | null> {
  const [price] = await source.pricesAt([asset], when);
  if (price?.status === 'known') return price.usd;
  return price?.status === 'failed' ? 'failed' : null;
}

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

beforeEach(() => {
  asked = [];
});

describe('prices from recorded answers of DefiLlama', () => {
  beforeEach(() => serve());

  it('include the current price of a native asset', async () => {
    expect(await priceAt(source(), ether, NOW)).toBe('2399');
    expect(asked).toEqual(['https://coins.llama.fi/prices/current/coingecko:ethereum']);
  });

  it('include a historical price with every digit and without a confidence', async () => {
    expect(await priceAt(source(), dai, THEN)).toBe('1.0182482830027697');
    expect(asked).toEqual(['https://coins.llama.fi/prices/historical/1597024800/coingecko:dai']);
  });

  it('include the price of a token by its address', async () => {
    const tokenAddress = 'DtR4D9FtVoTX2569gaL837ZgrB6wNjj6tkmnX9Rdk9B2';
    expect(await priceAt(source(), { chain: 'solana', tokenAddress, symbol: 'aura' }, NOW)).toBe('0.0827225214838227');
  });

  it.each([...bodies].filter(([url]) => url.includes(',')))('include every coin of %s', async (_url, body) => {
    serve(() => new Response(body));
    const known = { ARB: 'arbitrum', DAI: 'dai', LINK: 'chainlink', USDC: 'usd-coin', USDT: 'tether', ETH: 'ethereum' };
    for (const [symbol, id] of Object.entries(known)) {
      const written = new RegExp(`"coingecko:${id}":\\{[^}]*"price":([0-9.]+)`).exec(body)?.[1] ?? null;
      expect(await priceAt(source(), { chain: 'ethereum', tokenAddress: null, symbol }, NOW)).toBe(written);
    }
  });
});

describe('a price from DefiLlama', () => {
  it('is requested once per five minutes', async () => {
    serve(coins('"coingecko:ethereum":{"price":3000}'));
    const prices = source();
    for (const time of ['08:10:00', '08:12:30', '08:14:59', '08:15:00']) {
      expect(await priceAt(prices, ether, new Date(`2026-01-31T${time}.000Z`))).toBe('3000');
    }
    const stamp = (time: string) => Date.parse(`2026-01-31T${time}.000Z`) / 1000;
    expect(asked.map((url) => url.split('/').at(-2))).toEqual([`${stamp('08:10:00')}`, `${stamp('08:15:00')}`]);
  });

  it('keeps every digit and has no exponent', async () => {
    serve(coins('"coingecko:ethereum":{"price":1.2345678901234567890123e-7}'));
    expect(await priceAt(source(), ether, NOW)).toBe('0.00000012345678901234567890123');
  });

  it.each([
    ['0.89', null],
    ['0.9', '5'],
    ['0.99', '5'],
  ])('with confidence %s is %s', async (confidence, price) => {
    serve(coins(`"coingecko:ethereum":{"price":5,"confidence":${confidence}}`));
    expect(await priceAt(source(), ether, NOW)).toBe(price);
  });

  it.each([
    ['the coin is unknown', coins('')],
    ['the price is zero', coins('"coingecko:ethereum":{"price":0}')],
  ])('is unpriced when %s', async (_why, answer) => {
    serve(answer);
    expect(await priceAt(source(), ether, NOW)).toBeNull();
  });

  it.each([
    ['the answer is an error', () => new Response('busy', { status: 503 })],
    ['the answer is not JSON', () => new Response('<html>')],
    ['the answer has another shape', () => new Response('{"coins":[]}')],
    [
      'no answer comes in time',
      () => {
        throw new DOMException('timed out', 'TimeoutError');
      },
    ],
  ])('has failed when %s', async (_why, answer) => {
    serve(answer);
    expect(await priceAt(source(), ether, NOW)).toBe('failed');
  });

  it('has failed, and the log has a line, when the cache fails', async () => {
    const written = jest.spyOn(process.stderr, 'write');
    const cache = { get: () => Promise.reject(new Error('throttled')), put: () => Promise.resolve() };
    expect(await priceAt(defillama({ cache, now: () => NOW }), ether, NOW)).toBe('failed');
    expect(String(written.mock.lastCall?.[0])).toContain('price.failed');
  });

  it.each<[string, PricedAsset]>([
    ['the ether of a test network', { chain: 'sepolia', tokenAddress: null, symbol: 'ETH' }],
    ['a symbol that is not well known', { chain: 'ethereum', tokenAddress: null, symbol: 'NOPE' }],
    ['a symbol that is a word of the language', { chain: 'ethereum', tokenAddress: null, symbol: 'constructor' }],
    [
      'a token of a chain without prices',
      { chain: 'anvil', tokenAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3', symbol: 'USDC' },
    ],
  ])('for %s is null without a request', async (_what, asset) => {
    serve();
    expect(await priceAt(source(), asset, NOW)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('for a token with the symbol USDC is the price of its address', async () => {
    serve();
    const tokenAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    expect(await priceAt(source(), { chain: 'base', tokenAddress, symbol: 'USDC' }, NOW)).toBeNull();
    expect(asked).toEqual([`https://coins.llama.fi/prices/current/base:${tokenAddress}`]);
  });

  it('for a token is found when the answer has the address in lower case', async () => {
    serve(coins('"base:0x5fbdb2315678afecb367f032d93f642f64180aa3":{"price":2}'));
    const tokenAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    expect(await priceAt(source(), { chain: 'base', tokenAddress, symbol: 'T' }, NOW)).toBe('2');
  });

  it('for ether of the local node is the price of ether', async () => {
    serve();
    expect(await priceAt(source(), { ...ether, chain: 'anvil' }, NOW)).toBe('2399');
  });
});
