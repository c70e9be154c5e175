import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { allPass, ifValid, reporting } from '../../lib/values/dependent-checks.ts';
import { invalidField } from '../../lib/values/errors.ts';
import { fieldErrors } from '../../lib/values/field-errors.ts';

const Range = z
  .strictObject({ name: z.string().max(3), low: z.number(), high: z.number() })
  .refine(({ low, high }) => low <= high, { path: ['low'], message: 'is too high', when: ifValid('low', 'high') })
  .superRefine(
    reporting(({ name }) => {
      if (name === 'bad') throw invalidField('name.first', 'is bad');
    }),
    { when: ifValid('name') },
  );
const pathsOf = (value: unknown) =>
  fieldErrors(Range.safeParse(value).error?.issues ?? [])
    .map(({ path }) => path)
    .sort();

describe('A check with `ifValid`', () => {
  it.each<[string, unknown, string[]]>([
    ['passes a valid value', { name: 'a', low: 1, high: 2 }, []],
    ['runs when all fields are valid', { name: 'a', low: 3, high: 2 }, ['low']],
    ['runs when another field is invalid', { name: 'long', low: 3, high: 2 }, ['low', 'name']],
    ['runs when another field is missing', { low: 3, high: 2 }, ['low', 'name']],
    ['runs when a field is unknown', { name: 'a', low: 3, high: 2, x: 1 }, ['low', 'x']],
    ['runs beside a failed check of another field', { name: 'bad', low: 3, high: 2 }, ['low', 'name.first']],
    ['does not run when one of its fields is invalid', { name: 'a', low: '3', high: 2 }, ['low']],
    ['does not run when one of its fields is missing', { name: 'a', low: 3 }, ['high']],
    ['does not run when the value is no object', [], ['']],
    ['does not run when there is no value', undefined, ['']],
  ])('%s', (_what, value, paths) => {
    expect(pathsOf(value)).toEqual(paths);
  });
});

describe('reporting', () => {
  it('rethrows every error that names no field', () => {
    const failing = z.string().superRefine(
      reporting(() => {
        throw new Error('out of order');
      }),
    );
    expect(() => failing.safeParse('a')).toThrow('out of order');
  });
});

describe('allPass', () => {
  const refused = (path: string) => Promise.reject(invalidField(path, 'is wrong'));

  it('returns the results when every check passes', async () => {
    await expect(allPass(Promise.resolve(1), Promise.resolve('a'))).resolves.toEqual([1, 'a']);
  });

  it('refuses with the fields of all checks that refuse', async () => {
    await expect(allPass(refused('a'), Promise.resolve(), refused('b.0'))).rejects.toMatchObject({
      code: 'validation_failed',
      message: 'a: is wrong; b.0: is wrong',
      errors: [
        { path: 'a', message: 'is wrong' },
        { path: 'b.0', message: 'is wrong' },
      ],
    });
  });

  it('rejects with an error that names no field, even when another check refuses a field', async () => {
    await expect(allPass(refused('a'), Promise.reject(new Error('the table is gone')))).rejects.toThrow(
      'the table is gone',
    );
  });
});
