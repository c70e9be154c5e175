import { describe, expect, it } from '@jest/globals';
import {
  counterpartyChoices,
  counterpartyLabel,
  foundChoices,
  mayBeAddresses,
  namesIn,
  readTyped,
} from '../../../../console/pages/rules/counterparty-choices.ts';

const KRAKEN = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const lists = [
  { name: 'partners', purpose: 'allow', size: 2 },
  { name: 'sanctioned', purpose: 'deny', size: 1_234 },
];
const entries = [
  { address: KRAKEN, label: 'Our account at Kraken' },
  { address: OTHER, label: 'Kraken deposit' },
];
const choices = counterpartyChoices(lists, entries, true);

describe('A field that names addresses', () => {
  it('offers groups, address lists and entries of the address book', () => {
    const values = (takesGroups: boolean) => counterpartyChoices(lists, entries, takesGroups).map(({ value }) => value);
    expect(values(true)).toEqual(['own_wallets', 'address_book', 'list:partners', 'list:sanctioned', KRAKEN, OTHER]);
    expect(values(false)).toEqual(['list:partners', 'list:sanctioned', KRAKEN, OTHER]);
    expect(choices).toContainEqual({
      ...{ value: 'list:sanctioned', label: 'The list sanctioned', description: 'deny, 1,234 addresses' },
    });
    expect(choices).toContainEqual({ value: KRAKEN, label: 'Our account at Kraken', description: KRAKEN });
  });

  it('takes an address that comes in pieces, and several addresses', () => {
    const pieces = `${KRAKEN.slice(0, 22)}\n ${KRAKEN.slice(22)}`;
    expect(readTyped(pieces, choices)).toEqual({ named: [KRAKEN] });
    expect(mayBeAddresses(KRAKEN.replace(/.{4}/g, '$& '))).toBe(true);
    expect(namesIn(`${KRAKEN}, ${OTHER}`)).toEqual([KRAKEN, OTHER]);
  });

  it('finds choices by their words, without what it names already', () => {
    const found = (text: string, ...named: string[]) => foundChoices(choices, text, named).map(({ value }) => value);
    expect(found('krak')).toEqual([KRAKEN, OTHER]);
    expect(found('kraken our')).toEqual([KRAKEN]);
    expect(found('krak', KRAKEN)).toEqual([OTHER]);
    expect(found('own')).toEqual(['own_wallets']);
    expect(found(KRAKEN.slice(0, 8).toLowerCase())).toEqual([KRAKEN]);
    expect(found('')).toHaveLength(6);
    expect(found('nobody')).toEqual([]);
  });

  it('shows a name in words, an address by its label, and a hostile label harmless', () => {
    const labelOf = (address: string) => (address === KRAKEN ? 'Our \u202eaccount' : undefined);
    expect(
      ['own_wallets', 'address_book', 'list:partners', '0xAb', KRAKEN].map((each) => counterpartyLabel(each, labelOf)),
    ).toEqual(['Own wallets', 'The address book', 'The list partners', '0xAb', 'Our \u{FFFD}account']);
  });

  it('reads the words of a choice as the API takes them, in any case', () => {
    expect(readTyped(' our account at KRAKEN ', choices)).toEqual({ named: [KRAKEN] });
    expect(readTyped('Own wallets', choices)).toEqual({ named: ['own_wallets'] });
    expect(readTyped('the list partners', choices)).toEqual({ named: ['list:partners'] });
  });

  it('reads names and addresses as the API takes them, of which the service has yet to check the addresses', () => {
    expect(readTyped('list:partners', choices)).toEqual({ named: ['list:partners'] });
    expect(readTyped(KRAKEN, [])).toEqual({ named: [KRAKEN] });
    expect(readTyped(`${KRAKEN}\n${OTHER}, address_book`, choices)).toEqual({ named: [KRAKEN, OTHER, 'address_book'] });
  });

  it.each([
    ['Krak', '“Krak” is no address'],
    ['Our account', '“Our account” is no address'],
    ['0x5290', '“0x5290” is no address'],
    ['list:unknown', '“list:unknown” is no address'],
    [`${KRAKEN} Krak`, '“Krak” is no address'],
    ['<b>\u200b</b>', '“<b>\u{FFFD}</b>” is no address'],
  ])('takes %j for nothing', (text, fault) => {
    expect(readTyped(text, choices)).toEqual({ fault: expect.stringContaining(fault) });
  });

  it('asks which of several entries with one label is meant', () => {
    const twice = counterpartyChoices([], [...entries, { address: 'r1', label: 'Kraken deposit' }], true);
    expect(readTyped('Kraken deposit', twice)).toEqual({
      fault: 'Several entries are called “Kraken deposit”. Choose one of them in the list.',
    });
  });

  it('does not take a group for an address where the field has no groups', () => {
    expect(readTyped('own_wallets', counterpartyChoices(lists, entries, false)).fault).toMatch(/is no address/);
  });
});

describe('A typed or pasted text', () => {
  it('may have names on lines, or between commas, semicolons and spaces', () => {
    expect(namesIn(' 0x1\r\n0x2, 0x3;list:a\t0x4 \n')).toEqual(['0x1', '0x2', '0x3', 'list:a', '0x4']);
    expect(namesIn(' \n')).toEqual([]);
  });

  it('may be whole addresses when each name is long enough, and none is a list', () => {
    expect(mayBeAddresses(`${KRAKEN} ${OTHER}`)).toBe(true);
    expect([`${KRAKEN} Krak`, 'list:a-list-with-a-long-name', 'Our account at Kraken', ''].some(mayBeAddresses)).toBe(
      false,
    );
  });
});
