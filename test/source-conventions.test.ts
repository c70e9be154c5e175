import { describe, expect, it } from '@jest/globals';
import { routes } from '../functions/routes.ts';
import type { Route } from '../lib/platform/http/route.ts';
import { consoleSource, filesOf, forbidden, isIn, linesOf, matching, source, textOf } from './support/sources.ts';

describe('Pure code', () => {
  const names = [
    'schema',
    'compile-rule',
    'conditions',
    'sign',
    'retry-policy',
    '\\w+-decode',
    'logs',
    'view',
    'payload',
  ];
  const pure = new RegExp(`(^|/)(${[...names, 'keys', 'csv', 'fields', 'decimal'].join('|')})\\.ts$`);

  it('reaches no client and no environment: schemas, rules, signatures, back-off and decoders', () => {
    const reaching = (to: string) =>
      to.startsWith('@aws-sdk/') || ['lib/platform/env.ts', 'lib/platform/table/table.ts'].includes(to);
    expect(filesOf('lib').filter((file) => pure.test(file)).length).toBeGreaterThan(20);
    expect(forbidden((from, to) => isIn(from, 'lib') && pure.test(from) && reaching(to))).toEqual([]);
  });

  it('does not read the clock, which only lib/platform/deps.ts and the local stack read', () => {
    const clock = /\bDate\.now\(|\bnew Date\(\s*\)/;
    expect(clock.test(source.get('lib/platform/deps.ts') ?? '')).toBe(true);
    expect(matching(clock, (file) => file === 'lib/platform/deps.ts' || isIn(file, 'local'))).toEqual([]);
  });

  it('makes no ids and no random numbers, except the waits of retries and the IVs of the sealer', () => {
    expect(matching(/\brandomUUID\(/, (file) => file === 'lib/platform/deps.ts' || isIn(file, 'local'))).toEqual([]);
    expect(
      matching(/\bMath\.random\(/, (file) => file === 'lib/platform/table/conflicts.ts' || isIn(file, 'local')),
    ).toEqual([]);
    const takesBytes = /import\s*\{[^}]*\brandomBytes\b[^}]*\}\s*from 'node:crypto'/;
    expect(
      matching(
        takesBytes,
        (file) => ['lib/platform/deps.ts', 'lib/platform/sealer.ts'].includes(file) || isIn(file, 'local'),
      ),
    ).toEqual([]);
  });
});

describe('One place', () => {
  it('builds the keys of the table: lib/platform/table/keys.ts and organisation-parts.ts', () => {
    const builders = ['lib/platform/table/keys.ts', 'lib/platform/table/organisation-parts.ts'];
    expect(matching(/ORG#/, (file) => builders.includes(file))).toEqual([]);
  });

  it('maps error codes to statuses: lib/values/errors.ts', () => {
    expect(matching(/\bstatusCode: [45]\d\d\b/, (file) => isIn(file, 'local', 'infra'))).toEqual([]);
  });

  it('reads the environment of the functions: lib/platform/env.ts', () => {
    expect(
      matching(/\bprocess\.env\b/, (file) => file === 'lib/platform/env.ts' || isIn(file, 'local', 'infra')),
    ).toEqual([]);
  });

  it.each(Object.entries<Route>(routes))(
    'holds the handler of %s, in a file of at most 40 lines',
    (_name, { handler }) => {
      const file = `functions/${handler}.ts`;
      expect(source.has(file)).toBe(true);
      expect(linesOf(file)).toBeLessThanOrEqual(40);
      expect(source.get(file)).toMatch(/^export const handler = (endpoint|\w+Endpoint)\(/m);
    },
  );

  it('holds a handler in every file of a resource, beside the rows of the resource', () => {
    const handlers = Object.values(routes).map(({ handler }) => `functions/${handler}.ts`);
    expect(
      filesOf('functions/*').filter(
        (file) =>
          !handlers.includes(file) &&
          !isIn(file, 'functions/pipelines', 'functions/api-document') &&
          !file.endsWith('/routes.ts'),
      ),
    ).toEqual([]);
  });

  it('handles errors, JSON and statuses, and this place is no handler', () => {
    const handlers = Object.values(routes).map(({ handler }) => `functions/${handler}.ts`);
    expect(matching(/\btry \{|JSON\.|statusCode/, (file) => !handlers.includes(file))).toEqual([]);
  });
});

describe('A source file', () => {
  it('has at most 250 lines', () => {
    expect([...source.keys(), ...consoleSource.keys()].filter((file) => linesOf(file) > 250)).toEqual([]);
  });

  it('has a name that says what it contains', () => {
    const vague = /(^|\/)(utils?|helpers?|common|shared|misc|services?)(\.ts|\/)/;
    expect([...source.keys(), ...filesOf('test')].filter((file) => vague.test(file))).toEqual([]);
  });

  it('mocks clients of AWS only where the mock ends with its test file: test/support/mock-client.ts', () => {
    const mocking = filesOf('test').filter((file) => /^import .* from 'aws-sdk-client-mock'/m.test(textOf(file)));
    expect(mocking).toEqual(['test/support/mock-client.ts']);
  });

  it('contains no note of unfinished work', () => {
    const undone = new RegExp(['TO', 'FIX'].map((word) => `\\b${word}${word === 'TO' ? 'DO' : 'ME'}\\b`).join('|'));
    expect([...source].filter(([, text]) => undone.test(text)).map(([file]) => file)).toEqual([]);
  });
});
