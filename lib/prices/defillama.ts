import * as z from 'zod';
import { chainOf } from '../chains/registry.ts';
import { errorFields, log } from '../platform/log.ts';
import { compare, expand, isZero } from '../values/decimal.ts';
import type { PriceCache, PricedAsset, PriceSource } from './price.ts';
import { coinOfSymbol } from './symbols.ts';

const BASE_URL = 'https://coins.llama.fi';
const TIMEOUT_MS = 3_000;
/** Prices are kept, and asked for, per five minutes. */
const STEP_MS = 300_000;
/** DefiLlama's own measure of how far its sources agree, 0 to 1. */
const LEAST_CONFIDENCE = '0.9';

/** https://defillama.com/docs/api: `{coins: {<key>: {price, confidence?, …}}}`; a coin it does not know is left out. */
const Answer = z.object({
  coins: z.record(z.string(), z.object({ price: z.string(), confidence: z.string().optional() })),
});

export interface DefiLlamaOptions {
  readonly cache: PriceCache;
  readonly now: () => Date;
  readonly baseUrl?: string;
}

/**
 * Prices of DefiLlama, which needs no key. A price it is less than 90 % sure of counts as unknown; historical answers
 * carry no confidence and are taken. A failure is logged as `price.failed` and is a null.
 */
export const defillama = ({ cache, now, baseUrl = BASE_URL }: DefiLlamaOptions): PriceSource => ({
  async priceAt(asset, at) {
    const coin = coinOf(asset);
    if (coin === null) return null;
    const step = Math.floor(at.getTime() / STEP_MS) * STEP_MS;
    try {
      const key = `defillama#${coin}#${new Date(step).toISOString()}`;
      const kept = await cache.get(key);
      if (kept !== null) return kept;
      const isNow = Math.abs(now().getTime() - at.getTime()) <= STEP_MS;
      const path = isNow ? 'current' : `historical/${step / 1000}`;
      const price = await ask(`${baseUrl}/prices/${path}/${coin}`, coin);
      if (price !== null) await cache.put(key, price);
      return price;
    } catch (error) {
      log.warn('price.failed', { coin, ...errorFields(error) });
      return null;
    }
  },
});

/** DefiLlama's name of an asset: `coingecko:<id>` or `<chain>:<address>`; null when it has none or no value. */
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
  // It may answer an address in another case than it was asked in; only one coin was asked.
  const [, found] = Object.entries(coins).find(([key]) => key.toLowerCase() === coin.toLowerCase()) ?? [];
  if (found === undefined) return null;
  if (found.confidence !== undefined && compare(found.confidence, LEAST_CONFIDENCE) < 0) return null;
  const price = expand(found.price);
  return isZero(price) || price.startsWith('-') ? null : price;
}

/** JSON with each number as the text it was written in (Node 24 tells it): a price is not a binary fraction. */
const parseExactly = (json: string): unknown =>
  JSON.parse(json, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  );
