import { describe, expect, it } from '@jest/globals';
import { listedReason, parseAddress } from '../../lib/chains/address.ts';
import { chainIds, chainOf, familyChains, familyNames, familyOf } from '../../lib/chains/registry.ts';

describe.each(familyNames)('the listed addresses of %s', (name) => {
  const own = familyChains(name);
  const { listed } = familyOf(name);
  const each = listed.flatMap(({ addresses, chains = own, reason }) =>
    addresses.flatMap((address) => chains.map((chain) => ({ address, chain, reason }))),
  );

  it('are canonical addresses, with checksums, of chains of the family', () => {
    expect(each.length).toBeGreaterThan(0);
    for (const { address, chain } of each) {
      expect([address, own.some((id) => id === chain), parseAddress(chain, address)]).toEqual([
        address,
        true,
        { address, destinationTag: null },
      ]);
    }
  });

  it('are listed once on each chain, with a reason that ends a sentence', () => {
    expect(new Set(each.map(({ address, chain }) => `${chain} ${address}`)).size).toBe(each.length);
    for (const { address, chain, reason } of each) {
      expect(reason).toMatch(/^(is|stands) [^.]+$/);
      expect(listedReason(chain, address)).toBe(reason);
    }
  });

  it('do not repeat the wrapped coins of the registry', () => {
    const wrapped = own.map((chain) => `${chain} ${chainOf(chain).wrappedToken}`);
    expect(each.filter(({ address, chain }) => wrapped.includes(`${chain} ${address}`))).toEqual([]);
  });
});

describe('listedReason', () => {
  const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

  it.each([
    ['ethereum', '0x0000000000000000000000000000000000000001', 'is a precompile of the EVM'],
    ['base', '0xcA11bde05977b3631167028862bE2a173976CA11', 'is the contract Multicall3'],
    ['ethereum', USDC, 'is the contract of the token USDC'],
    ['base', USDC, null],
    ['bsc', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'is the contract of the wrapped coin'],
    ['solana-devnet', '11111111111111111111111111111111', 'is a program of Solana'],
    ['xrp', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'is a special address of the XRP Ledger, which belongs to nobody'],
    ['xrp', 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', null],
  ])('of %s and %s is %p', (chain, address, reason) => {
    expect(listedReason(chain, address)).toBe(reason);
  });

  it('knows the wrapped coin of each chain', () => {
    for (const chain of chainIds) {
      const { wrappedToken } = chainOf(chain);
      if (wrappedToken !== null) expect(listedReason(chain, wrappedToken)).toBe('is the contract of the wrapped coin');
    }
  });
});
