import type { Price, PricedAsset, PriceSource } from '../prices/price.ts';

/** The step of questions: the records of a minute share the prices of this minute. */
const STEP_MS = 60_000;

/** Questions about the prices of a minute. */
export interface Questions {
  /** The prices of these assets at the minute of `at`. Asks for each asset and minute once. */
  ask(assets: readonly PricedAsset[], at: Date): Promise<(asset: PricedAsset) => Price>;
}

/** Remembers the answers of a run, so that thousands of records that wait for a price cost one question. */
export function questions(prices: PriceSource): Questions {
  const answers = new Map<string, Promise<Price>>();
  return {
    async ask(assets, at) {
      const minute = Math.floor(at.getTime() / STEP_MS) * STEP_MS;
      const keyOf = ({ chain, tokenAddress, symbol }: PricedAsset) =>
        JSON.stringify([minute, chain, tokenAddress, symbol]);
      const unasked = new Map(
        assets.map((asset) => [keyOf(asset), asset] as const).filter(([key]) => !answers.has(key)),
      );
      if (unasked.size > 0) {
        const asked = prices.pricesAt([...unasked.values()], new Date(minute));
        for (const [n, key] of [...unasked.keys()].entries()) {
          answers.set(
            key,
            asked.then((found) => found[n] ?? { status: 'failed' }),
          );
        }
      }
      const known = new Map<string, Price>();
      for (const asset of assets) known.set(keyOf(asset), (await answers.get(keyOf(asset))) ?? { status: 'failed' });
      return (asset) => known.get(keyOf(asset)) ?? { status: 'failed' };
    },
  };
}
