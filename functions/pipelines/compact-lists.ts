import type { DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { compactPartition } from '../../lib/operation/lists/counted-lists.ts';
import { deps } from '../../lib/platform/deps.ts';

const StreamRecord = z.object({ dynamodb: z.object({ Keys: z.object({ pk: z.object({ S: z.string() }) }) }) });

/**
 * Compacts the lists whose changes ask for a compaction. Lambda delivers the batch again when a list fails; a list that
 * is short already needs two reads.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<void> {
  const partitions = new Set(Records.map((record) => StreamRecord.parse(record).dynamodb.Keys.pk.S));
  for (const pk of partitions) await compactPartition(deps(), pk);
}
