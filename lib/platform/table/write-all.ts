import { BatchWriteCommand, type BatchWriteCommandOutput } from '@aws-sdk/lib-dynamodb';
import { mapConcurrent } from '../../values/concurrent.ts';
import { inGroups } from '../../values/in-groups.ts';
import { repeated } from './batch-rounds.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

/** BatchWriteItem accepts at most 25 requests. */
const BATCH = 25;
/** Concurrent requests of one call. */
const AT_ONCE = 4;

type Requests = NonNullable<BatchWriteCommandOutput['UnprocessedItems']>[string];

/**
 * Puts items, without a condition and not as one transaction. No key may occur twice.
 * @throws BusyError when the table processes no item for about three seconds.
 */
export const putAll = (table: Table, items: readonly (Key & Record<string, unknown>)[]): Promise<void> =>
  writeAll(
    table,
    items.map((item) => ({ PutRequest: { Item: { ...item } } })),
  );

/**
 * Deletes items, without a condition and not as one transaction. A key without an item is no error.
 * @throws BusyError when the table processes no key for about three seconds.
 */
export const deleteAll = (table: Table, keys: readonly Key[]): Promise<void> =>
  writeAll(
    table,
    keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  );

async function writeAll(table: Table, requests: Requests): Promise<void> {
  await mapConcurrent(inGroups(requests, BATCH), AT_ONCE, (batch) =>
    repeated(batch, async (left) => {
      const { UnprocessedItems } = await table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: [...left] } }),
      );
      return UnprocessedItems?.[table.name];
    }),
  );
}
