import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const Updated = z.object({ fullAt: z.number() });
/** The document client does not translate the item that an error carries. */
const ConditionFailed = z.object({ Item: z.object({ fullAt: z.object({ N: z.coerce.number() }) }) });

/**
 * A conditional update of a bucket's arrival time. Both texts are DynamoDB expressions and call the attribute
 * `#fullAt`.
 */
export interface ArrivalTimeUpdate {
  /** The new arrival time. */
  readonly to: string;
  /** The condition. An item that does not exist must meet the condition. */
  readonly when: string;
  readonly values: Readonly<Record<string, number>>;
  /** When the item expires, in seconds since 1970. */
  readonly ttl: number;
}

/**
 * Updates the arrival time, which is stored as `fullAt`, and returns the new value. If the condition fails, returns the
 * present value. Both cases take one request. The functions of write.ts would need a second request for the present
 * value.
 */
export async function updateArrivalTime(
  table: Table,
  key: Key,
  { to, when, values, ttl }: ArrivalTimeUpdate,
): Promise<{ updated: boolean; arrivalTime: number }> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...key },
        UpdateExpression: `SET #fullAt = ${to}, #ttl = :ttl`,
        ConditionExpression: when,
        ExpressionAttributeNames: { '#fullAt': 'fullAt', '#ttl': 'ttl' },
        ExpressionAttributeValues: { ...values, ':ttl': ttl },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { updated: true, arrivalTime: Updated.parse(Attributes).fullAt };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { updated: false, arrivalTime: ConditionFailed.parse(error).Item.fullAt.N };
  }
}
