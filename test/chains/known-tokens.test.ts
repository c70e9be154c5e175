import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { matchForm, parseAddress } from '../../lib/chains/address.ts';
import table from '../../lib/chains/known-tokens.json' with { type: 'json' };
import { isWrapped, knownToken } from '../../lib/chains/known-tokens.ts';
import { ChainId, chainIds, chainOf, familyChains } from '../../lib/chains/registry.ts';

const Entries = z.array(
  z.strictObject({
    token: z.string(),
    issuer: z.string(),
    currency: z.string().optional(),
    feed: z.string(),
    usd: z.string().nullable(),
    addresses: z.partialRecord(ChainId, z.array(z.string()).min(1)),
  }),
);

const rows = Entries.parse(table.tokens).flatMap(({ addresses, ...entry }) =>
  Object.entries(addresses).flatMap(([id, all]) =>
    all.map((address) => ({ ...entry, chain: ChainId.parse(id), address })),
  ),
);
const named = rows.map((row) => ({ ...row, name: `${row.token} at ${row.address} on ${row.chain}` }));

const evm = familyChains('evm').filter((chain) => !chainOf(chain).testnet);
/** Every main network on which the issuer or the bridge of the chain issues the token. */
const CHAINS: Readonly<Record<string, readonly ChainId[]>> = {
  USDC: [...evm, 'solana', 'xrp'],
  USDT: [...evm, 'solana'],
  DAI: evm,
  USDS: ['ethereum'],
  PYUSD: ['ethereum'],
  RLUSD: ['ethereum', 'base', 'optimism', 'xrp'],
  EURC: ['ethereum', 'base', 'avalanche', 'solana'],
};

describe('the table of known tokens', () => {
  it.each(Object.keys(CHAINS))('has %s on each chain on which it is issued, and on no other', (token) => {
    const chains = rows.filter((row) => row.token === token).map(({ chain }) => chain);
    expect([...new Set(chains)].sort()).toEqual([...(CHAINS[token] ?? [])].sort());
  });

  it('promises one dollar for the dollars, and no fixed price for other tokens', () => {
    const dollars = rows.filter(({ usd }) => usd !== null);
    expect([...new Set(dollars.map(({ token }) => token))].sort()).toEqual(
      ['DAI', 'PYUSD', 'RLUSD', 'USDC', 'USDS', 'USDT'].sort(),
    );
    expect(new Set(dollars.map(({ usd }) => usd))).toEqual(new Set(['1']));
    // One token has one promise and one feed, whoever issues it on a chain.
    const promises = new Map(rows.map(({ token, usd, feed }) => [token, { usd, feed }]));
    for (const { token, usd, feed } of rows) expect(promises.get(token)).toEqual({ usd, feed });
    for (const { token, feed } of dollars) expect(feed).toBe(`${token} / USD`);
  });

  it('names no address of a chain twice, because the second entry would replace the first', () => {
    const all = rows.map(({ chain, address }) => `${chain} ${matchForm(chain, address)}`);
    expect(all.filter((each, n) => all.indexOf(each) !== n)).toEqual([]);
  });

  // An address of Solana has no checksum that a wrong letter breaks.
  it('has the mints that Circle and Tether publish for Solana', () => {
    const mints = rows.filter(({ chain }) => chain === 'solana').map(({ token, address }) => [token, address]);
    expect(Object.fromEntries(mints)).toEqual({
      USDC: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      USDT: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
      EURC: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
    });
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
    expect(isWrapped({ chain, tokenAddress: address, symbol })).toBe(false);
  });
});

describe('a symbol', () => {
  it('makes no token a known token without the address', () => {
    for (const chain of chainIds) {
      for (const { token: symbol } of rows) expect(knownToken({ chain, tokenAddress: null, symbol })).toBeNull();
    }
  });

  it.each(rows)('of $token makes no other token of $chain a known token', ({ chain, address, token: symbol }) => {
    const others = ['0x52908400098527886E0F7030069857D2E4169EE7', 'rsoLo2S1kiGeCcn6hCUXVrCpGMWLrRrLZz'];
    for (const tokenAddress of [...others, `${address}0`]) {
      expect(knownToken({ chain, tokenAddress, symbol })).toBeNull();
    }
  });

  it('tells the currencies of an issuer of the XRP Ledger apart', () => {
    const issued = rows.filter(({ chain }) => chain === 'xrp');
    expect(issued.map(({ token, currency }) => [token, currency]).sort()).toEqual([
      ['RLUSD', 'RLUSD'],
      ['USDC', 'USDC'],
    ]);
    for (const { chain, address } of issued) {
      expect(knownToken({ chain, tokenAddress: address, symbol: 'EUR' })).toBeNull();
    }
  });
});
