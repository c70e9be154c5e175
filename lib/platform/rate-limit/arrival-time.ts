import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const Updated = z.object({ fullAt: z.number() });
/** The document client does not translate the items of errors. */
const Refused = z.object({ Item: z.object({ fullAt: z.object({ N: z.coerce.number() }) }) });

/** A move of an item's number `fullAt`; both texts in DynamoDB's language. */
export interface Move {
  readonly to: string;
  readonly when: string;
  readonly values: Readonly<Record<string, number>>;
  /** When the item expires, in seconds since 1970. */
  readonly ttl: number;
}

/**
 * Moves `fullAt` where the condition holds; where it does not, tells how it is, all in one request, which is why it is not
 * one of write.ts. An item that is not there must meet the condition.
 */
export async function moveFullAt(
  table: Table,
  key: Key,
  { to, when, values, ttl }: Move,
): Promise<{ moved: boolean; fullAt: number }> {
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
    return { moved: true, fullAt: Updated.parse(Attributes).fullAt };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { moved: false, fullAt: Refused.parse(error).Item.fullAt.N };
  }
}
