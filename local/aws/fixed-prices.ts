/** USD prices by symbol. With fixed prices the local stack shows the same values each day and needs no network. */
export const prices: Record<string, string> = {
  ETH: '2500',
  WETH: '2500',
  BNB: '600',
  POL: '0.5',
  AVAX: '30',
  SOL: '150',
  XRP: '0.5',
  USDC: '1',
  USDT: '1',
  DAI: '1',
  WBTC: '60000',
};
