import { BatchGetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { openFront } from './strict-front.ts';

/** Three of these items exceed 1 MB. */
const TEXT = 'x'.repeat(390_000);

async function withLargeItems(strictness: Parameters<typeof openFront>[0] = {}) {
  const front = await openFront({ ...strictness, lenient: new Set(['throttle', ...(strictness.lenient ?? [])]) });
  const { documents, name: TableName } = front;
  const keys = ['A', 'B'].flatMap((pk) => [1, 2, 3, 4].map((n) => ({ pk, sk: `${n}` })));
  for (const key of keys) await documents.send(new PutCommand({ TableName, Item: { ...key, text: TEXT } }));
  const get = (Keys: typeof keys) =>
    documents.send(
      new BatchGetCommand({
        RequestItems: { [TableName]: { Keys, ConsistentRead: true } },
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );
  return { ...front, keys, get };
}

describe('BatchGetItem', () => {
  it('answers at most 1 MB of each partition, and returns the other keys', async () => {
    await using front = await withLargeItems();
    const { Responses, UnprocessedKeys, ConsumedCapacity } = await front.get(front.keys);
    const read = Responses?.[front.name]?.map(({ pk, sk }) => `${pk}${sk}`);
    expect(read?.sort()).toEqual(['A1', 'A2', 'B1', 'B2']);
    const left = UnprocessedKeys?.[front.name];
    expect(left?.ConsistentRead).toBe(true);
    expect(left?.Keys?.map(({ pk, sk }) => `${pk}${sk}`).sort()).toEqual(['A3', 'A4', 'B3', 'B4']);
    expect(ConsumedCapacity?.[0]?.CapacityUnits).toBe(4 * 96);
  });

  it('answers one item of each partition even if the item alone exceeds a smaller limit', async () => {
    await using front = await withLargeItems({ batchBytes: 1000 });
    const { Responses } = await front.get(front.keys);
    expect(Responses?.[front.name]?.map(({ pk, sk }) => `${pk}${sk}`).sort()).toEqual(['A1', 'B1']);
  });

  it('answers the rest when the caller asks for it', async () => {
    await using front = await withLargeItems();
    const { UnprocessedKeys } = await front.get(front.keys.slice(2, 4));
    expect(UnprocessedKeys).toEqual({});
  });

  it('answers everything when pages are switched off', async () => {
    await using front = await withLargeItems({ lenient: new Set(['pages']) });
    const { Responses, UnprocessedKeys } = await front.get(front.keys);
    expect([Responses?.[front.name]?.length, UnprocessedKeys]).toEqual([8, {}]);
  });
});

describe('Query', () => {
  it('pages at 1 MB', async () => {
    await using front = await withLargeItems();
    const { Items, LastEvaluatedKey } = await front.documents.send(
      new QueryCommand({
        TableName: front.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'A' },
      }),
    );
    expect([Items?.length, LastEvaluatedKey]).toEqual([2, { pk: 'A', sk: '2' }]);
  });
});
