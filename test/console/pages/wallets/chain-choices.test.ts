import { expect, it } from '@jest/globals';
import { chainChoices } from '../../../../console/pages/wallets/chain-choices.ts';
import { OURS } from '../../../support/records.ts';

const chains = [
  { id: 'ethereum', name: 'Ethereum', family: 'evm' },
  { id: 'anvil', name: 'Anvil (local)', family: 'evm' },
  { id: 'solana', name: 'Solana', family: 'solana' },
  { id: 'xrp', name: 'XRP Ledger', family: 'xrp' },
] as const;
const idsFor = (address: string, unwatched: string[] = [], chosen: string[] = []) =>
  chainChoices(chains, new Set(unwatched), address, chosen).map(({ value }) => value);

it('all chains are there before the address tells its kind', () => {
  expect(idsFor('')).toEqual(['ethereum', 'anvil', 'solana', 'xrp']);
  expect(idsFor('0x12')).toHaveLength(4);
});

it.each([
  [` ${OURS} `, ['ethereum', 'anvil']],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', ['solana']],
  ['rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', ['xrp']],
])('the address %s leaves the chains of its kind', (address, ids) => {
  expect(idsFor(address)).toEqual(ids);
});

it('watched chains come first, and the others say that nothing is recorded there', () => {
  const choices = chainChoices(chains, new Set(['ethereum', 'solana']), OURS, ['solana']);
  expect(choices.map(({ label, description }) => [label, description !== undefined])).toEqual([
    ['Anvil (local)', false],
    ['Ethereum', true],
    ['Solana', true],
  ]);
});
