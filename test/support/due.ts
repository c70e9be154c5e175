import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { overdue } from '../../lib/platform/due/due.ts';
import type { DueEntry } from '../../lib/platform/due/pass.ts';
import type { DueKind } from '../../lib/platform/table/due-keys.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { letLagPass } from './index-lag.ts';

/** All entries that were due before a time, turn by turn, after the lag of the index. */
export async function overdueEntries(table: Table, kind: DueKind, before: Date): Promise<DueEntry[]> {
  await letLagPass(table);
  return (await Array.fromAsync(overdue(table, kind, before))).flat().flatMap(({ entries }) => entries);
}

const IndexKey = z.object({ gsi3pk: z.string() });
let engine: DynamoDBClient | undefined;

/** The partition of each entry of the index, by the engine behind the strict DynamoDB: its index does not lag. */
async function partitionsOf({ name }: Table): Promise<string[]> {
  engine ??= new DynamoDBClient({ endpoint: process.env.TEST_DYNAMODB_ENGINE });
  const { Items } = await engine.send(new ScanCommand({ TableName: name, IndexName: 'gsi3' }));
  return z
    .array(IndexKey)
    .parse(Items)
    .map(({ gsi3pk }) => gsi3pk);
}

/** The number of entries of these kinds, due or not. `overdueEntries` takes a request for each partition. */
export async function countEntries(table: Table, kinds: readonly DueKind[]): Promise<number> {
  const found = await partitionsOf(table);
  return found.filter((pk) => kinds.some((kind) => pk.startsWith(`DUE#${kind}#`))).length;
}

const Query = z.object({ IndexName: z.literal('gsi3'), ExpressionAttributeValues: z.object({ ':pk': z.string() }) });

/**
 * Runs handover, whose queries of empty partitions get their answer without a request. Each run asks 140 partitions,
 * nearly all of them empty: these requests were most of the time of the tests. A fault plan sees every query.
 */
export async function withoutEmptyPartitions<T>(table: Table, run: () => Promise<T>): Promise<T> {
  const partitions = new Set(await partitionsOf(table));
  const name = 'withoutEmptyPartitions';
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const { data: query } = Query.safeParse(args.input);
      if (query === undefined || partitions.has(query.ExpressionAttributeValues[':pk'])) return next(args);
      return { output: { Items: [], $metadata: {} }, response: {} };
    },
    // A test can leave a run that hangs. The next run looks again which partitions are empty.
    { step: 'initialize', name, priority: 'low', override: true },
  );
  try {
    return await run();
  } finally {
    table.client.middlewareStack.remove(name);
  }
}
