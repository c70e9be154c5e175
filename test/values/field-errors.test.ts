import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { fieldErrors } from '../../lib/values/field-errors.ts';

const errorsOf = (schema: z.ZodType, value: unknown, base?: string[]) =>
  fieldErrors(schema.safeParse(value).error?.issues ?? [], base);

describe('fieldErrors', () => {
  it('names a field by its path from the root and elements of lists by their index', () => {
    const schema = z.object({ a: z.object({ list: z.array(z.object({ b: z.string() })) }) });
    expect(errorsOf(schema, { a: { list: [{ b: '' }, { b: 5 }] } })).toEqual([
      { path: 'a.list.1.b', message: 'must be a string' },
    ]);
  });

  it('prefixes the paths with a base', () => {
    expect(errorsOf(z.object({ a: z.string() }), { a: 1 }, ['conditions'])[0]?.path).toBe('conditions.a');
  });

  it('reports a missing field as required', () => {
    expect(errorsOf(z.object({ a: z.string() }), {})).toEqual([{ path: 'a', message: 'is required' }]);
  });

  it('lists the values that an enum allows as a sentence', () => {
    const schema = z.object({ a: z.enum(['x', 'y', 'z']), b: z.literal('only') });
    expect(errorsOf(schema, { a: 'q' })).toEqual([
      { path: 'a', message: 'must be one of x, y, z' },
      { path: 'b', message: 'must be only' },
    ]);
  });

  it.each<[z.ZodType, unknown, string]>([
    [z.int().max(4_294_967_295), 5_000_000_000, 'must be at most 4294967295'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.number().lt(3), 3, 'must be less than 3'],
    [z.bigint().min(3n), 2n, 'must be at least 3'],
    [z.string().min(1), '', 'must have at least 1 character'],
    [z.string().max(300), 'x'.repeat(301), 'must have at most 300 characters'],
    [z.string().length(3), 'x', 'must have exactly 3 characters'],
    [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
    [z.array(z.string()).max(2), ['', '', ''], 'must have at most 2 entries'],
    [z.guid(), 'x', 'must be a UUID'],
    [z.uuid(), 'x', 'must be a UUID'],
    [z.email(), 'x', 'must be an email address'],
    [z.url(), 'x', 'must be a URL'],
    [z.iso.datetime(), 'x', 'must be an ISO 8601 instant'],
    [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.object({}), [], 'must be an object'],
    [z.string().min(1, 'is missing its text'), '', 'is missing its text'],
    [z.string().regex(/^\d$/, 'must be a digit'), 'x', 'must be a digit'],
  ])('says in plain words what is wrong: %#', (schema, value, message) => {
    expect(errorsOf(schema, value)).toEqual([{ path: '', message }]);
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

  it('reports the errors of the alternative whose errors lie deepest', () => {
    const schema = z.object({ a: z.union([z.string(), z.array(z.string())]) });
    expect(errorsOf(schema, { a: ['x', 5] })).toEqual([{ path: 'a.1', message: 'must be a string' }]);
  });

  it('names a field once when no alternative fits', () => {
    expect(errorsOf(z.object({ a: z.union([z.string(), z.number()]) }), { a: null }).map(({ path }) => path)).toEqual([
      'a',
    ]);
  });

  it('uses an empty path for an error of the whole value', () => {
    expect(errorsOf(z.strictObject({}), [])[0]?.path).toBe('');
  });
});
