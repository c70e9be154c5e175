import * as z from 'zod';
import { compare, expand } from '../values/decimal.ts';
import type { Answer } from './questions.ts';

/** DefiLlama's own measure of how far its sources agree, 0 to 1. Little liquidity lowers the measure. */
const LEAST_CONFIDENCE = '0.9';

/** The text of a JSON number. A longer number, or a greater exponent, would expand to megabytes. */
const NumberText = z.string().regex(/^-?\d{1,40}(\.\d{1,60})?([eE][+-]?\d{1,2})?$/);
const Coin = z.object({ price: NumberText, confidence: NumberText.optional() });

/** https://defillama.com/docs/api: `{coins: {<name>: {price, confidence?, …}}}`, without unknown coins. */
const Body = z.object({ coins: z.record(z.string(), z.unknown()) });

const FAILED: Answer = { status: 'failed' };

/** Of a coin: null when the answer does not name the coin. */
export type CoinPrices = (coin: string) => Answer | null;

/**
 * The prices in an answer. A malformed price and a price with little confidence are failures.
 * @throws SyntaxError or ZodError when the answer has another shape.
 */
export function coinPrices(json: string): CoinPrices {
  const { coins } = Body.parse(parseExactly(json));
  const found = new Map(Object.entries(coins));
  // DefiLlama may answer with the address in another case.
  const inLowerCase = new Map(Object.entries(coins).map(([name, coin]) => [name.toLowerCase(), coin]));
  return (name) => {
    const coin = found.get(name) ?? inLowerCase.get(name.toLowerCase());
    return coin === undefined ? null : priceOf(coin);
  };
}

function priceOf(coin: unknown): Answer {
  const { data } = Coin.safeParse(coin);
  if (data === undefined) return FAILED;
  const usd = data.price.startsWith('-') ? data.price : expand(data.price);
  if (data.confidence === undefined) return { status: 'known', usd, confidence: 'unstated' };
  if (compare(data.confidence, LEAST_CONFIDENCE) < 0) return { status: 'failed', confidence: 'low' };
  return { status: 'known', usd };
}

/** JSON with each number as its source text, which Node 24 provides: a price is not a binary fraction. */
const parseExactly = (json: string): unknown =>
  JSON.parse(json, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  );
