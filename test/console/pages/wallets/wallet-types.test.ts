import { describe, expect, it } from '@jest/globals';
import { typeChoices, typeMeant, typesOf } from '../../../../console/pages/wallets/wallet-types.ts';

describe('The types to choose from', () => {
  it('are those in use, each once, and the usual types that are not in use in any case', () => {
    const inUse = typesOf([{ type: 'Cold' }, { type: 'payroll' }, { type: 'Cold' }]);
    expect(typeChoices(inUse)).toEqual(['Cold', 'payroll', 'hot', 'exchange']);
  });
});

describe('A typed type', () => {
  it.each([
    ['Cold', ['cold'], 'cold'],
    [' COLD ', ['Cold', 'hot'], 'Cold'],
    ['Cold', ['cold', 'Cold'], 'Cold'],
    ['colder', ['cold'], 'colder'],
    ['', ['cold'], ''],
  ])('%j with %j in use means %j', (text, choices, expected) => {
    expect(typeMeant(text, choices)).toBe(expected);
  });
});
