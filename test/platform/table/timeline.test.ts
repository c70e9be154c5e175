import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import * as z from 'zod';
import { openTable } from '../../../lib/platform/table/table.ts';
import {
  countBeside,
  countInTime,
  keysAfter,
  pageOf,
  readAll,
  readPage,
  type Timeline,
} from '../../../lib/platform/table/timeline.ts';

const dynamoDb = mockClient(DynamoDBDocumentClient);
const table = openTable('a-table', new DynamoDBClient({ region: 'eu-central-1' }));
const Item = z.object({ n: z.number() });
const keyOf = (n: number) => ({ pk: 'ORG#o', sk: `TX#${n}` });
const timeline: Timeline = { index: 'gsi1', partition: 'ORG#o#TX' };

/** A fake index of `total` records, numbered newest first. DynamoDB returns pages of the given sizes. */
function index(total: number, ...sizes: number[]) {
  dynamoDb.reset();
  dynamoDb.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const Keys: { sk: string }[] = RequestItems['a-table'].Keys;
    return { Responses: { 'a-table': Keys.map((key) => ({ ...key, n: Number(key.sk.slice(3)) })) } };
  });
  let given = 0;
  dynamoDb.on(QueryCommand).callsFake(() => {
    const size = sizes.shift() ?? total - given;
    const Items = Array.from({ length: Math.min(size, total - given) }, (_, i) => keyOf(given + i));
    given += Items.length;
    return { Items, LastEvaluatedKey: given < total ? keyOf(given) : undefined };
  });
}

const queries = () => dynamoDb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ n: from + i }));

beforeEach(() => {
  dynamoDb.reset();
});

describe('readPage', () => {
  it('returns any page of any index, for any page sizes of DynamoDB', async () => {
    const request = fc.record({ page: fc.integer({ min: 1, max: 12 }), pageSize: fc.integer({ min: 1, max: 30 }) });
    const sizes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.nat(150), sizes, request, async (total, cut, { page, pageSize }) => {
        index(total, ...cut);
        expect(await readPage(table, timeline, { page, pageSize }, Item)).toEqual({
          data: numbers((page - 1) * pageSize, Math.min(total, page * pageSize)),
          meta: { total, page, pageSize },
        });
      }),
    );
  });

  it('reads only the records of its own page from the table', async () => {
    index(1000, 400, 400);
    await readPage(table, timeline, { page: 21, pageSize: 20 }, Item);
    const read = dynamoDb
      .commandCalls(BatchGetCommand)
      .map(({ args: [{ input }] }) => input.RequestItems?.['a-table']?.Keys);
    expect(read).toEqual([numbers(400, 420).map(({ n }) => keyOf(n))]);
  });

  it('returns no records and the total for a page past the end', async () => {
    index(5);
    expect(await readPage(table, timeline, { page: 999_999_999, pageSize: 100 }, Item)).toEqual({
      data: [],
      meta: { total: 5, page: 999_999_999, pageSize: 100 },
    });
  });

  it('queries the index backwards, between two instants, with the given facets', async () => {
    index(0);
    const where = { chain: 'base', token: undefined, status: 'open' };
    const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-31T23:59:59.999Z' };
    await readPage(table, { index: 'gsi2', partition: 'P', ...range, where }, { page: 1, pageSize: 25 }, Item);
    expect(queries()).toEqual([
      {
        TableName: 'a-table',
        IndexName: 'gsi2',
        ScanIndexForward: false,
        ProjectionExpression: 'pk, sk',
        KeyConditionExpression: 'gsi2pk = :partition AND gsi2sk BETWEEN :from AND :to',
        FilterExpression: '#chain = :chain AND #status = :status',
        ExpressionAttributeNames: { '#chain': 'chain', '#status': 'status' },
        ExpressionAttributeValues: {
          ':partition': 'P',
          ':from': range.from,
          ':to': `${range.to}#~`,
          ':chain': 'base',
          ':status': 'open',
        },
        ExclusiveStartKey: undefined,
      },
    ]);
  });

  it('excludes records with an unwanted facet, but no record that lacks the facet', async () => {
    index(0);
    const facets = { where: { chain: 'base' }, without: { reorged: true } };
    await readPage(table, { ...timeline, ...facets }, { page: 1, pageSize: 25 }, Item);
    expect(queries()).toMatchObject([
      {
        FilterExpression: '#chain = :chain AND (attribute_not_exists(#reorged) OR #reorged <> :reorged)',
        ExpressionAttributeNames: { '#chain': 'chain', '#reorged': 'reorged' },
        ExpressionAttributeValues: { ':chain': 'base', ':reorged': true },
      },
    ]);
  });

  it('includes both ends of the time range, and every instant without a range', async () => {
    index(0);
    await readPage(table, { ...timeline, from: 'T1', to: 'T1' }, { page: 1, pageSize: 25 }, Item);
    await readPage(table, timeline, { page: 1, pageSize: 25 }, Item);
    const [one, all] = queries().map(({ ExpressionAttributeValues: values = {} }) => [values[':from'], values[':to']]);
    for (const id of ['00000000', 'ffffffff']) {
      expect(`T1#${id}` >= one?.[0] && `T1#${id}` <= one?.[1]).toBe(true);
      expect(`T2#${id}` <= one?.[1] || `T0#${id}` >= one?.[0]).toBe(false);
      for (const year of ['0000', '2026', '9999']) {
        const key = `${year}-12-31T23:59:59.999Z#${id}`;
        expect(key >= all?.[0] && key <= all?.[1]).toBe(true);
      }
    }
  });
});

describe('readAll', () => {
  it('returns every record in batches that fit into one read', async () => {
    index(250, 120);
    const batches = await Array.fromAsync(readAll(table, timeline, Item));
    expect(batches.flat()).toEqual(numbers(0, 250));
    expect(batches.map((batch) => batch.length)).toEqual([100, 20, 100, 30]);
  });
});

describe('countBeside', () => {
  it('counts the keys of all pages except one record', async () => {
    index(250, 100, 0, 100);
    expect(await countBeside(table, timeline, keyOf(7))).toEqual({ others: 249, isShown: true });
    index(250);
    const another = { pk: 'ORG#o', sk: 'TX#another' };
    expect(await countBeside(table, timeline, another)).toEqual({ others: 250, isShown: false });
    expect(dynamoDb.commandCalls(BatchGetCommand)).toEqual([]);
  });
});

describe('pageOf', () => {
  it('returns one page of a list in memory', () => {
    const all = ['a', 'b', 'c'];
    expect(pageOf(all, { page: 2, pageSize: 2 })).toEqual({ data: ['c'], meta: { total: 3, page: 2, pageSize: 2 } });
    expect(pageOf(all, { page: 3, pageSize: 2 }).data).toEqual([]);
  });
});

describe('countInTime', () => {
  it('counts all records of a timeline, or returns null when the time is over', async () => {
    index(250, 100, 100);
    expect(await countInTime(table, timeline, () => true)).toBe(250);
    index(250, 100, 100);
    let left = 2;
    expect(await countInTime(table, timeline, () => left-- > 0)).toBeNull();
  });
});

describe('keysAfter', () => {
  it('starts after the last key of the previous call and examines at most its limit', async () => {
    index(1);
    await keysAfter(table, { ...timeline, from: '2026-01-01', to: '2026-02-01' }, null, 10);
    await keysAfter(table, { ...timeline, from: '2026-01-01', to: '2026-02-01' }, '2026-01-15#a', 10);
    expect(queries()).toMatchObject(
      ['2026-01-01', '2026-01-15#a~'].map((from) => ({
        ScanIndexForward: true,
        Limit: 10,
        ExpressionAttributeValues: { ':from': from, ':to': '2026-02-01#~' },
      })),
    );
  });

  it('continues where DynamoDB stopped, also when the filter excluded every examined record', async () => {
    const Items = [{ ...keyOf(1), gsi1sk: 'a' }];
    dynamoDb
      .on(QueryCommand)
      .resolvesOnce({ Items, LastEvaluatedKey: { ...keyOf(2), gsi1sk: 'b' } })
      .resolvesOnce({ Items: [], LastEvaluatedKey: { ...keyOf(3), gsi1sk: 'c' } })
      .resolvesOnce({ Items })
      .resolvesOnce({ Items: [] });
    const next = () => keysAfter(table, timeline, null, 10);
    expect(await next()).toEqual({ keys: [keyOf(1)], last: 'b' });
    expect(await next()).toEqual({ keys: [], last: 'c' });
    expect(await next()).toEqual({ keys: [keyOf(1)], last: 'a' });
    expect(await next()).toEqual({ keys: [], last: null });
  });
});
