import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { scopes } from '../../../lib/platform/caller.ts';
import { callerOf, parsed, queryOf } from '../../../lib/platform/http/request.ts';
import type { Route } from '../../../lib/platform/http/route.ts';
import { ApiError } from '../../../lib/values/errors.ts';
import { aKey, anApiEvent, aPerson } from '../../support/gateway.ts';
import { organisation, uuid } from '../../support/records.ts';

const routeOf = (scope: Route['scope']): Route => ({
  method: 'GET',
  path: '/api/things',
  handler: 'things/list',
  scope,
  tag: 'Things',
  summary: 'List things',
  responses: { 200: z.object({}) },
  access: {},
});

function codeOf(fn: () => unknown): string {
  try {
    fn();
    return 'allowed';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

describe('callerOf', () => {
  const calls = (scope: Route['scope'], authorizer: Record<string, unknown> | null) =>
    codeOf(() => callerOf(routeOf(scope), anApiEvent({ authorizer })));

  it.each([
    ['read', ['allowed', 'forbidden', 'forbidden', 'forbidden']],
    ['review', ['allowed', 'allowed', 'forbidden', 'forbidden']],
    ['write', ['allowed', 'allowed', 'allowed', 'forbidden']],
    ['admin', ['allowed', 'allowed', 'allowed', 'allowed']],
  ])('gives a key with scope %s these outcomes on routes of each scope, the lowest first: %j', (key, outcomes) => {
    expect(scopes.map((scope) => calls(scope, aKey(key)))).toEqual(outcomes);
  });

  it('returns the organisation and the key of the caller', () => {
    const caller = callerOf(routeOf('read'), anApiEvent({ authorizer: aKey('write') }));
    const actor = { kind: 'key', id: uuid(90), name: 'Key of Ada' };
    expect(caller).toEqual({ organisation, actor, scope: 'write' });
  });

  it('returns the person who calls, with the name as the token has it', () => {
    const authorizer = aPerson('review', { actorName: encodeURIComponent('Zoë 李'), personEmail: 'ada%40example.com' });
    const actor = { kind: 'person', id: 'person:ada', name: 'Zoë 李', email: 'ada@example.com' };
    expect(callerOf(routeOf('review'), anApiEvent({ authorizer }))).toEqual({ organisation, actor, scope: 'review' });
  });

  it('names a key by its id when the authorizer answered before keys had names there', () => {
    const caller = callerOf(routeOf('read'), anApiEvent({ authorizer: aKey('read', { actorName: undefined }) }));
    expect(caller?.actor).toEqual({ kind: 'key', id: uuid(90), name: uuid(90) });
  });

  it('refuses a person whose token expired after the authorizer answered', () => {
    expect(calls('read', aPerson('admin', { expiresAt: '2026-01-31T08:59:59.999Z' }))).toBe('unauthorized');
  });

  it.each([
    ['no authorizer', null],
    ['an empty context', {}],
    ['an unknown scope', aKey('owner')],
    ['an invalid organisation id', aKey('admin', { organisationId: '*' })],
    ['neither a key nor a person', aKey('admin', { keyId: undefined })],
    ['a name that is not encoded', aPerson('admin', { actorName: '100%' })],
  ])('refuses a request with %s', (_what, authorizer) => {
    expect(calls('read', authorizer)).toBe('unauthorized');
  });

  it('refuses a key that expired after the authorizer answered', () => {
    // The request came at 09:00.
    expect(calls('read', aKey('admin', { expiresAt: '2026-01-31T08:59:59.999Z' }))).toBe('unauthorized');
    expect(calls('read', aKey('admin', { expiresAt: '2026-01-31T09:00:00.000Z' }))).toBe('allowed');
  });

  it('returns no caller for a public route', () => {
    expect(callerOf(routeOf('public'), anApiEvent({ authorizer: null }))).toBeUndefined();
  });
});

describe('queryOf', () => {
  it('returns each parameter once, as text', () => {
    expect(queryOf(anApiEvent({ query: { a: ['1'], b: [''] } }))).toEqual({ a: '1', b: '' });
    expect(queryOf({ ...anApiEvent(), multiValueQueryStringParameters: null })).toEqual({});
  });

  it('refuses and names a parameter that is given twice, even with the same value', () => {
    const twice = () => queryOf(anApiEvent({ query: { ok: ['1'], page: ['1', '1'] } }));
    expect(twice).toThrow(ApiError);
    expect(twice).toThrow(
      expect.objectContaining({ code: 'validation_failed', errors: [expect.objectContaining({ path: 'page' })] }),
    );
  });

  it('keeps the parameter __proto__, so that the schema can refuse its name', () => {
    const query = queryOf(anApiEvent({ query: JSON.parse('{"__proto__":["1"]}') }));
    expect(Object.getOwnPropertyNames(query)).toEqual(['__proto__']);
    expect(codeOf(() => parsed(z.strictObject({}), query))).toBe('validation_failed');
  });
});

describe('parsed', () => {
  const schema = z.strictObject(Object.fromEntries(['a', 'b', 'c', 'd'].map((field) => [field, z.string()])));

  it('names every field in errors, and the first three in the detail', () => {
    const failing = () => parsed(schema, {});
    expect(failing).toThrow('a: is required; b: is required; c: is required');
    expect(failing).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        errors: ['a', 'b', 'c', 'd'].map((path) => ({ path, message: 'is required' })),
      }),
    );
  });

  it('returns the output of the schema', () => {
    expect(parsed(z.string().transform(Number), '5')).toBe(5);
  });
});
