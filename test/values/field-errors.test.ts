import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { fieldErrors } from '../../lib/values/field-errors.ts';

const errorsOf = (schema: z.ZodType, value: unknown, base?: string[]) =>
  fieldErrors(schema.safeParse(value).error?.issues ?? [], base);

describe('fieldErrors', () => {
  it('names a field by its path from the root, with the index of list elements', () => {
    const schema = z.object({ a: z.object({ list: z.array(z.object({ b: z.string() })) }) });
    expect(errorsOf(schema, { a: { list: [{ b: '' }, { b: 5 }] } })).toEqual([
      { path: 'a.list.1.b', message: 'Invalid input: expected string, received number' },
    ]);
  });

  it('prefixes the path with a base', () => {
    expect(errorsOf(z.object({ a: z.string() }), { a: 1 }, ['conditions'])[0]?.path).toBe('conditions.a');
  });

  it('says that a missing field is required', () => {
    expect(errorsOf(z.object({ a: z.string() }), {})).toEqual([{ path: 'a', message: 'is required' }]);
  });

  it('names every unknown key by its own path', () => {
    const schema = z.strictObject({ inner: z.strictObject({}) });
    expect(errorsOf(schema, { inner: { x: 1, y: 2 }, z: 3 })).toEqual([
      { path: 'inner.x', message: 'is not a known field' },
      { path: 'inner.y', message: 'is not a known field' },
      { path: 'z', message: 'is not a known field' },
    ]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('names the unknown key %s', (key) => {
    const body: unknown = JSON.parse(`{"${key}": 1}`);
    expect(errorsOf(z.strictObject({}), body)).toEqual([{ path: key, message: 'is not a known field' }]);
  });

  it('reports the alternative that matches best', () => {
    const schema = z.object({ a: z.union([z.string(), z.array(z.string())]) });
    expect(errorsOf(schema, { a: ['x', 5] })).toEqual([
      { path: 'a.1', message: 'Invalid input: expected string, received number' },
    ]);
  });

  it('names the field once if no alternative matches', () => {
    expect(errorsOf(z.object({ a: z.union([z.string(), z.number()]) }), { a: null }).map(({ path }) => path)).toEqual([
      'a',
    ]);
  });

  it('uses an empty path for the whole value', () => {
    expect(errorsOf(z.strictObject({}), [])[0]?.path).toBe('');
  });
});
