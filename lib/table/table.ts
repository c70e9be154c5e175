import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import type { Key } from './keys.ts';

/** The one table, as the repositories hold it. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
}

/** A table client; the endpoint and credentials come from the environment, as the SDK reads them. */
export function openTable(name: string, client = new DynamoDBClient({ maxAttempts: 5 })): Table {
  return {
    name,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  };
}

/** Reads one item, strongly consistent; null when there is none. */
export async function getItem<S extends z.ZodType>(table: Table, key: Key, schema: S): Promise<z.output<S> | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...key }, ConsistentRead: true }),
  );
  return Item === undefined ? null : schema.parse(Item);
}

/** Every item of a partition whose sort key starts with `prefix`, in key order, strongly consistent. */
export async function queryPrefix<S extends z.ZodType>(
  table: Table,
  pk: string,
  prefix: string,
  schema: S,
): Promise<z.output<S>[]> {
  const items: z.output<S>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? []) items.push(schema.parse(item));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/** BatchGetItem takes 100 keys. */
export const BATCH_GET_LIMIT = 100;

/**
 * The items of these keys in the order asked, those that are gone left out. Unprocessed keys are asked again; the SDK's
 * own back-off applies to throttling, so a share that stays unprocessed means the table is overloaded.
 * @throws Error after ten rounds that left keys unprocessed.
 */
export async function batchGet<S extends z.ZodType>(
  table: Table,
  wanted: readonly Key[],
  schema: S,
): Promise<z.output<S>[]> {
  const found = new Map<string, z.output<S>>();
  for (let i = 0; i < wanted.length; i += BATCH_GET_LIMIT) {
    let keys: Record<string, unknown>[] | undefined = wanted.slice(i, i + BATCH_GET_LIMIT).map((key) => ({ ...key }));
    for (let round = 0; keys !== undefined && keys.length > 0; round++) {
      if (round === 10) throw new Error(`${keys.length} keys stayed unprocessed in BatchGetItem`);
      const answer: BatchGetCommandOutput = await table.client.send(
        new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } }),
      );
      for (const item of answer.Responses?.[table.name] ?? []) found.set(`${item.pk} ${item.sk}`, schema.parse(item));
      keys = answer.UnprocessedKeys?.[table.name]?.Keys;
    }
  }
  return wanted.flatMap((key) => found.get(`${key.pk} ${key.sk}`) ?? []);
}
