import { type ChainId, chainIds, chainOf } from '../../lib/chains/registry.ts';

/** USD prices of native coins by their symbols, and of these coins in the contracts that wrap them. */
const natives: Readonly<Record<string, string>> = {
  ETH: '2500',
  BNB: '600',
  POL: '0.5',
  AVAX: '30',
  SOL: '150',
  XRP: '0.5',
};

function pricesOf(chain: ChainId): Readonly<Record<string, string>> {
  const { nativeSymbol, wrappedToken } = chainOf(chain);
  const native = natives[nativeSymbol];
  if (native === undefined) throw new Error(`${nativeSymbol} of ${chain} has no fixed price`);
  return { native, ...(wrappedToken !== null && { [wrappedToken]: native }) };
}

/**
 * The prices of a stack without a network: the same values each day. A token has a price by its address alone; tokens
 * of well-known issuers also have the value that their issuers promise.
 */
const fixedPrices: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  chainIds.filter((chain) => chainOf(chain).priceId !== null).map((chain) => [chain, pricesOf(chain)]),
);

/** The setting of the functions: the fixed prices, and the prices of further tokens of a chain. */
export const fixedSetting = (chain: ChainId = 'anvil', tokens: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({ ...fixedPrices, [chain]: { ...fixedPrices[chain], ...tokens } });
