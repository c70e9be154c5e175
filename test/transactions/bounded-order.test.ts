import { describe, expect, it } from '@jest/globals';
import { bounded, type Relevance } from '../../lib/transactions/bounded.ts';
import type { StoredTransfer } from '../../lib/transactions/schema.ts';
import { aStoredTransaction, aTokenTransfer, aTransfer, NFT, USDC } from '../support/records.ts';

const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
const many = <T>(count: number, item: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => item(n));

const coins = (count: number) => many(count, (n) => aTransfer({ amount: String(n + 1), valueUsd: '0.01' }));
const priced = (count: number, tokenAddress: string, valueUsd: (n: number) => string) =>
  many(count, (n) => aTokenTransfer({ asset: tokenAddress, tokenAddress, amount: '1', valueUsd: valueUsd(n) }));
/** Transfers of a token without a price that a rule names. Their amounts are greater than all others. */
const named = (count: number) =>
  many(count, (n) => aTokenTransfer({ asset: 'NAMED', tokenAddress: NFT, amount: `9${n}`, valueUsd: null }));
const fakes = (count: number) =>
  many(count, (n) => aTokenTransfer({ asset: 'FAKE', tokenAddress: `0x${n}`, amount: '99999', valueUsd: null }));

/** What a record keeps of the transfers when a rule names a token. */
function keptOf(...transfers: readonly StoredTransfer[]) {
  const rule: Relevance = { matched: [], names: (text) => text === NFT };
  const record = aStoredTransaction({ transfers: [...transfers] });
  const { transfers: kept, omitted } = bounded(record, rule);
  expect([kept.length, omitted.transfers]).toEqual([500, transfers.length - 500]);
  const count = (name: string) => kept.filter(({ asset }) => asset === name).length;
  return { kept, counts: { coins: count('ETH'), usdc: count(USDC), dai: count(DAI), named: count('NAMED') } };
}

describe('a record of more than 500 transfers', () => {
  it('keeps native coins before tokens of any value, and these before tokens that a rule names', () => {
    const usdc = priced(300, USDC, () => '1000000');
    const { counts } = keptOf(...fakes(300), ...named(300), ...usdc, ...coins(150));
    expect(counts).toEqual({ coins: 150, usdc: 300, dai: 0, named: 50 });
  });

  it('keeps native coins, and the token that it shows, when coins fill it', () => {
    const usdc = priced(300, USDC, () => '1000000');
    const { counts } = keptOf(...named(300), ...usdc, ...coins(500));
    expect(counts).toEqual({ coins: 499, usdc: 1, dai: 0, named: 0 });
  });

  it('keeps the tokens of the greatest values, of whichever asset, and then none that a rule names', () => {
    const cheap = priced(400, USDC, (n) => `${n + 1}`);
    const dear = priced(400, DAI, (n) => `${n + 200}.5`);
    const { kept, counts } = keptOf(...named(300), ...cheap, ...dear);
    const values = [...cheap, ...dear].map(({ valueUsd }) => Number(valueUsd)).toSorted((a, b) => b - a);
    const found = kept.flatMap(({ valueUsd }) => (valueUsd === null ? [] : [Number(valueUsd)]));
    // The record shows the first transfer of the token of the greatest sum.
    expect(found.toSorted((a, b) => b - a)).toEqual([...values.slice(0, 499), 200.5]);
    expect(counts.named).toBe(0);
  });

  it('compares values as numbers, not as texts', () => {
    const { counts } = keptOf(...priced(400, USDC, () => '9'), ...priced(400, DAI, () => '10'));
    expect(counts).toEqual({ coins: 0, usdc: 100, dai: 400, named: 0 });
  });

  it('keeps tokens that a rule names before all others without a price', () => {
    const { counts } = keptOf(...fakes(700), ...named(100), ...coins(10));
    expect(counts).toEqual({ coins: 10, usdc: 0, dai: 0, named: 100 });
  });
});
