import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { matchForm, parseAddress } from '../../lib/chains/address.ts';
import table from '../../lib/chains/known-tokens.json' with { type: 'json' };
import { isFake, isWrapped, knownToken } from '../../lib/chains/known-tokens.ts';
import { ChainId, chainIds, chainOf, familyChains } from '../../lib/chains/registry.ts';

const Entries = z.array(
  z.strictObject({
    symbol: z.string(),
    issuer: z.string(),
    currency: z.string().optional(),
    feed: z.string().nullable(),
    usd: z.string().nullable(),
    addresses: z.partialRecord(ChainId, z.array(z.string()).min(1)),
  }),
);

const rows = Entries.parse(table.tokens).flatMap(({ addresses, ...entry }) =>
  Object.entries(addresses).flatMap(([id, all]) =>
    all.map((address) => ({ ...entry, chain: ChainId.parse(id), address })),
  ),
);
const named = rows.map((row) => ({ ...row, name: `${row.symbol} at ${row.address} on ${row.chain}` }));

const evm = familyChains('evm').filter((chain) => !chainOf(chain).testnet);
/** Every main network on which the issuer or the bridge of the chain issues the token. */
const CHAINS: Readonly<Record<string, readonly ChainId[]>> = {
  USDC: [...evm, 'solana', 'xrp'],
  USDT: [...evm, 'solana'],
  DAI: evm,
  USDS: ['ethereum', 'base', 'arbitrum', 'solana'],
  PYUSD: ['ethereum', 'arbitrum', 'solana'],
  RLUSD: ['ethereum', 'base', 'optimism', 'xrp'],
  EURC: ['ethereum', 'base', 'avalanche', 'solana'],
};

describe('the table of known tokens', () => {
  it.each(Object.keys(CHAINS))('has %s on each chain on which it is issued, and on no other', (token) => {
    const chains = rows.filter((row) => row.symbol === token).map(({ chain }) => chain);
    expect([...new Set(chains)].sort()).toEqual([...(CHAINS[token] ?? [])].sort());
  });

  it('promises one dollar for the dollars, and no fixed price for other tokens', () => {
    const dollars = rows.filter(({ usd }) => usd !== null);
    expect([...new Set(dollars.map(({ symbol }) => symbol))].sort()).toEqual(
      ['DAI', 'PYUSD', 'RLUSD', 'USDC', 'USDS', 'USDT'].sort(),
    );
    expect(new Set(dollars.map(({ usd }) => usd))).toEqual(new Set(['1']));
    // One token has one promise and one feed, whoever issues it on a chain.
    const promises = new Map(rows.map(({ symbol, usd, feed }) => [symbol, { usd, feed }]));
    for (const { symbol, usd, feed } of rows) expect(promises.get(symbol)).toEqual({ usd, feed });
    for (const { symbol, feed } of dollars) expect(feed).toBe(`${symbol} / USD`);
  });

  it('names no address of a chain twice, because the second entry would replace the first', () => {
    const all = rows.map(({ chain, address }) => `${chain} ${matchForm(chain, address)}`);
    expect(all.filter((each, n) => all.indexOf(each) !== n)).toEqual([]);
  });

  // An address of Solana has no checksum that a wrong letter breaks.
  it('has the mints that issuers publish for Solana', () => {
    const mints = rows.filter(({ chain }) => chain === 'solana').map(({ symbol, address }) => [symbol, address]);
    expect(Object.fromEntries(mints)).toMatchObject({
      USDC: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      USDT: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
      EURC: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
      PYUSD: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
      wSOL: 'So11111111111111111111111111111111111111112',
      JitoSOL: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
      BONK: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
      JUP: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
    });
    expect(mints.length).toBe(new Set(mints.map(([symbol]) => symbol?.toLowerCase())).size);
  });
});

describe.each(named)('$name', ({ chain, address, currency, feed, usd }) => {
  const symbol = currency ?? 'x';

  it('is a valid address in the canonical form of a main network', () => {
    expect(parseAddress(chain, address)?.address).toBe(address);
    expect(chainOf(chain)).toMatchObject({ testnet: false });
  });

  it('is found by its address, whatever its symbol says', () => {
    const found = { feed, usd };
    expect(knownToken({ chain, tokenAddress: address, symbol })).toMatchObject(found);
    expect(knownToken({ chain, tokenAddress: matchForm(chain, address), symbol })).toMatchObject(found);
    expect(isWrapped({ chain, tokenAddress: address, symbol })).toBe(address === chainOf(chain).wrappedToken);
  });
});

describe('a symbol', () => {
  it('makes no token a known token without the address', () => {
    for (const chain of chainIds) {
      for (const { symbol } of rows) expect(knownToken({ chain, tokenAddress: null, symbol })).toBeNull();
    }
  });

  it.each(rows)('of $symbol makes no other token of $chain a known token', ({ chain, address, symbol }) => {
    const others = ['0x52908400098527886E0F7030069857D2E4169EE7', 'rsoLo2S1kiGeCcn6hCUXVrCpGMWLrRrLZz'];
    for (const tokenAddress of [...others, `${address}0`]) {
      expect(knownToken({ chain, tokenAddress, symbol })).toBeNull();
    }
  });

  it('tells the currencies of an issuer of the XRP Ledger apart', () => {
    const issued = rows.filter(({ chain }) => chain === 'xrp');
    expect(issued.map(({ symbol, currency }) => [symbol, currency]).sort()).toEqual([
      ['RLUSD', 'RLUSD'],
      ['USDC', 'USDC'],
    ]);
    for (const { chain, address } of issued) {
      expect(knownToken({ chain, tokenAddress: address, symbol: 'EUR' })).toBeNull();
    }
  });
});

describe('a fake', () => {
  const OTHER = { ethereum: '0x52908400098527886E0F7030069857D2E4169EE7', xrp: 'rsoLo2S1kiGeCcn6hCUXVrCpGMWLrRrLZz' };
  const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';

  it.each(named)('is no $name, in any case of the symbol', ({ chain, address, symbol }) => {
    for (const each of [symbol, symbol.toLowerCase()]) {
      expect(isFake({ chain, tokenAddress: matchForm(chain, address), symbol: currencyOr(symbol, each) })).toBe(false);
    }

    /** The codes of currencies of the XRP Ledger have a case. */
    function currencyOr(code: string, text: string): string {
      return chain === 'xrp' ? code : text;
    }
  });

  it.each(rows)('is every other token that bears the symbol $symbol', ({ symbol, feed, chain: own }) => {
    const isTaken = (id: ChainId) => feed !== null || chainOf(id).family === chainOf(own).family;
    for (const chain of chainIds.filter((id) => !chainOf(id).testnet && isTaken(id))) {
      for (const tokenAddress of Object.values(OTHER)) {
        expect(isFake({ chain, tokenAddress, symbol })).toBe(true);
        expect(isFake({ chain, tokenAddress, symbol: symbol.toLowerCase() })).toBe(true);
      }
    }
  });

  it('is a token of a known issuer that bears the symbol of another', () => {
    const [usdc] = rows.filter(({ chain, symbol }) => chain === 'ethereum' && symbol === 'USDC');
    expect(isFake({ chain: 'ethereum', tokenAddress: usdc?.address ?? '', symbol: 'USDT' })).toBe(true);
    expect(isFake({ chain: 'xrp', tokenAddress: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', symbol: 'USDC' })).toBe(true);
  });

  it('is a token that bears the symbol of the coin of its chain, or of a wrapped coin', () => {
    const tokenAddress = OTHER.ethereum;
    expect(isFake({ chain: 'ethereum', tokenAddress, symbol: 'eth' })).toBe(true);
    expect(isFake({ chain: 'ethereum', tokenAddress, symbol: 'Weth' })).toBe(true);
    expect(isFake({ chain: 'ethereum', tokenAddress: WETH, symbol: 'WETH' })).toBe(false);
    expect(isFake({ chain: 'ethereum', tokenAddress: null, symbol: 'ETH' })).toBe(false);
    expect(isFake({ chain: 'ethereum', tokenAddress, symbol: 'XRP' })).toBe(false);
    expect(isFake({ chain: 'xrp', tokenAddress: OTHER.xrp, symbol: 'SOLO' })).toBe(false);
  });

  it('is no bridged form of a token without a feed in a family where the table has no such token', () => {
    expect(isFake({ chain: 'solana', tokenAddress: 'x', symbol: 'BONK' })).toBe(true);
    expect(isFake({ chain: 'ethereum', tokenAddress: OTHER.ethereum, symbol: 'BONK' })).toBe(false);
  });

  it('is no token of a test network or of an unknown chain, and no asset of which only the symbol is known', () => {
    expect(isFake({ chain: 'sepolia', tokenAddress: OTHER.ethereum, symbol: 'USDC' })).toBe(false);
    expect(isFake({ chain: 'nowhere', tokenAddress: OTHER.ethereum, symbol: 'USDC' })).toBe(false);
    expect(isFake({ chain: 'ethereum', tokenAddress: null, symbol: 'USDC' })).toBe(false);
  });
});
