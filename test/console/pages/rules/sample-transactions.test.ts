import { expect, it } from '@jest/globals';
import { sampleTransactions } from '../../../../console/pages/rules/sample-transactions.ts';
import type { components } from '../../../../sdk/index.ts';

const chains: components['schemas']['Wallet']['chains'] = ['anvil'];
const vault = { id: 'v', label: 'Vault', address: '0xaa', type: 'cold', tags: [], chains };
const till = { id: 't', label: 'Till', address: '0xbb', type: 'hot', tags: [], chains };
const cold = { ids: [], tags: [], types: ['cold'] };
const samplesOf = (ruleType: string, conditions: object) =>
  sampleTransactions({ ruleType, conditions, wallets: cold }, [till, vault]).map(({ label, transaction }) => ({
    label,
    ends: `${transaction.direction}: ${transaction.fromAddress} to ${transaction.toAddress?.slice(0, 4)}`,
    valueUsd: transaction.valueUsd,
  }));

it('A rule about large payments has samples above its bound, of half of it, and to an excepted counterparty', () => {
  const conditions = { side: 'sends', value_usd: { gt: '50000' }, counterparty_not_in: ['0xcc'] };
  expect(samplesOf('large_transfer', conditions)).toEqual([
    { label: 'Sample: Vault pays 50,001 USD', ends: 'outbound: 0xaa to 0x11', valueUsd: '50001' },
    { label: 'Sample: Vault pays 25,000 USD', ends: 'outbound: 0xaa to 0x11', valueUsd: '25000' },
    { label: 'Sample: Vault pays 50,001 USD', ends: 'outbound: 0xaa to 0xcc', valueUsd: '50001' },
  ]);
});

it('A payment goes the way that the rule asks about', () => {
  expect(samplesOf('inbound_only', {})).toMatchObject([
    { ends: 'inbound: 0x1111111111111111111111111111111111111111 to 0xaa' },
  ]);
  expect(samplesOf('any_transfer', { other_end: 'own' })).toMatchObject([{ ends: 'internal: 0xaa to 0xbb' }]);
  expect(samplesOf('token_transfer', { token_symbol: 'USDC', amount: { gte: 10 } })).toMatchObject([
    { label: 'Sample: Vault pays 10 USDC' },
    { label: 'Sample: Vault pays 5 USDC' },
  ]);
});

it('There is no sample for a rule without wallets, and for a rule that is about no transfer', () => {
  expect(sampleTransactions({ ruleType: 'any_transfer', wallets: cold }, [till])).toEqual([]);
  expect(samplesOf('gas_spike', {})).toEqual([]);
});

it('An amount that is not written yet breaks nothing', () => {
  expect(samplesOf('large_transfer', { value_usd: { gte: 'ten' } })).toHaveLength(2);
  expect(samplesOf('large_transfer', { value_usd: { lt: '9' } })).toMatchObject([{ valueUsd: '4' }, { valueUsd: '2' }]);
});
