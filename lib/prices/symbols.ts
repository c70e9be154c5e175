/**
 * CoinGecko ids of assets that a symbol names beyond doubt. Imports use these ids, because an import names a token by
 * its symbol. A token from a chain has an address, and its address decides the price: any contract can call itself
 * USDC. The list holds large assets only.
 */
const ids: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  SOL: 'solana',
  XRP: 'ripple',
  BNB: 'binancecoin',
  AVAX: 'avalanche-2',
  POL: 'polygon-ecosystem-token',
  WETH: 'weth',
  WBTC: 'wrapped-bitcoin',
  STETH: 'staked-ether',
  WSTETH: 'wrapped-steth',
  USDC: 'usd-coin',
  USDT: 'tether',
  DAI: 'dai',
  RLUSD: 'ripple-usd',
  LINK: 'chainlink',
  UNI: 'uniswap',
  AAVE: 'aave',
  ARB: 'arbitrum',
  OP: 'optimism',
};

/** The CoinGecko id of a well-known symbol, in any case, or null. */
export const coinOfSymbol = (symbol: string): string | null => {
  const id = symbol.toUpperCase();
  return Object.hasOwn(ids, id) ? (ids[id] ?? null) : null;
};
