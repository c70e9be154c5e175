import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { mapConcurrent } from '../../values/concurrent.ts';
import { inGroups } from '../../values/in-groups.ts';
import { sdkTimeouts } from '../sdk/sdk-timeouts.ts';
import { repeated } from './batch-rounds.ts';
import type { Key } from './keys.ts';
import { meterReads } from './metered-reads.ts';
import { partitionsLike } from './organisation-parts.ts';
import type { Write } from './write.ts';

const AnyItem = z.object({});

/** The creation of a record by a request with an idempotency key. */
export interface Creation {
  /** Whether an earlier run of the request has created the record. */
  readonly isDone: boolean;
  /** The write that remembers the creation, on condition that no other run of the request has taken over. */
  done(): Promise<Write>;
}

/** The table of a stage and its client. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
  /** Only during a request with an idempotency key: what `create` must know of earlier runs of the request. */
  readonly creation?: Creation;
}

/** Opens the table. The SDK reads the endpoint and the credentials from the environment. */
export function openTable(name: string, client = new DynamoDBClient({ maxAttempts: 5, ...sdkTimeouts() })): Table {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  meterReads(documents);
  // The SDK copies each answer for a log that is off.
  documents.middlewareStack.remove('loggerMiddleware');
  return { name, client: documents };
}

/**
 * Reads one item, strongly consistent. Null when the item does not exist.
 * @param stale reads at half the price; the answer may lack the latest writes.
 */
export async function getItem<S extends z.ZodType>(
  table: Table,
  key: Key,
  schema: S,
  { stale = false }: { readonly stale?: boolean } = {},
): Promise<z.output<S> | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...key }, ConsistentRead: !stale }),
  );
  return Item === undefined ? null : schema.parse(Item);
}

/** Whether an item exists, strongly consistent. */
export const exists = async (table: Table, key: Key): Promise<boolean> => (await getItem(table, key, AnyItem)) !== null;

export interface Range {
  /** Descending order. The default is ascending. */
  readonly backwards?: boolean;
  /** The number of items to read. The default is all. */
  readonly limit?: number;
  /** Reads at half the price; the answer may lack the latest writes. The default is strongly consistent. */
  readonly stale?: boolean;
}

/** The items of a partition whose sort key starts with `prefix`, in key order, strongly consistent. */
export const queryPrefix = <S extends z.ZodType>(
  table: Table,
  pk: string,
  prefix: string,
  schema: S,
  range: Range = {},
) => query(table, 'pk = :pk AND begins_with(sk, :prefix)', { ':pk': pk, ':prefix': prefix }, schema, range);

/** All items of a kind of an organisation, in the order of their ids. @param none its key with an empty id. */
export async function queryKind<S extends z.ZodType>(table: Table, { pk, sk }: Key, schema: S) {
  const items: z.output<S>[] = [];
  for (const each of partitionsLike(pk)) items.push(...(await queryPrefix(table, each, sk, schema)));
  return items;
}

/** The items of a partition from one key to another key, both included, strongly consistent. */
export const queryRange = <S extends z.ZodType>(table: Table, from: Key, to: Key, schema: S, range: Range = {}) =>
  query(
    table,
    'pk = :pk AND sk BETWEEN :from AND :to',
    { ':pk': from.pk, ':from': from.sk, ':to': to.sk },
    schema,
    range,
  );

async function query<S extends z.ZodType>(
  table: Table,
  KeyConditionExpression: string,
  ExpressionAttributeValues: Record<string, string>,
  schema: S,
  { backwards = false, limit = Number.POSITIVE_INFINITY, stale = false }: Range = {},
): Promise<z.output<S>[]> {
  const items: z.output<S>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ConsistentRead: !stale,
        KeyConditionExpression,
        ExpressionAttributeValues,
        ScanIndexForward: !backwards,
        Limit: Number.isFinite(limit) ? limit - items.length : undefined,
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? []) items.push(schema.parse(item));
    start = page.LastEvaluatedKey;
  } while (start !== undefined && items.length < limit);
  return items;
}

/** BatchGetItem accepts at most 100 keys. */
const BATCH_GET_LIMIT = 100;
/** Concurrent requests of one call. The addresses of a block need about ten requests. */
const BATCH_GETS_AT_ONCE = 8;

/**
 * Reads the items with these keys, in the order of the keys. Leaves out items that do not exist. A stale read costs
 * half as much and may miss the last second's writes.
 * @throws BusyError when the table processes no key for about three seconds.
 */
export async function batchGet<S extends z.ZodType>(
  table: Table,
  wanted: readonly Key[],
  schema: S,
  { stale = false }: { stale?: boolean } = {},
): Promise<z.output<S>[]> {
  const batches = inGroups(wanted, BATCH_GET_LIMIT);
  const items = (await mapConcurrent(batches, BATCH_GETS_AT_ONCE, (batch) => getBatch(table, batch, !stale))).flat();
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  return wanted.flatMap((key) => {
    const item = byKey.get(`${key.pk} ${key.sk}`);
    return item === undefined ? [] : [schema.parse(item)];
  });
}

/** Reads one batch. Keys stay unprocessed beyond 16 MB, or beyond 1 MB of a partition. */
async function getBatch(
  table: Table,
  batch: readonly Key[],
  ConsistentRead: boolean,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const keys = batch.map((key): Record<string, unknown> => ({ ...key }));
  await repeated(keys, async (left) => {
    const answer = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: [...left], ConsistentRead } } }),
    );
    items.push(...(answer.Responses?.[table.name] ?? []));
    return answer.UnprocessedKeys?.[table.name]?.Keys;
  });
  return items;
}
