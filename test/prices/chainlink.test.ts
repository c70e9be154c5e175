import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FeedAnswer } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { chainReaders } from '../../lib/chains/readers.ts';
import { ChainId, chainOf } from '../../lib/chains/registry.ts';
import { chainlink } from '../../lib/prices/chainlink.ts';
import table from '../../lib/prices/chainlink-feeds.json' with { type: 'json' };
import type { PricedAsset } from '../../lib/prices/price.ts';
import { quiet } from '../support/quiet.ts';
import { memoryCache } from './memory-cache.ts';

quiet();

const HOUR = 3_600_000;
const NOW = new Date('2026-01-31T09:02:00.000Z');
const ETH_ON_ETHEREUM = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419';
const ETH_ON_BASE = '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70';
const XRP_ON_BASE = '0x9f0C1dD78C4CBdF5b9cf923a549A201EdC676D34';
const EUR_ON_BASE = '0xc91D87E81faB8f93699ECf7Ee9B44D11e1D53F0F';
const ether: PricedAsset = { chain: 'ethereum', tokenAddress: null, symbol: 'ETH' };
const token = (chain: ChainId, tokenAddress: string): PricedAsset => ({ chain, tokenAddress, symbol: 'ANY' });

type Feeds = Partial<Record<ChainId, (address: string) => FeedAnswer | null>>;
const states =
  (answer: bigint, ageMs = 0) =>
  () => ({ answer, updatedAt: new Date(NOW.getTime() - ageMs) });
const isDown = (): FeedAnswer => {
  throw new ChainUnavailableError('base', 'every RPC node failed');
};

let asked: string[];
beforeEach(() => {
  asked = [];
});

/** The source on a stage with a node of each chain of `feeds`. */
function source(feeds: Feeds) {
  const unreachable = chainReaders({});
  const reader = (chain: ChainId) => ({
    ...unreachable(chain),
    feed: async (address: string) => {
      asked.push(`${chain} ${address}`);
      return feeds[chain]?.(address) ?? null;
    },
  });
  const chains = async () => ({ hasNode: (chain: ChainId) => feeds[chain] !== undefined, reader });
  return chainlink({ chains, cache: memoryCache(), now: () => NOW });
}

async function says(feeds: Feeds, asset: PricedAsset, at = NOW): Promise<string | undefined> {
  const [price] = await source(feeds).pricesAt([asset], at);
  return price?.status === 'known' ? price.usd : price?.status;
}

describe('a price from Chainlink', () => {
  it('is the answer of the feed on the chain of the asset', async () => {
    expect(await says({ base: states(1n), ethereum: states(240_012_345_678n) }, ether)).toBe('2400.12345678');
    expect(asked).toEqual([`ethereum ${ETH_ON_ETHEREUM}`]);
  });

  it('comes from another chain when the stage has no node of the chain, or the chain has no feed', async () => {
    expect(await says({ base: states(240_000_000_000n) }, ether)).toBe('2400');
    expect(await says({ base: states(50_000_000n) }, { chain: 'xrp', tokenAddress: null, symbol: 'XRP' })).toBe('0.5');
    expect(asked).toEqual([`base ${ETH_ON_BASE}`, `base ${XRP_ON_BASE}`]);
  });

  it('comes from another chain when the nodes of the chain are down', async () => {
    expect(await says({ ethereum: isDown, base: states(240_000_000_000n) }, ether)).toBe('2400');
  });

  it.each<[string, PricedAsset]>([
    ['the wrapped coin', token('base', '0x4200000000000000000000000000000000000006')],
    ['ether on another chain', { ...ether, chain: 'base' }],
    ['the ether of a local node', { ...ether, chain: 'anvil' }],
  ])('of %s is the price of ether', async (_what, asset) => {
    await says({ base: states(1n) }, asset);
    expect(asked).toEqual([`base ${ETH_ON_BASE}`]);
  });

  it('of a euro of Circle is the rate of the euro', async () => {
    const eurc = token('base', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42');
    expect(await says({ base: states(116_000_000n) }, eurc)).toBe('1.16');
    expect(asked).toEqual([`base ${EUR_ON_BASE}`]);
  });

  it('is asked for once for all assets with the same feed', async () => {
    const weth = token('base', '0x4200000000000000000000000000000000000006');
    const prices = await source({ base: states(100_000_000n) }).pricesAt([{ ...ether, chain: 'base' }, weth], NOW);
    expect(prices).toEqual([
      { status: 'known', usd: '1' },
      { status: 'known', usd: '1' },
    ]);
    expect(asked).toHaveLength(1);
  });

  it.each<[string, Feeds]>([
    ['the feed was not written for 26 hours', { ethereum: states(240_000_000_000n, 26 * HOUR) }],
    ['the feed was written in the future', { ethereum: states(240_000_000_000n, -HOUR) }],
    ['the contract states no round', { ethereum: () => null }],
    ['the nodes are down', { ethereum: isDown }],
    ['the stage has no node of a chain with the feed', {}],
  ])('is a failure when %s', async (_why, feeds) => {
    expect(await says(feeds, ether)).toBe('failed');
  });

  it('is none, and no node is asked, for an asset without a feed, a fake, the past and a test network', async () => {
    const node = { ethereum: states(1n), base: states(1n) };
    expect(await says(node, token('base', ETH_ON_BASE))).toBe('unpriced');
    expect(await says(node, { chain: 'base', tokenAddress: ETH_ON_BASE, symbol: 'ETH' })).toBe('unpriced');
    expect(await says(node, ether, new Date(NOW.getTime() - HOUR - 1))).toBe('unpriced');
    expect(await says(node, { ...ether, chain: 'sepolia' })).toBe('unpriced');
    expect(asked).toEqual([]);
  });
});

it('the feeds are on main nets of the registry, each once', () => {
  const all = Object.values(table.feeds).flatMap((chains) => Object.entries(chains));
  expect(all.filter(([chain]) => chainOf(ChainId.parse(chain)).testnet)).toEqual([]);
  expect(new Set(all.map(([chain, address]) => `${chain} ${address}`)).size).toBe(all.length);
});
