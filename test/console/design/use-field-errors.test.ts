import { describe, expect, it } from '@jest/globals';
import { unchangedErrors } from '../../../console/design/use-field-errors.ts';

const errors = new Map([
  ['name', 'is required'],
  ['conditions.value_usd', 'needs a bound'],
  ['conditions.value_usd.gte', 'must be a number'],
  ['match.walletTags.0', 'is empty'],
]);
const before = { name: '', names: '', 'conditions.value_usd.gte': 'x', 'conditions.value_usd.lte': '', match: [''] };
const left = (now: object) => [...unchangedErrors(errors, before, { ...before, ...now }).keys()];

describe('The messages of a refused form', () => {
  it('all stay while the user changes nothing', () => {
    expect(left({})).toEqual([...errors.keys()]);
  });

  it.each([
    ['its field', { name: 'Large' }, ['conditions.value_usd', 'conditions.value_usd.gte', 'match.walletTags.0']],
    [
      'a part of its field',
      { 'conditions.value_usd.lte': '5' },
      ['name', 'conditions.value_usd.gte', 'match.walletTags.0'],
    ],
    ['what contains its field', { match: ['cold'] }, ['name', 'conditions.value_usd', 'conditions.value_usd.gte']],
    ['another field alone', { names: 'x' }, [...errors.keys()]],
  ])('go when the user changes %s', (_, now, expected) => {
    expect(left(now)).toEqual(expected);
  });
});
