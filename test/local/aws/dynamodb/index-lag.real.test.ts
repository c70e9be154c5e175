import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { IF_PRESENT, nullIfConditionFailed, transact, write } from '../../../../lib/platform/table/write.ts';
import { openFront } from './strict-front.ts';

type Front = Awaited<ReturnType<typeof openFront>>;

/** Everything that can follow the partition key in a query. */
const queried = async (front: Front, more = '', values: Record<string, string> = {}, options: object = {}) => {
  const { Items = [], LastEvaluatedKey } = await front.documents.send(
    new QueryCommand({
      TableName: front.name,
      IndexName: 'gsi3',
      KeyConditionExpression: `gsi3pk = :pk${more}`,
      ExpressionAttributeValues: { ':pk': 'DUE', ...values },
      ...options,
    }),
  );
  return { found: Items.map(({ sk, gsi3sk }) => `${sk} ${gsi3sk}`), last: LastEvaluatedKey };
};

const tableOf = ({ name, documents }: Front) => ({ name, client: documents });
const itemOf = (sk: string, at = '1') => ({ pk: 'P', sk, gsi3pk: 'DUE', gsi3sk: at });
const LAG = { lagMs: 500 };

describe('A query of the index', () => {
  it('misses a new entry until its lag has passed', async () => {
    await using front = await openFront(LAG);
    await write(tableOf(front), { put: itemOf('a') });
    expect((await queried(front)).found).toEqual([]);
    front.clock.ms = 500;
    expect((await queried(front)).found).toEqual(['a 1']);
  });

  it('shows entries of different items in another order than that of the writes', async () => {
    await using front = await openFront(LAG);
    const names = [...'abcdefghij'];
    for (const sk of names) await write(tableOf(front), { put: itemOf(sk) });
    const seen: string[] = [];
    for (; front.clock.ms <= 500; front.clock.ms += 5) {
      const { found } = await queried(front);
      seen.push(...found.filter((entry) => !seen.includes(entry)));
    }
    const inOrder = names.map((sk) => `${sk} 1`);
    expect(seen.toSorted()).toEqual(inOrder);
    expect(seen).not.toEqual(inOrder);
  });

  it('follows puts, updates, deletes, batches and transactions', async () => {
    await using front = await openFront(LAG);
    const table = tableOf(front);
    for (const sk of ['a', 'b', 'c', 'd', 'e', 'f']) await write(table, { put: itemOf(sk) });
    await write(table, { put: { pk: 'P', sk: 'a' } });
    await write(table, { update: { pk: 'P', sk: 'b' }, set: { gsi3sk: '2', other: 1 }, add: { n: 1 }, remove: ['x'] });
    await write(table, { update: { pk: 'P', sk: 'c' }, set: { other: 1 }, remove: ['gsi3pk', 'gsi3sk'] });
    await write(table, { delete: { pk: 'P', sk: 'd' } });
    await transact(table, {
      e: { update: { pk: 'P', sk: 'e' }, set: { gsi3pk: 'OTHER' } },
      g: { put: itemOf('g', '3') },
    });
    await front.documents.send(
      new BatchWriteCommand({
        RequestItems: {
          [front.name]: [{ DeleteRequest: { Key: { pk: 'P', sk: 'f' } } }, { PutRequest: { Item: itemOf('h', '0') } }],
        },
      }),
    );
    front.clock.ms = 500;
    expect((await queried(front)).found).toEqual(['h 0', 'b 2', 'g 3']);
  });

  it('does not follow a write whose condition failed', async () => {
    await using front = await openFront();
    const part = { put: itemOf('a'), ...IF_PRESENT };
    expect(await nullIfConditionFailed(write(tableOf(front), part).then(() => true))).toBeNull();
    expect((await queried(front)).found).toEqual([]);
  });

  it('supports conditions on the sort key, both directions and pages', async () => {
    await using front = await openFront();
    for (const n of ['1', '2', '3', '30']) await write(tableOf(front), { put: itemOf(`i${n}`, n) });
    const sorted = async (...args: [more?: string, values?: Record<string, string>, options?: object]) =>
      (await queried(front, ...args)).found.map((entry) => entry.split(' ')[1]);
    expect(await sorted(' AND gsi3sk < :x', { ':x': '3' })).toEqual(['1', '2']);
    expect(await sorted(' AND gsi3sk BETWEEN :x AND :y', { ':x': '2', ':y': '3' })).toEqual(['2', '3']);
    expect(await sorted(' AND begins_with(gsi3sk, :x)', { ':x': '3' })).toEqual(['3', '30']);
    expect(await sorted('', {}, { ScanIndexForward: false })).toEqual(['30', '3', '2', '1']);
    const { found, last } = await queried(front, '', {}, { Limit: 3 });
    expect(found).toEqual(['i1 1', 'i2 2', 'i3 3']);
    expect(await queried(front, '', {}, { Limit: 3, ExclusiveStartKey: last })).toEqual({
      found: ['i30 30'],
      last: undefined,
    });
  });

  it('shows what the table contained before the front started', async () => {
    await using front = await openFront(LAG);
    await front.engine.send(
      new PutItemCommand({
        TableName: front.name,
        Item: { pk: { S: 'P' }, sk: { S: 'a' }, gsi3pk: { S: 'DUE' }, gsi3sk: { S: '1' } },
      }),
    );
    expect((await queried(front)).found).toEqual(['a 1']);
  });

  it('is right at once when the lag is switched off', async () => {
    await using front = await openFront({ ...LAG, lenient: new Set(['lag']) });
    await write(tableOf(front), { put: itemOf('a') });
    expect((await queried(front)).found).toEqual(['a 1']);
  });
});

describe('The front of the index refuses', () => {
  const INTERNAL = { name: 'InternalFailure' };

  it('an update expression that it cannot interpret, and writes nothing', async () => {
    await using front = await openFront(LAG);
    const update = {
      TableName: front.name,
      Key: { pk: 'P', sk: 'a' },
      UpdateExpression: 'SET gsi3pk = if_not_exists(gsi3pk, :x)',
      ExpressionAttributeValues: { ':x': 'DUE' },
    };
    await expect(front.documents.send(new UpdateCommand(update))).rejects.toMatchObject(INTERNAL);
    expect((await queried(front)).found).toEqual([]);
  });

  it('a query with fields that it does not know', async () => {
    await using front = await openFront(LAG);
    const filter = { FilterExpression: 'gsi3sk = :x' };
    await expect(queried(front, '', { ':x': '1' }, filter)).rejects.toMatchObject(INTERNAL);
  });
});
