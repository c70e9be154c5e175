import { type DefiLlamaOptions, defillama } from './defillama.ts';
import { fixedPrices } from './fixed.ts';
import { memoryCache, type PriceSource } from './price.ts';

/**
 * The source of prices that `PRICE_SOURCE` names: `defillama`, or a JSON object of symbol → USD price.
 * @throws SyntaxError or ZodError for any other text: the wiring is wrong, so the function must not start.
 */
export const priceSource = (
  setting: string,
  { cache, now }: Partial<DefiLlamaOptions> & { now: () => Date },
): PriceSource => (setting === 'defillama' ? defillama({ cache: cache ?? memoryCache(), now }) : fixedPrices(setting));
