/**
 * CoinGecko ids of assets that a symbol alone names beyond doubt, for imports, which tell a token by its symbol. Only
 * what a person typed is looked up here: a token read from a chain is priced by its address, for any contract can call
 * itself USDC. Kept to the large ones; others are priced once they are read from the chain.
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
