import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DueKind } from '../../lib/platform/table/keys.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { type DueEntry, overdue } from '../../lib/reconcile/due.ts';
import { letLagPass } from './index-lag.ts';

/** All entries that were due before a time, turn by turn, after the lag of the index. */
export async function overdueEntries(table: Table, kind: DueKind, before: Date): Promise<DueEntry[]> {
  await letLagPass(table);
  return (await Array.fromAsync(overdue(table, kind, before))).flat().flatMap(({ entries }) => entries);
}

const IndexKey = z.object({ gsi3pk: z.string() });

/**
 * The number of entries of these kinds, due or not. Asks the engine behind the strict DynamoDB: one scan of its index,
 * which does not lag. `overdueEntries` takes a request for each partition.
 */
export async function countEntries({ name }: Table, kinds: readonly DueKind[]): Promise<number> {
  const engine = new DynamoDBClient({ endpoint: process.env.TEST_DYNAMODB_ENGINE });
  const { Items } = await engine.send(new ScanCommand({ TableName: name, IndexName: 'gsi3' }));
  const found = z.array(IndexKey).parse(Items);
  return found.filter(({ gsi3pk }) => kinds.some((kind) => gsi3pk.startsWith(`DUE#${kind}#`))).length;
}
