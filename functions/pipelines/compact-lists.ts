import type { DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { compactPartition } from '../../lib/operation/lists/counted-lists.ts';
import { deps } from '../../lib/platform/deps.ts';
import { wholeListPartition } from '../../lib/platform/table/counted-list-keys.ts';

const StreamRecord = z.object({ dynamodb: z.object({ Keys: z.object({ pk: z.object({ S: z.string() }) }) }) });

/**
 * Compacts the lists whose changes ask for a compaction. Lambda delivers the batch again when a list fails; a list that
 * is short already needs two reads.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<void> {
  const lists = Records.map((record) => wholeListPartition(StreamRecord.parse(record).dynamodb.Keys.pk.S));
  const partitions = new Set(lists);
  for (const pk of partitions) await compactPartition(deps(), pk);
}
