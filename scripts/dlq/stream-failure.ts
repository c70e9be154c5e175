import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { EvaluationMessage } from '../../lib/alerts/evaluation/evaluation-queue.ts';
import { DUE_SHARDS, due } from '../../lib/platform/table/due-keys.ts';
import { idIn, organisationIn } from '../../lib/platform/table/keys.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { OrganisationId, Uuid } from '../../lib/values/ids.ts';
import { plusSeconds } from '../../lib/values/time.ts';

/**
 * What Lambda sends about records of the table stream that a function could not process: a position in the stream,
 * which DynamoDB keeps for a day, and when the records came.
 */
export const StreamFailure = z
  .object({
    requestContext: z.object({ functionArn: z.string() }),
    DDBStreamBatchInfo: z.object({
      startSequenceNumber: z.string(),
      batchSize: z.number(),
      approximateArrivalOfFirstRecord: z.iso.datetime(),
      approximateArrivalOfLastRecord: z.iso.datetime(),
    }),
  })
  .transform((failure) => {
    const functionName = failure.requestContext.functionArn.split(':')[6] ?? '';
    return { ...failure, functionName, isEvaluation: functionName.endsWith('-evaluate-rules') };
  });
export type StreamFailure = z.output<typeof StreamFailure>;

/** Records come to the stream after their writer has set the time in them. */
const EARLIER_SECONDS = 60;
const PARTITIONS_AT_ONCE = 16;

const Entry = z.object({ pk: z.string(), sk: z.string(), gsi3sk: z.string() });

/**
 * The evaluations that are still pending of the time in which the records came. The stream need not have the records
 * any more. Reads the entries of all pending evaluations.
 */
export async function pendingIn(
  table: Table,
  { DDBStreamBatchInfo: info }: StreamFailure,
): Promise<EvaluationMessage[]> {
  const from = plusSeconds(new Date(info.approximateArrivalOfFirstRecord), -EARLIER_SECONDS).toISOString();
  // The times of Lambda are whole seconds.
  const until = plusSeconds(new Date(info.approximateArrivalOfLastRecord), 1).toISOString();
  const shards = Array.from({ length: DUE_SHARDS.EVALUATION }, (_, shard) => due.partition('EVALUATION', shard));
  const found = await mapConcurrent(shards, PARTITIONS_AT_ONCE, (pk) => entriesOf(table, pk));
  return found
    .flat()
    .filter(({ gsi3sk }) => {
      const [, recordedAt = ''] = gsi3sk.split('#');
      return recordedAt >= from && recordedAt <= until;
    })
    .map(({ pk, sk }) => ({
      organisationId: OrganisationId.parse(organisationIn(pk)),
      transactionId: Uuid.parse(idIn(sk)),
    }));
}

async function entriesOf({ client, name }: Table, pk: string): Promise<z.output<typeof Entry>[]> {
  const entries: z.output<typeof Entry>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: name,
        IndexName: 'gsi3',
        KeyConditionExpression: 'gsi3pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ExclusiveStartKey: start,
      }),
    );
    entries.push(...z.array(Entry).parse(Items));
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return entries;
}
