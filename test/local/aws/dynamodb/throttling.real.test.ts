import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { UnitBuckets } from '../../../../local/aws/dynamodb/unit-buckets.ts';
import { openFront } from './strict-front.ts';

/** One item of this size costs 390 write units, and 97.5 read units. */
const TEXT = 'x'.repeat(399_000);
const THROTTLED = { name: 'ProvisionedThroughputExceededException' };

type Front = Awaited<ReturnType<typeof openFront>>;

const put = ({ documents, name: TableName }: Front, pk: string, more: object = {}) =>
  documents.send(new PutCommand({ TableName, Item: { pk, sk: 'S', ...more } }));

/** Writes 1,170 units to the partition `P` at the same instant. */
const exhaust = async (front: Front) => {
  for (let n = 0; n < 3; n++) await put(front, 'P', { text: TEXT });
};

describe('A partition with more than 1,000 write units a second', () => {
  it('throttles its writes until it has units again, and no other partition', async () => {
    await using front = await openFront();
    await exhaust(front);
    await expect(put(front, 'P')).rejects.toMatchObject(THROTTLED);
    await put(front, 'Q');
    front.clock.ms = 200;
    await put(front, 'P');
  });

  it('throttles a transaction with a reason for each part', async () => {
    await using front = await openFront();
    await exhaust(front);
    const parts = ['Q', 'P'].map((pk) => ({ Put: { TableName: front.name, Item: { pk, sk: 'T' } } }));
    await expect(front.documents.send(new TransactWriteCommand({ TransactItems: parts }))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
    });
  });

  it('has the reason of a refused transaction when it refills at that moment', async () => {
    await using front = await openFront();
    await exhaust(front);
    front.clock.stepMs = 90;
    const TransactItems = [{ Put: { TableName: front.name, Item: { pk: 'P', sk: 'T' } } }];
    await expect(front.documents.send(new TransactWriteCommand({ TransactItems }))).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'ThrottlingError' }],
    });
  });

  it('leaves its items of a batch unprocessed', async () => {
    await using front = await openFront();
    await exhaust(front);
    const requests = ['P', 'Q'].map((pk) => ({ PutRequest: { Item: { pk, sk: 'T' } } }));
    const write = (each: typeof requests) =>
      front.documents.send(new BatchWriteCommand({ RequestItems: { [front.name]: each } }));
    expect((await write(requests)).UnprocessedItems).toEqual({ [front.name]: requests.slice(0, 1) });
    await expect(write(requests.slice(0, 1))).rejects.toMatchObject(THROTTLED);
  });

  it('is not throttled when throttling is switched off', async () => {
    await using front = await openFront({ lenient: new Set(['throttle']) });
    await exhaust(front);
    await put(front, 'P');
  });
});

describe('A partition with more than 3,000 read units a second', () => {
  it('throttles reads, and leaves its keys of a batch unprocessed', async () => {
    await using front = await openFront();
    await put(front, 'P', { text: TEXT });
    await put(front, 'Q');
    const target = { TableName: front.name, Key: { pk: 'P', sk: 'S' } };
    const get = () => front.documents.send(new GetCommand({ ...target, ConsistentRead: true }));
    for (let n = 0; n < 31; n++) await get();
    await expect(get()).rejects.toMatchObject(THROTTLED);
    const Keys = ['P', 'Q'].map((pk) => ({ pk, sk: 'S' }));
    const { Responses, UnprocessedKeys } = await front.documents.send(
      new BatchGetCommand({ RequestItems: { [front.name]: { Keys } } }),
    );
    expect(Responses?.[front.name]).toEqual([{ pk: 'Q', sk: 'S' }]);
    expect(UnprocessedKeys?.[front.name]?.Keys).toEqual([{ pk: 'P', sk: 'S' }]);
  });
});

describe('A partition of an index', () => {
  it('throttles the writes of the table that change it', async () => {
    await using front = await openFront();
    const indexed = { gsi3pk: 'DUE', gsi3sk: 'a' };
    const many = (batch: number) =>
      Array.from({ length: 25 }, (_, n) => ({ PutRequest: { Item: { pk: `P${batch}-${n}`, sk: 'S', ...indexed } } }));
    const writes = Array.from({ length: 40 }, (_, batch) =>
      front.documents.send(new BatchWriteCommand({ RequestItems: { [front.name]: many(batch) } })),
    );
    await Promise.all(writes);
    await expect(put(front, 'new', indexed)).rejects.toMatchObject(THROTTLED);
    await put(front, 'new', { ...indexed, gsi3pk: 'OTHER' });
    await put(front, 'P0-0-unindexed');
  });
});

describe('A table with a limit of its own', () => {
  it('throttles every partition', async () => {
    await using front = await openFront({ tableRate: { write: 10, read: 10 } });
    await put(front, 'P', { text: TEXT });
    await expect(put(front, 'Q')).rejects.toMatchObject({ name: 'ThrottlingException' });
  });
});

describe('A token bucket', () => {
  it('refills by its rate, and holds the units of one second', () => {
    let now = 0;
    const buckets = new UnitBuckets({ write: 1000, read: 3000 }, () => now);
    buckets.take('write', 'P', 2500);
    expect([buckets.isEmpty('write', 'P'), buckets.isEmpty('read', 'P'), buckets.isEmpty('write', 'Q')]).toEqual([
      true,
      false,
      false,
    ]);
    now = 1500;
    expect(buckets.isEmpty('write', 'P')).toBe(true);
    now = 1501;
    expect(buckets.isEmpty('write', 'P')).toBe(false);
    now = 1e9;
    buckets.take('write', 'P', 1000);
    expect(buckets.isEmpty('write', 'P')).toBe(true);
  });
});
