import { describe, expect, it } from '@jest/globals';
import { priceSentence } from '../../../../console/pages/coverage/price-sentence.ts';

const chain = (nativeSymbol: string, nativeUsd: string | null, source: 'live' | 'fixed' = 'fixed') => ({
  nativeSymbol,
  prices: { source, nativeUsd },
});

describe('The sentence about prices', () => {
  it('names the sources of live prices in their order', () => {
    expect(priceSentence([chain('ETH', null, 'live')])).toBe(
      'USD values use live prices: of DefiLlama, then of Chainlink, then what issuers of dollar tokens promise.',
    );
  });

  it('states each fixed price once, and none of a coin without a price', () => {
    const chains = [chain('ETH', '2500'), chain('ETH', '2500'), chain('ETH', null), chain('XRP', '0.5')];
    expect(priceSentence(chains)).toBe(
      'USD values use the fixed prices of this local stack, the same every day: 1 ETH is 2,500 USD, 1 XRP is 0.50 USD.',
    );
  });

  it('says that prices are fixed also when no coin has one, and nothing before the chains are known', () => {
    expect(priceSentence([chain('ETH', null)])).toBe(
      'USD values use the fixed prices of this local stack, the same every day.',
    );
    expect(priceSentence([])).toBeUndefined();
  });
});
