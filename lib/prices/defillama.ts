import * as z from 'zod';
import { chainOf } from '../chains/registry.ts';
import { errorFields, log } from '../platform/log.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { compare, expand, isZero } from '../values/decimal.ts';
import type { Price, PriceCache, PricedAsset, PriceSource } from './price.ts';
import { coinOfSymbol } from './symbols.ts';

const BASE_URL = 'https://coins.llama.fi';
const TIMEOUT_MS = 3_000;
/** The cache and the calls use steps of five minutes. */
const STEP_MS = 300_000;
/** DefiLlama's own measure of how far its sources agree, 0 to 1. */
const LEAST_CONFIDENCE = '0.9';

/** https://defillama.com/docs/api: `{coins: {<key>: {price, confidence?, …}}}`, without the coins that are unknown. */
const Answer = z.object({
  coins: z.record(z.string(), z.object({ price: z.string(), confidence: z.string().optional() })),
});

export interface DefiLlamaOptions {
  readonly cache: PriceCache;
  readonly now: () => Date;
  readonly baseUrl?: string;
}

/** A spam transaction may name hundreds of tokens. DefiLlama would refuse so many calls at once. */
const CALLS_AT_ONCE = 8;

const UNPRICED: Price = { status: 'unpriced' };

/**
 * Prices of DefiLlama, which needs no key. A price with a confidence below 90 % counts as unpriced. Historical answers
 * carry no confidence and count as known. The log has a line `price.failed` for each failed call.
 */
export function defillama({ cache, now, baseUrl = BASE_URL }: DefiLlamaOptions): PriceSource {
  async function priceAt(asset: PricedAsset, at: Date): Promise<Price> {
    const coin = coinOf(asset);
    if (coin === null) return UNPRICED;
    const step = Math.floor(at.getTime() / STEP_MS) * STEP_MS;
    try {
      const key = `defillama#${coin}#${new Date(step).toISOString()}`;
      const kept = await cache.get(key);
      if (kept !== null) return { status: 'known', usd: kept };
      const isNow = Math.abs(now().getTime() - at.getTime()) <= STEP_MS;
      const path = isNow ? 'current' : `historical/${step / 1000}`;
      const price = await ask(`${baseUrl}/prices/${path}/${coin}`, coin);
      if (price === null) return UNPRICED;
      await cache.put(key, price);
      return { status: 'known', usd: price };
    } catch (error) {
      log.warn('price.failed', { coin, ...errorFields(error) });
      return { status: 'failed' };
    }
  }
  return { pricesAt: (assets, at) => mapConcurrent(assets, CALLS_AT_ONCE, (asset) => priceAt(asset, at)) };
}

/** DefiLlama's name of an asset: `coingecko:<id>` or `<chain>:<address>`; null for an asset without a name or value. */
function coinOf({ chain, tokenAddress, symbol }: PricedAsset): string | null {
  const { nativeSymbol, priceId, priceChain } = chainOf(chain);
  if (priceId === null) return null;
  if (tokenAddress !== null) return priceChain === null ? null : `${priceChain}:${tokenAddress}`;
  const id = symbol.toUpperCase() === nativeSymbol ? priceId : coinOfSymbol(symbol);
  return id === null ? null : `coingecko:${id}`;
}

async function ask(url: string, coin: string): Promise<string | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`DefiLlama answered HTTP ${response.status}`);
  const { coins } = Answer.parse(parseExactly(await response.text()));
  // DefiLlama may answer with the address in another case. The call names one coin only.
  const [, found] = Object.entries(coins).find(([key]) => key.toLowerCase() === coin.toLowerCase()) ?? [];
  if (found === undefined) return null;
  if (found.confidence !== undefined && compare(found.confidence, LEAST_CONFIDENCE) < 0) return null;
  const price = expand(found.price);
  return isZero(price) || price.startsWith('-') ? null : price;
}

/** JSON with each number as its source text, which Node 24 provides: a price is not a binary fraction. */
const parseExactly = (json: string): unknown =>
  JSON.parse(json, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  );
