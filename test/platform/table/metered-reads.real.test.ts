import { BatchGetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { withReadMeter } from '../../../lib/platform/table/metered-reads.ts';
import { batchGet, getItem, openTable, queryPrefix, type Table } from '../../../lib/platform/table/table.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

const Item = z.object({ n: z.number() });
const keyOf = (n: number) => ({ pk: 'P', sk: `S#${n}` });

let table: Table;
/** Ten items of nearly 8 KB, which an index shows too. */
beforeAll(async () => {
  table = await makeTable();
  for (let n = 0; n < 10; n++) {
    const index = { gsi3pk: 'G', gsi3sk: `S#${n}` };
    const Item = { ...keyOf(n), n, ...index, text: 'x'.repeat(7900) };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
  }
});

/** The units of each read during `fn`, as the meter learns of them. */
async function seenDuring(fn: () => Promise<unknown>): Promise<number[]> {
  const seen: number[] = [];
  await withReadMeter(async (units) => void seen.push(units), fn);
  return seen;
}

const ten = Array.from({ length: 10 }, (_, n) => keyOf(n));
const query = (more: object) => ({
  TableName: table.name,
  ExpressionAttributeValues: { ':pk': 'G' },
  KeyConditionExpression: 'gsi3pk = :pk',
  ...more,
});

describe('The meter of a request', () => {
  it.each<[string, () => Promise<unknown>, number]>([
    ['of one item', () => getItem(table, keyOf(1), Item), 2],
    ['of a missing item', () => getItem(table, keyOf(99), Item), 1],
    ['of a batch', () => batchGet(table, ten, Item), 20],
    ['of a range', () => queryPrefix(table, 'P', 'S#', Item), 20],
    ['of an index', () => table.client.send(new QueryCommand(query({ IndexName: 'gsi3' }))), 0.5],
    [
      'of a batch that may be stale',
      () => table.client.send(new BatchGetCommand({ RequestItems: { [table.name]: { Keys: ten } } })),
      10,
    ],
  ])('knows the units of a read %s', async (_what, reading, expected) => {
    const [units, ...more] = await seenDuring(reading);
    expect(more).toEqual([]);
    // The engine rounds the sum of a query in its own way.
    expect(units).toBeGreaterThanOrEqual(expected * 0.8);
    expect(units).toBeLessThanOrEqual(expected * 1.2);
  });

  it('knows no write, and no read of another request', async () => {
    const other = getItem(table, keyOf(1), Item);
    const put = () => table.client.send(new PutCommand({ TableName: table.name, Item: keyOf(100) }));
    expect(await seenDuring(() => Promise.all([other, put()]))).toEqual([]);
  });

  it('sees a read once when two tables share a client', async () => {
    const client = dynamoDb();
    const [first] = [openTable(table.name, client), openTable(table.name, client)];
    expect(await seenDuring(() => getItem(first, keyOf(1), Item))).toHaveLength(1);
  });

  it('ends a read by its error', async () => {
    const gone = () => Promise.reject(new Error('the caller is gone'));
    await expect(withReadMeter(gone, () => getItem(table, keyOf(1), Item))).rejects.toThrow('the caller is gone');
  });
});
