import { isNative, isWellKnown } from '../chains/known-tokens.ts';
import { type Chain, chainOf } from '../chains/registry.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { type CoinPrices, coinPrices } from './defillama-answer.ts';
import type { AnswerCache } from './kept-answer.ts';
import type { PricedAsset, PriceSource } from './price.ts';
import { type Answer, type Question, questions, STEP_MS } from './questions.ts';
import { coinOfSymbol } from './symbols.ts';

const BASE_URL = 'https://coins.llama.fi';
const MOST_MS = 3_000;
/** Some 75 tokens. Servers refuse URLs of more than 8 KB. */
const MOST_URL_LETTERS = 4_000;
/** A token takes some 150 bytes of an answer. */
const MOST_ANSWER_BYTES = 64_000;
const REQUESTS_AT_ONCE = 4;

export interface DefiLlamaOptions {
  readonly cache: AnswerCache;
  readonly now: () => Date;
  /** Default: DefiLlama itself. */
  readonly baseUrl?: string;
}

interface CoinQuestion extends Question {
  /** A coin that surely has a price. Null when the asset itself surely has a price. */
  readonly sure: string | null;
}

/**
 * Prices of DefiLlama, which needs no key. The source knows no price when its answer leaves the coin out. But an answer
 * may have lost a whole chain, so each request also names the wrapped coin of the chain: an answer without this coin
 * says nothing about the chain. Historical answers state no confidence as a rule.
 */
export function defillama({ cache, now, baseUrl = BASE_URL }: DefiLlamaOptions): PriceSource {
  const asked = questions<CoinQuestion>(
    async (all, signal) => {
      const steps = [...Map.groupBy(all, ({ step }) => step)];
      const requests = steps.flatMap(([step, of]) => {
        const path = step === null ? 'current' : `historical/${step / 1000}`;
        return inRequests(of).map((part) => ({ url: `${baseUrl}/prices/${path}/`, part }));
      });
      const failures: unknown[] = [];
      const answers = new Map<CoinQuestion, Answer>();
      await mapConcurrent(requests, REQUESTS_AT_ONCE, async ({ url, part }) => {
        try {
          const prices = await ask(`${url}${namesOf(part).join(',')}`, signal);
          for (const question of part) answers.set(question, answerTo(question, prices));
        } catch (error) {
          failures.push(error);
        }
      });
      if (failures.length === requests.length) throw failures[0];
      return all.map((question) => answers.get(question) ?? { status: 'failed' });
    },
    { source: 'defillama', cache, now, mostMs: MOST_MS },
  );

  return {
    async pricesAt(assets, at) {
      const isNow = Math.abs(now().getTime() - at.getTime()) <= STEP_MS;
      const step = isNow ? null : Math.floor(at.getTime() / STEP_MS) * STEP_MS;
      const open = assets.map((asset) => coinOf(asset));
      const prices = await asked(open.flatMap((coin) => (coin === null ? [] : [{ ...coin, step }])));
      let place = 0;
      return open.map((coin) => (coin === null ? { status: 'unpriced' } : (prices[place++] ?? { status: 'failed' })));
    },
  };
}

/** DefiLlama's name of an asset: `coingecko:<id>` or `<chain>:<address>`; null for an asset without a name or value. */
function coinOf(asset: PricedAsset): Omit<CoinQuestion, 'step'> | null {
  const chain = chainOf(asset.chain);
  const { priceId, priceChain } = chain;
  if (priceId === null) return null;
  if (asset.tokenAddress !== null) {
    if (priceChain === null) return null;
    return { asset: `${priceChain}:${asset.tokenAddress}`, sure: sureOf(chain), isFirst: isWellKnown(asset) };
  }
  const id = isNative(asset) ? priceId : coinOfSymbol(asset.symbol);
  return id === null ? null : { asset: `coingecko:${id}`, sure: null, isFirst: true };
}

const sureOf = ({ priceChain, wrappedToken }: Chain): string | null =>
  wrappedToken === null ? null : `${priceChain}:${wrappedToken}`;

const namesOf = (part: readonly CoinQuestion[]): string[] => [
  ...new Set(part.flatMap(({ asset, sure }) => (sure === null ? [asset] : [asset, sure]))),
];

/** The questions in groups whose URLs are short enough. */
function inRequests(all: readonly CoinQuestion[]): readonly CoinQuestion[][] {
  const parts: CoinQuestion[][] = [];
  let letters = MOST_URL_LETTERS;
  for (const question of all) {
    const more = question.asset.length + 1;
    if (letters + more > MOST_URL_LETTERS) {
      parts.push([]);
      letters = 0;
    }
    parts.at(-1)?.push(question);
    letters += more;
  }
  return parts;
}

function answerTo({ asset, sure }: CoinQuestion, prices: CoinPrices): Answer {
  const price = prices(asset);
  if (price !== null) return price;
  const hasChain = sure !== null && sure !== asset && prices(sure) !== null;
  return { status: hasChain ? 'unpriced' : 'failed' };
}

async function ask(url: string, signal: AbortSignal): Promise<CoinPrices> {
  const response = await fetch(url, { signal, redirect: 'error' });
  if (!response.ok) throw new Error(`DefiLlama answered HTTP ${response.status}`);
  return coinPrices(await boundedText(response, MOST_ANSWER_BYTES));
}

/** The body of an answer. @throws RangeError as soon as the body is larger than allowed. */
async function boundedText({ body }: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // The end of the loop cancels the stream.
    if (size > mostBytes) throw new RangeError(`the answer has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
