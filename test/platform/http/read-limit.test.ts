import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { readLimitOf } from '../../../lib/platform/http/read-limit.ts';
import type { Route } from '../../../lib/platform/http/route.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
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
  buckets: () => ({ credit: 300, take: unreachable, pay: unreachable }),
  wait: async () => {},
});

/** A table each of whose reads consumes 1,000 units. */
const table = openTable('simulated', new DynamoDBClient({ region: 'eu-central-1' }));
table.client.middlewareStack.add(
  () => async () => ({
    response: {},
    output: { $metadata: {}, ConsumedCapacity: { CapacityUnits: 1000 } },
  }),
  { step: 'initialize', priority: 'low', name: 'simulated' },
);
async function reading(): Promise<string> {
  await table.client.send(new GetCommand({ TableName: 'simulated', Key: {} }));
  return 'answer';
}
const caller = { organisation, actor: { kind: 'key', id: 'a', name: 'A' }, scope: 'read' } as const;

describe('A bucket of read units that cannot be reached', () => {
  it('lets every request begin, and the log says so', async () => {
    await limits.limit(caller);
    expect(lines).toMatchObject([{ event: 'rate_limit.not_counted', message: 'the table is gone' }]);
  });

  it('stops neither a list nor an export', async () => {
    expect(await limits.list(reading)(caller)).toBe('answer');
    async function* chunks() {
      yield await reading();
    }
    const exporting = limits.export(async () => ({ headers: {}, chunks: chunks() }), new AbortController().signal);
    expect(await Array.fromAsync((await exporting.fn(caller)).chunks)).toEqual(['answer']);
    await exporting.end();
    const notPaid = { event: 'rate_limit.not_counted', message: 'the table is gone' };
    expect(lines).toMatchObject([notPaid, notPaid, { event: 'export.ended', readUnits: 1000 }]);
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
