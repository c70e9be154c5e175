import { BatchWriteCommand, type BatchWriteCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

/** BatchWriteItem accepts at most 25 requests. */
const BATCH = 25;
/** Requests for one batch until all its keys are deleted. */
const ROUNDS = 10;

type Requests = NonNullable<BatchWriteCommandOutput['UnprocessedItems']>[string];

/**
 * Deletes items, without a condition and not as one transaction. A key without an item is no error.
 * @throws Error when keys stay unprocessed after ten rounds.
 */
export async function deleteAll(table: Table, keys: readonly Key[]): Promise<void> {
  for (let first = 0; first < keys.length; first += BATCH) {
    let left: Requests | undefined = keys.slice(first, first + BATCH).map((key) => ({
      DeleteRequest: { Key: { pk: key.pk, sk: key.sk } },
    }));
    for (let round = 0; left !== undefined && left.length > 0; round++) {
      if (round === ROUNDS) throw new Error(`${left.length} keys stayed unprocessed in BatchWriteItem`);
      if (round > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(5 * 2 ** round, 1000)));
      const answer: BatchWriteCommandOutput = await table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: left } }),
      );
      left = answer.UnprocessedItems?.[table.name];
    }
  }
}
