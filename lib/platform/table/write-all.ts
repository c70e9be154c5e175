import { BatchWriteCommand, type BatchWriteCommandOutput } from '@aws-sdk/lib-dynamodb';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

/** BatchWriteItem accepts at most 25 requests. */
const BATCH = 25;
/** Requests for one batch until all its writes are done. */
const ROUNDS = 10;
/** Concurrent requests of one call. */
const AT_ONCE = 4;

type Requests = NonNullable<BatchWriteCommandOutput['UnprocessedItems']>[string];

/**
 * Puts items, without a condition and not as one transaction. No key may occur twice.
 * @throws Error when items stay unprocessed after ten rounds.
 */
export const putAll = (table: Table, items: readonly (Key & Record<string, unknown>)[]): Promise<void> =>
  writeAll(
    table,
    items.map((item) => ({ PutRequest: { Item: { ...item } } })),
  );

/**
 * Deletes items, without a condition and not as one transaction. A key without an item is no error.
 * @throws Error when keys stay unprocessed after ten rounds.
 */
export const deleteAll = (table: Table, keys: readonly Key[]): Promise<void> =>
  writeAll(
    table,
    keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  );

async function writeAll(table: Table, requests: Requests): Promise<void> {
  const batches: Requests[] = [];
  for (let first = 0; first < requests.length; first += BATCH) batches.push(requests.slice(first, first + BATCH));
  await mapConcurrent(batches, AT_ONCE, (batch) => writeBatch(table, batch));
}

/** Repeats the request for unprocessed writes, with a wait that doubles: the SDK does not retry a partial answer. */
async function writeBatch(table: Table, batch: Requests): Promise<void> {
  let left: Requests | undefined = batch;
  for (let round = 0; left !== undefined && left.length > 0; round++) {
    if (round === ROUNDS) throw new Error(`${left.length} writes stayed unprocessed in BatchWriteItem`);
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(5 * 2 ** round, 1000)));
    const answer: BatchWriteCommandOutput = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: left } }),
    );
    left = answer.UnprocessedItems?.[table.name];
  }
}
