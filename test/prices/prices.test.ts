import { describe, expect, it } from '@jest/globals';
import type { ConfiguredChains } from '../../lib/chains/chain-wiring.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Price, PricedAsset, PriceSource } from '../../lib/prices/price.ts';
import { inTurn, pegged, priceSource } from '../../lib/prices/price-wiring.ts';
import { memoryCache } from './memory-cache.ts';

const now = () => new Date('2026-01-31T09:00:00.000Z');
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const noChains = (): Promise<ConfiguredChains> => Promise.reject(new Error('no chain in this test'));
const options = { cache: memoryCache(), chains: noChains, now };

const asset = (chain: ChainId, symbol: string, tokenAddress: string | null = null): PricedAsset => ({
  chain,
  symbol,
  tokenAddress,
});
const usdOf = async (source: PriceSource, ...assets: PricedAsset[]) =>
  (await source.pricesAt(assets, now())).map((price) => (price.status === 'known' ? price.usd : price.status));

describe('fixed prices', () => {
  const fixed = priceSource(JSON.stringify({ anvil: { native: '3000.50', [TOKEN.toLowerCase()]: '1' } }), options);

  it('are those of native coins and of tokens by their addresses', async () => {
    expect(await usdOf(fixed, asset('anvil', 'eth'), asset('anvil', 'ANY', TOKEN))).toEqual(['3000.5', '1']);
  });

  it('never price a token by its symbol: a fake USDC, the USDC of an import, a token called ETH', async () => {
    const strangers = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
    const fakes = [asset('anvil', 'USDC', strangers), asset('anvil', 'USDC'), asset('anvil', 'ETH', strangers)];
    expect(await usdOf(fixed, ...fakes)).toEqual(['unpriced', 'unpriced', 'unpriced']);
  });

  it('have no price on another chain and on a test network', async () => {
    const sepolia = priceSource('{"sepolia": {"native": "2500"}}', options);
    expect(await usdOf(fixed, asset('base', 'ETH'))).toEqual(['unpriced']);
    expect(await usdOf(sepolia, asset('sepolia', 'ETH'))).toEqual(['unpriced']);
  });

  it.each([
    '{',
    '[]',
    '{"ETH": "3000"}',
    '{"anvil": {"native": "a lot"}}',
    '{"anvil": {"native": 3000}}',
    '{"anvil": {"USDC": "1"}}',
    'defillama',
  ])('refuse the setting %s', (setting) => {
    expect(() => priceSource(setting, options)).toThrow();
  });
});

describe('the promises of issuers', () => {
  it.each<[string, PricedAsset]>([
    ['USDC on Base', asset('base', 'USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')],
    ['USDC on Base in lower case', asset('base', 'x', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')],
    ['USDC on Solana', asset('solana', 'USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')],
    ['USDT on Ethereum', asset('ethereum', 'USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7')],
    ['RLUSD on the XRP Ledger', asset('xrp', 'RLUSD', 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De')],
    ['USDC on the XRP Ledger', asset('xrp', 'USDC', 'rGm7WCVp9gb4jZHWTEtGUr4dd74z2XuWhE')],
  ])('price %s at one dollar', async (_what, token) => {
    expect(await usdOf(pegged, token)).toEqual(['1']);
  });

  it.each<[string, PricedAsset]>([
    ['a stranger’s token with the symbol USDC', asset('base', 'USDC', TOKEN)],
    ['a symbol without an address', asset('base', 'USDC')],
    ['the address of another chain', asset('optimism', 'USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')],
    ['a stranger’s RLUSD on the XRP Ledger', asset('xrp', 'RLUSD', 'rsoLo2S1kiGeCcn6hCUXVrCpGMWLrRrLZz')],
    ['another currency of the issuer', asset('xrp', 'USD', 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De')],
    ['a euro', asset('base', 'EURC', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42')],
  ])('say nothing of %s', async (_what, token) => {
    expect(await usdOf(pegged, token)).toEqual(['unpriced']);
  });
});

describe('sources in turn', () => {
  const KNOWN: Price = { status: 'known', usd: '7' };
  const [UNPRICED, FAILED]: Price[] = [{ status: 'unpriced' }, { status: 'failed' }];
  const ether = asset('ethereum', 'ETH');
  const saying = (price: Price | undefined): PriceSource => ({
    pricesAt: async (assets) => assets.map(() => price ?? KNOWN),
  });

  it.each<[string, (Price | undefined)[], Price | undefined]>([
    ['the price of the first that knows one', [FAILED, KNOWN], KNOWN],
    ['unpriced when all say so', [UNPRICED, UNPRICED], UNPRICED],
    ['failed when one failed before the other knew no price', [FAILED, UNPRICED], FAILED],
    ['failed when one failed after the other knew no price', [UNPRICED, FAILED], FAILED],
  ])('answer %s', async (_what, said, answer) => {
    expect(await inTurn(said.map(saying)).pricesAt([ether], now())).toEqual([answer]);
  });

  it('ask the second source only about what the first does not know, and keep the order', async () => {
    const asked: string[] = [];
    const first: PriceSource = {
      pricesAt: async (assets) => assets.map(({ symbol }) => (symbol === 'A' ? KNOWN : { status: 'failed' })),
    };
    const second: PriceSource = {
      pricesAt: async (assets) => {
        asked.push(...assets.map(({ symbol }) => symbol));
        return assets.map(({ symbol }) => ({ status: 'known', usd: symbol === 'B' ? '2' : '3' }));
      },
    };
    const all = ['C', 'A', 'B'].map((symbol) => asset('base', symbol, TOKEN));
    expect(await usdOf(inTurn([first, second]), ...all)).toEqual(['3', '7', '2']);
    expect(asked).toEqual(['C', 'B']);
  });
});
