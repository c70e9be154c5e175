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
    const expected = price === null ? { status: 'unpriced' } : { status: 'known', usd: price };
    expect(await table.pricesAt([{ chain: 'anvil', tokenAddress: null, symbol }], new Date(0))).toEqual([expected]);
  });

  it('has no price on a test network', async () => {
    const ether = { chain: 'sepolia', tokenAddress: null, symbol: 'ETH' } as const;
    expect(await table.pricesAt([ether], now())).toEqual([{ status: 'unpriced' }]);
  });

  it.each(['{', '[]', '{"ETH": "a lot"}', '{"ETH": 3000}', 'coingecko'])('refuses the setting %s', (setting) => {
    expect(() => priceSource(setting, { now })).toThrow();
  });
});
