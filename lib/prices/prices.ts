import { type ChainlinkOptions, chainlink } from './chainlink.ts';
import { type DefiLlamaOptions, defillama } from './defillama.ts';
import { fixedPrices } from './fixed.ts';
import { inTurn } from './in-turn.ts';
import { pegged } from './pegged.ts';
import type { PriceSource } from './price.ts';

/**
 * The sources of prices that `PRICE_SOURCE` names: `live` for the sources on the network, or a JSON table of fixed
 * prices. The promises of issuers come last.
 * @throws SyntaxError or ZodError for any other text: the wiring is wrong, so the function must not start.
 */
export const priceSource = (setting: string, options: ChainlinkOptions & DefiLlamaOptions): PriceSource =>
  inTurn(setting === 'live' ? [defillama(options), chainlink(options), pegged] : [fixedPrices(setting), pegged]);
