import { configuredChains } from '../chains/chain-wiring.ts';
import { knownToken } from '../chains/known-tokens.ts';
import type { Deps } from '../platform/deps.ts';
import { env } from '../platform/env.ts';
import { type ChainlinkOptions, chainlink } from './chainlink.ts';
import { type DefiLlamaOptions, defillama } from './defillama.ts';
import { fixedPrices } from './fixed.ts';
import { tableCache } from './kept-answer.ts';
import type { Price, PriceSource } from './price.ts';

/**
 * The prices of this stage, cached in its table. The nodes of its chains are asked for the feeds of Chainlink: those of
 * `chains`, where the function knows its nodes already.
 */
export const configuredPrices = (
  deps: Deps,
  chains: ChainlinkOptions['chains'] = configuredChains(deps),
): PriceSource => {
  const { PRICE_SOURCE, VENDOR_URLS } = env.prices();
  const baseUrl = VENDOR_URLS?.defillama;
  return priceSource(PRICE_SOURCE, { chains, cache: tableCache(deps), now: deps.now, baseUrl });
};

/**
 * The sources of prices that `PRICE_SOURCE` names: `live` for the sources on the network, or a JSON table of fixed
 * prices. The promises of issuers come last.
 * @throws SyntaxError or ZodError for any other text: the wiring is wrong, so the function must not start.
 */
export const priceSource = (setting: string, options: ChainlinkOptions & DefiLlamaOptions): PriceSource =>
  inTurn(setting === 'live' ? [defillama(options), chainlink(options), pegged] : [fixedPrices(setting), pegged]);

/**
 * Asks the sources in turn, each for the assets whose price no earlier source knew. An asset is unpriced only
 * when every source said so.
 */
export const inTurn = (sources: readonly PriceSource[]): PriceSource => ({
  async pricesAt(assets, at) {
    const prices: Price[] = assets.map(() => ({ status: 'unpriced' }));
    for (const source of sources) {
      const open = [...assets.entries()].filter(([index]) => prices[index]?.status !== 'known');
      if (open.length === 0) break;
      const answers = await source.pricesAt(
        open.map(([, asset]) => asset),
        at,
      );
      for (const [place, [index]] of open.entries()) {
        const answer = answers[place];
        if (answer !== undefined && answer.status !== 'unpriced') prices[index] = answer;
      }
    }
    return prices;
  },
});

/**
 * The prices that issuers promise: one USDC of Circle is one dollar. The last source in turn, so that such a token has
 * a value even when no web service and no node answers.
 */
export const pegged: PriceSource = {
  pricesAt: async (assets) =>
    assets.map((asset) => {
      const usd = knownToken(asset)?.usd ?? null;
      return usd === null ? { status: 'unpriced' } : { status: 'known', usd };
    }),
};
