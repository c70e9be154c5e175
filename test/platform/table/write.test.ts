import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { openTable } from '../../../lib/platform/table/table.ts';
import {
  conditionHeld,
  IF_ABSENT,
  IF_PRESENT,
  RefusedError,
  transact,
  tryTransact,
  updateReturning,
  write,
} from '../../../lib/platform/table/write.ts';
import { mockedClient } from '../../support/mock-client.ts';

const dynamoDb = mockedClient(DynamoDBDocumentClient);
const table = openTable('a-table', new DynamoDBClient({ region: 'eu-central-1' }));
const key = { pk: 'ORG#o', sk: 'RULE#r' };

beforeEach(() => {
  dynamoDb.reset();
});

const canceled = (...Codes: string[]) =>
  new TransactionCanceledException({
    message: 'canceled',
    $metadata: {},
    CancellationReasons: Codes.map((Code) => ({ Code })),
  });
const refused = () => new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });

/** The sent input without undefined fields, which the SDK leaves out, too. */
const sent = (): unknown[] => dynamoDb.calls().map(({ args: [{ input }] }) => JSON.parse(JSON.stringify(input)));

describe('write', () => {
  it('puts an item with a condition and maps the attribute names', async () => {
    await write(table, { put: { ...key, name: 'n' }, ...IF_ABSENT });
    expect(dynamoDb.commandCalls(PutCommand)).toHaveLength(1);
    expect(sent()).toEqual([
      {
        TableName: 'a-table',
        Item: { ...key, name: 'n' },
        ConditionExpression: 'attribute_not_exists(#pk)',
        ExpressionAttributeNames: { '#pk': 'pk' },
      },
    ]);
  });

  it('puts an item without a condition and without empty expressions, which DynamoDB refuses', async () => {
    await write(table, { put: key });
    expect(sent()).toEqual([{ TableName: 'a-table', Item: key }]);
  });

  it('sets, adds and removes in one update and maps every name and value', async () => {
    await write(table, {
      update: key,
      set: { status: 'open', name: null },
      add: { count: 1 },
      remove: ['ttl', 'size'],
      when: '#status = :before OR attribute_not_exists(#status)',
      values: { ':before': 'new' },
    });
    expect(dynamoDb.commandCalls(UpdateCommand)).toHaveLength(1);
    expect(sent()).toEqual([
      {
        TableName: 'a-table',
        Key: key,
        UpdateExpression: 'SET #status = :set_status, #name = :set_name ADD #count :add_count REMOVE #ttl, #size',
        ConditionExpression: '#status = :before OR attribute_not_exists(#status)',
        ExpressionAttributeNames: {
          '#status': 'status',
          '#name': 'name',
          '#count': 'count',
          '#ttl': 'ttl',
          '#size': 'size',
        },
        ExpressionAttributeValues: { ':before': 'new', ':set_status': 'open', ':set_name': null, ':add_count': 1 },
      },
    ]);
  });

  it('leaves undefined fields of an update unchanged', async () => {
    await write(table, { update: key, set: { name: undefined, color: 'red' }, remove: [] });
    expect(sent()).toEqual([
      {
        TableName: 'a-table',
        Key: key,
        UpdateExpression: 'SET #color = :set_color',
        ExpressionAttributeNames: { '#color': 'color' },
        ExpressionAttributeValues: { ':set_color': 'red' },
      },
    ]);
  });

  it('deletes an item', async () => {
    await write(table, { delete: key, ...IF_PRESENT });
    expect(dynamoDb.commandCalls(DeleteCommand)).toHaveLength(1);
    expect(sent()).toMatchObject([{ Key: key, ConditionExpression: 'attribute_exists(#pk)' }]);
  });
});

describe('updateReturning', () => {
  it('returns the updated item, parsed with the schema', async () => {
    dynamoDb.on(UpdateCommand).resolves({ Attributes: { ...key, name: 'new' } });
    const answer = await updateReturning(table, { update: key, set: { name: 'new' } }, z.object({ name: z.string() }));
    expect(answer).toEqual({ name: 'new' });
    expect(sent()).toMatchObject([{ ReturnValues: 'ALL_NEW' }]);
  });
});

describe('transact', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('sends all writes as one transaction, in order', async () => {
    await transact(table, {
      item: { put: key, ...IF_ABSENT },
      none: undefined,
      counts: [
        { update: key, add: { count: 1 } },
        { check: key, when: '#version = :version', values: { ':version': 3 } },
      ],
      old: { delete: key },
    });
    expect(sent()).toEqual([
      {
        TransactItems: [
          {
            Put: {
              TableName: 'a-table',
              Item: key,
              ConditionExpression: 'attribute_not_exists(#pk)',
              ExpressionAttributeNames: { '#pk': 'pk' },
            },
          },
          {
            Update: {
              TableName: 'a-table',
              Key: key,
              UpdateExpression: 'ADD #count :add_count',
              ExpressionAttributeNames: { '#count': 'count' },
              ExpressionAttributeValues: { ':add_count': 1 },
            },
          },
          {
            ConditionCheck: {
              TableName: 'a-table',
              Key: key,
              ConditionExpression: '#version = :version',
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: { ':version': 3 },
            },
          },
          { Delete: { TableName: 'a-table', Key: key } },
        ],
      },
    ]);
  });

  const tries = () => dynamoDb.commandCalls(TransactWriteCommand).length;

  it('retries after a conflict, with a wait', async () => {
    const conflict = canceled('None', 'TransactionConflict');
    dynamoDb.on(TransactWriteCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});
    const done = transact(table, { item: { put: key } });
    await jest.advanceTimersByTimeAsync(0);
    expect(tries()).toBe(1);
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(tries()).toBe(3);
  });

  it('retries when a part was throttled', async () => {
    dynamoDb.on(TransactWriteCommand).rejectsOnce(canceled('None', 'ThrottlingError')).resolves({});
    const done = transact(table, { item: { put: key } });
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(tries()).toBe(2);
  });

  it('retries a single write that conflicts with a transaction on its item', async () => {
    const conflict = new TransactionConflictException({ message: 'conflict', $metadata: {} });
    dynamoDb.on(UpdateCommand).rejectsOnce(conflict).resolves({});
    const done = write(table, { update: key, set: { a: 1 } });
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(dynamoDb.commandCalls(UpdateCommand)).toHaveLength(2);
  });

  it('gives up after eight conflicts', async () => {
    const conflict = canceled('TransactionConflict', 'None');
    dynamoDb.on(TransactWriteCommand).rejects(conflict);
    const outcome = expect(transact(table, { item: { put: key } })).rejects.toEqual(
      expect.objectContaining({ name: 'BusyError', cause: conflict }),
    );
    await jest.advanceTimersByTimeAsync(60_000);
    await outcome;
    expect(tries()).toBe(8);
  });

  it.each([
    ['no reason', canceled()],
    ['another error', new Error('no network')],
  ])('does not retry after %s', async (_what, error) => {
    dynamoDb.on(TransactWriteCommand).rejects(error);
    await expect(transact(table, { item: { put: key } })).rejects.toBe(error);
    expect(tries()).toBe(1);
  });
});

describe('tryTransact', () => {
  const writes = { rule: { put: key }, states: [{ put: key }, { put: key }], none: undefined, count: { put: key } };

  it.each([
    ['a write', canceled('None', 'None', 'None', 'ConditionalCheckFailed'), ['count']],
    ['writes with one name', canceled('None', 'ConditionalCheckFailed', 'ConditionalCheckFailed', 'None'), ['states']],
    ['a write, beside a conflict', canceled('ConditionalCheckFailed', 'TransactionConflict'), ['rule']],
  ])('answers the names of the writes whose conditions failed: %s', async (_what, error, failed) => {
    dynamoDb.on(TransactWriteCommand).rejects(error);
    expect(await tryTransact(table, writes)).toEqual(expect.objectContaining({ failed, cause: error }));
    expect(dynamoDb.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  it('answers no name when another writer was faster, and does not retry', async () => {
    dynamoDb.on(TransactWriteCommand).rejects(canceled('TransactionConflict'));
    expect(await tryTransact(table, writes, async () => true)).toEqual(expect.objectContaining({ failed: [] }));
    expect(dynamoDb.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  it('answers null when the writes were executed', async () => {
    dynamoDb.on(TransactWriteCommand).resolves({});
    expect(await tryTransact(table, writes)).toBeNull();
  });
});

describe('conditionHeld', () => {
  it.each([
    ['a write', refused()],
    ['a transaction', new RefusedError(['rule'])],
  ])('is false when the condition of %s failed', async (_what, error) => {
    expect(await conditionHeld(Promise.reject(error))).toBe(false);
  });

  it.each([
    ['a conflict', canceled('TransactionConflict', 'None')],
    ['a transaction without reasons', new TransactionCanceledException({ message: '', $metadata: {} })],
    ['another error', new Error('ConditionalCheckFailed')],
    ['a value that is no error', 'ConditionalCheckFailed'],
  ])('throws %s', async (_what, error) => {
    await expect(conditionHeld(Promise.reject(error))).rejects.toBe(error);
  });
});
