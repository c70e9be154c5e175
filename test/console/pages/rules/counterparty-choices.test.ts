import { expect, it } from '@jest/globals';
import {
  counterpartyChoices,
  counterpartyLabel,
  namesIn,
} from '../../../../console/pages/rules/counterparty-choices.ts';

const lists = [
  { name: 'partners', purpose: 'allow', size: 2 },
  { name: 'sanctioned', purpose: 'deny', size: 1_234 },
];

it('A field offers groups and address lists, without those that it names', () => {
  const values = (named: string[], takesGroups: boolean) =>
    counterpartyChoices(lists, named, takesGroups).map(({ value }) => value);
  expect(values([], true)).toEqual(['own_wallets', 'address_book', 'list:partners', 'list:sanctioned']);
  expect(values(['list:partners', 'own_wallets', '0x1'], true)).toEqual(['address_book', 'list:sanctioned']);
  expect(counterpartyChoices(lists, ['list:partners'], false)).toEqual([
    { value: 'list:sanctioned', label: 'The list sanctioned', description: 'deny, 1,234 addresses' },
  ]);
});

it('A name is shown in words, and an address as it is', () => {
  expect(['own_wallets', 'address_book', 'list:partners', '0xAb'].map(counterpartyLabel)).toEqual([
    'Own wallets',
    'The address book',
    'The list partners',
    '0xAb',
  ]);
});

it('Pasted addresses may stand on lines, or between commas, semicolons and spaces', () => {
  expect(namesIn(' 0x1\r\n0x2, 0x3;list:a\t0x4 \n')).toEqual(['0x1', '0x2', '0x3', 'list:a', '0x4']);
  expect(namesIn(' \n')).toEqual([]);
});
