import { describe, expect, it } from '@jest/globals';
import { priceSource } from '../../lib/prices/prices.ts';

const now = () => new Date('2026-01-31T09:00:00.000Z');
const table = priceSource('{"eth": "3000.50", "USDC": "1"}', { now });

describe('the fixed price table', () => {
  it.each([
    ['ETH', '3000.5'],
    ['usdc', '1'],
    ['DAI', null],
  ])('prices %s at %s, at any time', async (symbol, price) => {
    expect(await table.priceAt({ chain: 'anvil', tokenAddress: null, symbol }, new Date(0))).toBe(price);
  });

  it('has no price on a test network', async () => {
    expect(await table.priceAt({ chain: 'sepolia', tokenAddress: null, symbol: 'ETH' }, now())).toBeNull();
  });

  it.each(['{', '[]', '{"ETH": "a lot"}', '{"ETH": 3000}', 'coingecko'])('refuses the setting %s', (setting) => {
    expect(() => priceSource(setting, { now })).toThrow();
  });
});
