import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { withUrlChecks } from '../../../lib/platform/outbound/url-fields.ts';
import { fieldErrors } from '../../../lib/values/field-errors.ts';

process.env.OUTBOUND_POLICY = 'strict';

const Body = withUrlChecks(
  z.strictObject({ url: z.string().min(1).optional(), hook: z.string().nullable().optional(), size: z.number() }),
  'url',
  'hook',
);

const errorsOf = (body: unknown) => fieldErrors(Body.safeParse(body).error?.issues ?? []);

describe('A request schema with URL checks', () => {
  it('names refused URLs together with the other invalid fields', () => {
    expect(errorsOf({ url: 'http://example.com/', hook: 'https://10.0.0.1/', size: 'x', other: 1 })).toEqual(
      expect.arrayContaining([
        { path: 'url', message: 'The URL must use https.' },
        { path: 'hook', message: 'The host must be a public address.' },
        expect.objectContaining({ path: 'size' }),
        expect.objectContaining({ path: 'other' }),
      ]),
    );
  });

  it('keeps the first error of a field that is no text', () => {
    expect(errorsOf({ url: '', hook: 7, size: 1 }).map(({ path }) => path)).toEqual(['url', 'hook']);
  });

  it('leaves a refused URL to the later checks when no other field is invalid', () => {
    expect(errorsOf({ url: 'http://example.com/', size: 1 })).toEqual([]);
  });

  it('accepts absent URLs, null and public https URLs', () => {
    expect(errorsOf({ size: 'x' }).map(({ path }) => path)).toEqual(['size']);
    const body = { url: 'https://example.com/hook', hook: null, size: 'x' };
    expect(errorsOf(body).map(({ path }) => path)).toEqual(['size']);
  });
});
