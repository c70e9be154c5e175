import { isWellKnown } from '../../chains/known-tokens.ts';
import type { Price, PricedAsset, PriceSource } from '../../prices/price.ts';
import { MOST_ASKED } from '../../prices/questions.ts';
import type { LatePrices } from '../late-values.ts';

/** The step of questions: the records of a minute share the prices of this minute. */
const STEP_MS = 60_000;

/** Questions about the prices of a minute. */
export interface Questions {
  /**
   * The prices of the assets of a record at the minute of `at`. Asks for each asset and minute once, and for at most
   * 200 assets that no record asked for before: a spam transaction names thousands, and other records wait too.
   */
  ask(assets: readonly PricedAsset[], at: Date): Promise<LatePrices>;
}

/**
 * Remembers the answers of a run, so that thousands of records that wait for a price cost one question.
 * @param began the time of the run. It decides which assets of a spam transaction the run asks for first.
 */
export function questions(prices: PriceSource, began: Date): Questions {
  const answers = new Map<string, Promise<Price>>();
  const run = Math.floor(began.getTime() / STEP_MS);

  /** The assets that this run asks for: well-known ones first, and each run begins with others of the rest. */
  function chosen<T extends { readonly asset: PricedAsset }>(open: readonly T[]): readonly T[] {
    if (open.length <= MOST_ASKED) return open;
    const first = open.filter(({ asset }) => isWellKnown(asset));
    const rest = open.filter(({ asset }) => !isWellKnown(asset));
    const from = (run * MOST_ASKED) % Math.max(1, rest.length);
    return [...first, ...rest.slice(from), ...rest.slice(0, from)].slice(0, MOST_ASKED);
  }

  return {
    async ask(assets, at) {
      const minute = Math.floor(at.getTime() / STEP_MS) * STEP_MS;
      const keyOf = ({ chain, tokenAddress, symbol }: PricedAsset) =>
        JSON.stringify([minute, chain, tokenAddress, symbol]);
      const all = [...new Map(assets.map((asset) => [keyOf(asset), asset]))].map(([key, asset]) => ({ key, asset }));
      const asks = chosen(all.filter(({ key }) => !answers.has(key)));
      if (asks.length > 0) {
        const asked = prices.pricesAt(
          asks.map(({ asset }) => asset),
          new Date(minute),
        );
        for (const [n, { key }] of asks.entries()) {
          answers.set(
            key,
            asked.then((found) => found[n] ?? { status: 'failed' }),
          );
        }
      }
      const known = new Map<string, Price>();
      for (const { key } of all) {
        const answer = await answers.get(key);
        if (answer !== undefined) known.set(key, answer);
      }
      return {
        priceOf: (asset) => known.get(keyOf(asset)) ?? { status: 'failed' },
        isWhole: known.size === all.length,
      };
    },
  };
}
