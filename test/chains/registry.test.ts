import { describe, expect, it } from '@jest/globals';
import { chainReaders } from '../../lib/chains/readers.ts';
import { ChainId, chainIds, chainOf, familyChains, familyNames, familyOf } from '../../lib/chains/registry.ts';

describe('the chain registry', () => {
  it('contains every chain that the service supports', () => {
    expect([...chainIds].sort()).toEqual(
      [
        ...['anvil', 'arbitrum', 'avalanche', 'base', 'bsc', 'ethereum', 'optimism', 'polygon', 'sepolia'],
        ...['solana', 'solana-devnet', 'xrp', 'xrp-testnet'],
      ].sort(),
    );
    expect(ChainId.safeParse('bitcoin').success).toBe(false);
  });

  it('has a unique chain id for each EVM chain and no chain id for other chains', () => {
    const evm = chainIds.map(chainOf).filter(({ family }) => family === 'evm');
    expect(new Set(evm.map(({ chainId }) => chainId)).size).toBe(evm.length);
    expect(evm.every(({ chainId, nativeDecimals }) => chainId !== null && nativeDecimals === 18)).toBe(true);
    const others = chainIds.map(chainOf).filter(({ family }) => family !== 'evm');
    expect(others.every(({ chainId }) => chainId === null)).toBe(true);
  });

  it('has a price for every main network, and for no test network except the local node', () => {
    const priced = chainIds.map(chainOf).filter(({ testnet, priceId }) => testnet === (priceId !== null));
    expect(priced.map(({ id }) => id)).toEqual(['anvil']);
  });

  it.each(familyNames)('says of %s of which tokens its reader reads the balances', async (name) => {
    const { checkedTokens, loadReader } = familyOf(name);
    const read = (await loadReader())(chainOf(familyChains(name)[0] ?? ''), []);
    expect(read.tokenAccounts !== undefined).toBe(checkedTokens === 'moved');
    expect(read.heldToken !== undefined).toBe(checkedTokens === 'asked');
    // So does the reader that the service uses, which loads this reader with its first call.
    const used = chainReaders({})(ChainId.parse(familyChains(name)[0]));
    expect(used.tokenAccounts !== undefined).toBe(checkedTokens === 'moved');
    expect(used.heldToken !== undefined).toBe(checkedTokens === 'asked');
  });
});
