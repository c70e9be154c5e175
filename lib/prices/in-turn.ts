import type { Price, PriceSource } from './price.ts';

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
