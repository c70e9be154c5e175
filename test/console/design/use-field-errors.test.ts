import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { requiredWhereEmpty, unchangedErrors } from '../../../console/design/use-field-errors.ts';

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

describe('The message of an empty field', () => {
  const refused = new Map([
    ['name', 'must not be blank'],
    ['config.url', 'must have at least 1 character'],
    ['config.address', 'must be an email address'],
    ['conditions.value_usd.gte', 'must be a number'],
    ['chains', 'needs at least one chain'],
  ]);

  it('says that the field is required, whatever the API says of the empty text', () => {
    const values = { name: ' ', config: { url: '', address: 'x' }, 'conditions.value_usd.gte': '', chains: [] };
    expect([...requiredWhereEmpty(refused, values).values()]).toEqual([
      'is required',
      'is required',
      'must be an email address',
      'is required',
      'needs at least one chain',
    ]);
  });

  it('stays as it is while the form holds something, or holds nothing of this name', () => {
    const values = { name: 'Large', 'conditions.value_usd.gte': 'x' };
    expect([...requiredWhereEmpty(refused, values)]).toEqual([...refused]);
  });
});

describe('A form of the console', () => {
  it('marks no field with a message that would stay after the user has corrected the field', () => {
    const forms = globSync('console/{app,design,live,pages,session}/**/*.tsx').filter(
      // The note of a review still has a message that stays.
      (file) => !file.endsWith('review-dialog.tsx') && readFileSync(file, 'utf8').includes('errorText'),
    );
    expect(forms.length).toBeGreaterThan(10);
    const lasting = /= fieldErrors\(|\bfieldErrors\([^()]*\)\.get\(/;
    expect(forms.filter((file) => lasting.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
