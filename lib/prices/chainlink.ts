import type { ConfiguredChains } from '../chains/chain-wiring.ts';
import { pairOf } from '../chains/known-tokens.ts';
import type { FeedAnswer } from '../chains/port/chain.ts';
import { ChainId, chainOf } from '../chains/registry.ts';
import { fromUnits } from '../values/decimal.ts';
import table from './chainlink-feeds.json' with { type: 'json' };
import type { AnswerCache } from './kept-answer.ts';
import type { Price, PricedAsset, PriceSource } from './price.ts';
import { type Question, questions } from './questions.ts';

const MOST_MS = 2_000;
/** A chain whose nodes hang leaves time for the next chain. */
const CHAIN_MS = 1_000;
/** A feed states the present price. A record that waits for half an hour still gets this price. */
const RECENT_MS = 3_600_000;
/** The longest heartbeat of these feeds is a day: without a change, a feed is written once a day. */
const MOST_AGE_MS = 90_000_000;
/** Clocks of chains run ahead of ours. */
const MOST_AHEAD_MS = 300_000;

/** The chains with a feed of each pair, and the contract of the feed there. */
const feeds: ReadonlyMap<string, ReadonlyMap<ChainId, string>> = new Map(
  Object.entries(table.feeds).map(([pair, addresses]) => [
    pair,
    new Map(Object.entries(addresses).map(([chain, address]) => [ChainId.parse(chain), address])),
  ]),
);

export interface ChainlinkOptions {
  readonly chains: () => Promise<Pick<ConfiguredChains, 'hasNode' | 'reader'>>;
  readonly cache: AnswerCache;
  readonly now: () => Date;
}

interface FeedQuestion extends Question {
  /** The chain of the asset, which is asked first. */
  readonly home: ChainId;
}

const FAILED: Price = { status: 'failed' };
const UNPRICED: Price = { status: 'unpriced' };

/**
 * Prices of Chainlink's feeds, which a node of any chain with the feed can call. The source knows no price of an asset
 * without a feed, and none of the past. It fails when the stage has no node of a chain with the feed.
 */
export function chainlink({ chains, cache, now }: ChainlinkOptions): PriceSource {
  const priceOf = (answer: FeedAnswer | null): Price => {
    if (answer === null) return FAILED;
    const age = now().getTime() - answer.updatedAt.getTime();
    if (age > MOST_AGE_MS || age < -MOST_AHEAD_MS) return FAILED;
    return { status: 'known', usd: fromUnits(answer.answer, table.decimals) };
  };

  /** Asks the chains with the feed and a node, one after the other. @throws when no chain answers. */
  async function askFeed({ asset, home }: FeedQuestion, signal: AbortSignal): Promise<Price> {
    const { hasNode, reader } = await chains();
    const withNode = [...(feeds.get(asset) ?? [])].filter(([chain]) => hasNode(chain));
    const homeFirst = withNode.toSorted(([a], [b]) => Number(b === home) - Number(a === home));
    let failure: unknown;
    let price = FAILED;
    for (const [chain, address] of homeFirst) {
      if (price.status === 'known' || signal.aborted) break;
      try {
        const answer = await reader(chain).feed?.(address, AbortSignal.any([signal, AbortSignal.timeout(CHAIN_MS)]));
        price = priceOf(answer ?? null);
        failure = undefined;
      } catch (error) {
        failure = error;
      }
    }
    if (failure !== undefined) throw failure;
    return price;
  }

  const asked = questions<FeedQuestion>(
    async (all, signal) => {
      const answers = await Promise.allSettled(all.map((each) => askFeed(each, signal)));
      const failure = answers.find((answer) => answer.status === 'rejected');
      if (failure !== undefined && !answers.some((answer) => answer.status === 'fulfilled')) throw failure.reason;
      return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : FAILED));
    },
    { source: 'chainlink', cache, now, mostMs: MOST_MS },
  );

  return {
    async pricesAt(assets, at) {
      if (Math.abs(now().getTime() - at.getTime()) > RECENT_MS) return assets.map(() => UNPRICED);
      const pairs = assets.map(askedPair);
      const known = pairs.flatMap((asset, index) => {
        const home = assets[index]?.chain;
        return asset === null || home === undefined ? [] : [{ asset, step: null, home }];
      });
      const prices = await asked(known);
      const byPair = new Map(known.map(({ asset }, index) => [asset, prices[index] ?? FAILED]));
      return pairs.map((pair) => (pair === null ? UNPRICED : (byPair.get(pair) ?? FAILED)));
    },
  };
}

/** The pair whose feed states the price of an asset; null for an asset without a feed or value. */
function askedPair(asset: PricedAsset): string | null {
  if (chainOf(asset.chain).priceId === null) return null;
  const pair = pairOf(asset);
  return pair !== null && feeds.has(pair) ? pair : null;
}
