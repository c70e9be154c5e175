import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { readLimitOf } from '../../../lib/platform/http/read-limit.ts';
import type { Route } from '../../../lib/platform/http/route.ts';
import { organisation } from '../../support/records.ts';
import { capturedLog } from '../../support/stderr.ts';

let lines: ReturnType<typeof capturedLog>;
beforeEach(() => {
  lines = capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const unreachable = () => Promise.reject(new Error('the table is gone'));
const limits = readLimitOf({
  units: () => ({ take: unreachable, reserve: unreachable }),
  now: () => new Date('2026-03-01T12:00:00.000Z'),
  wait: async () => {},
});
const caller = { organisation, keyId: 'a', scope: 'read' } as const;

describe('A bucket of read units that cannot be reached', () => {
  it('lets every request begin, and the log says so', async () => {
    await limits.limit(caller);
    expect(lines).toMatchObject([{ event: 'rate_limit.not_counted', message: 'the table is gone' }]);
  });

  it('stops neither a list nor an export', async () => {
    expect(await limits.list(routes.listEvents, async () => 'answer')({ keyId: 'a' })).toBe('answer');
    async function* chunks() {
      yield 'piece';
    }
    const exporting = limits.export(async () => ({ headers: {}, chunks: chunks() }), new AbortController().signal);
    expect(await Array.fromAsync((await exporting.fn({ keyId: 'a' })).chunks)).toEqual(['piece']);
    await exporting.end();
    expect(lines).toMatchObject([{ event: 'export.ended', readUnits: 0 }]);
  });
});

describe('The routes', () => {
  const all = Object.entries<Route>(routes);

  it.each(all.filter(([name, { access }]) => name.startsWith('list') && access.table !== undefined))(
    'count the reads of %s, which is a list',
    (_name, { costs }) => {
      expect(costs).toBe('reads');
    },
  );
});
