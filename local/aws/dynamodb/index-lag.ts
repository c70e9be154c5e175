import * as z from 'zod';
import { AwsError, ok } from '../aws-answer.ts';
import { Attributes, itemBytes } from './attributes.ts';
import type { Behaviour, DbRequest, Reply, Respond } from './db-request.ts';
import { ItemQueue } from './item-queue.ts';
import { keyConditionOf } from './key-condition.ts';
import type { OpenTable, OpenTables } from './open-tables.ts';

/** All fields of an index query that this engine supports. It refuses a query with other fields. */
const IndexQuery = z.strictObject({
  TableName: z.string(),
  IndexName: z.string(),
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).optional(),
  ExpressionAttributeValues: Attributes,
  ScanIndexForward: z.boolean().default(true),
  Limit: z.int().positive().optional(),
  ExclusiveStartKey: Attributes.optional(),
  ReturnConsumedCapacity: z.string().default('NONE'),
});

const Text = z.object({ S: z.string() });

/** What an eventually consistent read reads for half a unit. */
const HALF_UNIT_BYTES = 4096;
/** A page of a query. */
const PAGE_BYTES = 1024 ** 2;

/**
 * Keeps the copy of the index of each table, also when the lag is switched off: throttling asks the copy for index
 * partitions. Writes of one item run one after the other, so the copy takes them in the order of the engine.
 */
export function indexCopies(tables: OpenTables): Behaviour {
  const queue = new ItemQueue();
  return async (request, next) => {
    if (!request.writes) return next(request);
    const changing = request.parts.flatMap((part) => {
      const { indexChange, table } = part;
      return table.index === undefined || indexChange === undefined ? [] : [{ part, index: table.index, indexChange }];
    });
    if (changing.length === 0) return next(request);
    return queue.run(
      changing.map(({ part }) => part.item),
      async () => {
        const reply = await executed(request, next, tables);
        if (reply.answer.status !== 200) return reply;
        for (const { part, index, indexChange } of changing) {
          index.write(part.item, part.attributes, { ...index.valuesOf(part.item), ...indexChange });
        }
        return reply;
      },
    );
  };
}

/** Executes a write. If nobody knows whether the write happened, the next request reads the index again. */
async function executed(request: DbRequest, next: Respond, tables: OpenTables): Promise<Reply> {
  const forget = () => {
    for (const { name } of request.tables) tables.forget(name);
  };
  try {
    const reply = await next(request);
    if (reply.answer.status >= 500) forget();
    return reply;
  } catch (error) {
    forget();
    throw error;
  }
}

/** Answers index queries from the copy, which lags. */
export const indexLag: Behaviour = async (request, next) => {
  const [table] = request.tables;
  return request.index === undefined || table === undefined ? next(request) : queried(request, table);
};

function queried({ operation, json }: DbRequest, { name, index }: OpenTable): Reply {
  const query = IndexQuery.safeParse(json);
  if (operation !== 'Query' || index === undefined || index.keys.name !== json.IndexName || !query.success) {
    throw new AwsError(500, 'InternalFailure', `The strict DynamoDB cannot answer: ${JSON.stringify(json)}`);
  }
  const { ScanIndexForward, Limit = Number.POSITIVE_INFINITY, ExclusiveStartKey, ReturnConsumedCapacity } = query.data;
  const { partition, matches } = keyConditionOf(json);
  const wanted = { matches, backwards: !ScanIndexForward, after: ExclusiveStartKey };
  const found = index.query({ ...wanted, partition: Text.parse(partition).S, limit: Limit });
  const { items, bytes } = firstPage(found.items);
  const indexUnits = Math.max(0.5, Math.ceil(bytes / HALF_UNIT_BYTES) / 2);
  const answer = ok({
    Items: items,
    Count: items.length,
    ScannedCount: items.length,
    ...((found.more || items.length < found.items.length) && { LastEvaluatedKey: items.at(-1) }),
    ...(ReturnConsumedCapacity !== 'NONE' && { ConsumedCapacity: { TableName: name, CapacityUnits: indexUnits } }),
  });
  return { answer, consumed: [{ table: name, units: 0, indexUnits }] };
}

function firstPage(items: readonly Attributes[]): { items: Attributes[]; bytes: number } {
  const page: Attributes[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += itemBytes(item);
    if (bytes > PAGE_BYTES) break;
    page.push(item);
  }
  return { items: page, bytes: Math.min(bytes, PAGE_BYTES) };
}
