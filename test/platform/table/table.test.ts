import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { batchGet, getItem, openTable, queryPrefix } from '../../../lib/platform/table/table.ts';
import { BusyError } from '../../../lib/values/errors.ts';
import { mockedClient } from '../../support/mock-client.ts';

const dynamoDb = mockedClient(DynamoDBDocumentClient);
const table = openTable('a-table', new DynamoDBClient({ region: 'eu-central-1' }));
const Item = z.object({ n: z.number() });
const keyOf = (n: number) => ({ pk: 'ORG#o', sk: `TX#${n}` });
const items = (...ns: number[]) => ns.map((n) => ({ ...keyOf(n), n }));

beforeEach(() => {
  dynamoDb.reset();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('getItem', () => {
  it('reads strongly consistent and parses the item with the schema', async () => {
    dynamoDb
      .on(GetCommand, { TableName: 'a-table', Key: keyOf(1), ConsistentRead: true })
      .resolves({ Item: { n: 1, x: 2 } });
    expect(await getItem(table, keyOf(1), Item)).toEqual({ n: 1 });
  });

  it('returns null for a missing item and throws for an item that does not fit the schema', async () => {
    dynamoDb
      .on(GetCommand)
      .resolvesOnce({})
      .resolvesOnce({ Item: { n: 'one' } });
    expect(await getItem(table, keyOf(1), Item)).toBeNull();
    await expect(getItem(table, keyOf(1), Item)).rejects.toThrow(z.ZodError);
  });
});

describe('queryPrefix', () => {
  it('reads all pages', async () => {
    dynamoDb
      .on(QueryCommand)
      .resolvesOnce({ Items: items(1, 2), LastEvaluatedKey: keyOf(2) })
      .resolvesOnce({ Items: [], LastEvaluatedKey: keyOf(3) })
      .resolvesOnce({ Items: items(4) });
    expect(await queryPrefix(table, 'ORG#o', 'TX#', Item)).toEqual([{ n: 1 }, { n: 2 }, { n: 4 }]);
    const inputs = dynamoDb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
    expect(inputs.map(({ ExclusiveStartKey }) => ExclusiveStartKey)).toEqual([undefined, keyOf(2), keyOf(3)]);
    expect(inputs[0]).toMatchObject({
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': 'ORG#o', ':prefix': 'TX#' },
    });
  });
});

describe('batchGet', () => {
  const asked = () =>
    dynamoDb.commandCalls(BatchGetCommand).map(({ args: [{ input }] }) => input.RequestItems?.['a-table']?.Keys ?? []);

  it('sends no request when no key is given', async () => {
    expect(await batchGet(table, [], Item)).toEqual([]);
    expect(asked()).toEqual([]);
  });

  it('returns the items in the order of the keys, without missing items', async () => {
    dynamoDb.on(BatchGetCommand).resolves({ Responses: { 'a-table': items(3, 1) } });
    expect(await batchGet(table, [1, 2, 3].map(keyOf), Item)).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it('requests at most 100 keys at a time', async () => {
    dynamoDb.on(BatchGetCommand).resolves({ Responses: {} });
    await batchGet(
      table,
      Array.from({ length: 201 }, (_, n) => keyOf(n)),
      Item,
    );
    expect(asked().map((keys) => keys.length)).toEqual([100, 100, 1]);
  });

  it('repeats the request for unprocessed keys only', async () => {
    dynamoDb
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { 'a-table': items(1) },
        UnprocessedKeys: { 'a-table': { Keys: [keyOf(2), keyOf(3)] } },
      })
      .resolvesOnce({ Responses: { 'a-table': items(3) }, UnprocessedKeys: { 'a-table': { Keys: [keyOf(2)] } } })
      .resolvesOnce({ Responses: { 'a-table': items(2) }, UnprocessedKeys: {} });
    expect(await batchGet(table, [1, 2, 3].map(keyOf), Item)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(asked()).toEqual([[1, 2, 3].map(keyOf), [2, 3].map(keyOf), [keyOf(2)]]);
  });

  it('asks at once for the rest, in any number of rounds, while each answer holds an item', async () => {
    const numbers = Array.from({ length: 30 }, (_, n) => n + 1);
    for (const n of numbers) {
      const left = numbers.slice(n).map(keyOf);
      dynamoDb
        .on(BatchGetCommand, { RequestItems: { 'a-table': { Keys: numbers.slice(n - 1).map(keyOf) } } })
        .resolves({
          Responses: { 'a-table': items(n) },
          UnprocessedKeys: left.length > 0 ? { 'a-table': { Keys: left } } : {},
        });
    }
    // With a wait, the call would never end.
    jest.useFakeTimers();
    expect(await batchGet(table, numbers.map(keyOf), Item)).toHaveLength(30);
    expect(asked()).toHaveLength(30);
    jest.useRealTimers();
  });

  it('throws a BusyError when keys stay unprocessed', async () => {
    dynamoDb.on(BatchGetCommand).resolves({ UnprocessedKeys: { 'a-table': { Keys: [keyOf(1)] } } });
    jest.useFakeTimers();
    const refused = expect(batchGet(table, [keyOf(1)], Item)).rejects.toThrow(BusyError);
    await jest.runAllTimersAsync();
    await refused;
    expect(asked()).toHaveLength(10);
  });
});
