import * as z from 'zod';
import { type Answer, parsed } from '../aws-answer.ts';
import { Attributes } from './attributes.ts';
import { indexChangeOf, Update } from './index-change.ts';
import type { IndexValues } from './lagging-index.ts';
import type { OpenTable, OpenTables } from './open-tables.ts';

const OnItem = Update.extend({ TableName: z.string(), Key: Attributes.optional(), Item: Attributes.optional() });
const Transaction = z.object({ TransactItems: z.array(z.record(z.string(), OnItem)) });
export const BatchGet = z.looseObject({
  RequestItems: z.record(z.string(), z.looseObject({ Keys: z.array(Attributes) })),
});
const WriteRequest = z.object({
  PutRequest: z.object({ Item: Attributes }).optional(),
  DeleteRequest: z.object({ Key: Attributes }).optional(),
});
export const BatchWrite = z.looseObject({ RequestItems: z.record(z.string(), z.array(WriteRequest)) });
const OnTable = z.object({ TableName: z.string() });
const OnIndex = z.object({ IndexName: z.string().optional() });

/** The operations on items. All other operations pass the engine unchanged. */
const Operation = z.enum([
  'GetItem',
  'BatchGetItem',
  'TransactGetItems',
  'Query',
  'Scan',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
]);
export type Operation = z.output<typeof Operation>;

export type Action = 'Get' | 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

/** What a request does with one item. */
export interface Part {
  readonly action: Action;
  readonly table: OpenTable;
  /** Identifies the item among the items of all tables. */
  readonly item: string;
  /** Identifies the partition of the item among the partitions of all tables. */
  readonly partition: string;
  /** The whole item of a put, or the key. */
  readonly attributes: Attributes;
  /** The index attributes that a write sets or removes; undefined when it does not touch them. */
  readonly indexChange: IndexValues | undefined;
}

export interface DbRequest {
  readonly operation: Operation;
  readonly writes: boolean;
  /** The body as JSON and as the caller sent it. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly tables: readonly OpenTable[];
  /** In the order of the request. Empty for queries and scans. */
  readonly parts: readonly Part[];
  /** The index that a query or scan reads. */
  readonly index: string | undefined;
}

/** The units that a request consumed, for each table. */
export interface Units {
  readonly table: string;
  /** Of the table itself. */
  readonly units: number;
  /** Of the indexes of the table. */
  readonly indexUnits: number;
}

export interface Reply {
  readonly answer: Answer;
  readonly consumed: readonly Units[];
}

/** Answers a request. */
export type Respond = (request: DbRequest) => Promise<Reply>;
/** One behaviour of AWS around the requests of the engine. */
export type Behaviour = (request: DbRequest, next: Respond) => Promise<Reply>;

const READS = /Get|Query|Scan/;
const Json = z.record(z.string(), z.unknown());

/**
 * Reads a request on items. Undefined for any other operation, and for a table that does not exist.
 * @throws AwsError for a malformed request.
 */
export async function readRequest(target: string, body: string, tables: OpenTables): Promise<DbRequest | undefined> {
  const operation = Operation.safeParse(/^DynamoDB_\d+\.(\w+)$/.exec(target)?.[1]).data;
  if (operation === undefined) return undefined;
  const json = parsed(Json, body);
  const named = itemsOf(operation, json);
  const opened = new Map<string, OpenTable>();
  for (const name of new Set(named.map(({ table }) => table))) {
    const table = await tables.open(name);
    if (table === undefined) return undefined;
    opened.set(name, table);
  }
  const parts = named.flatMap(({ table: name, action, attributes, update }): Part[] => {
    const table = opened.get(name);
    if (table === undefined || action === undefined) return [];
    const indexChange = table.index && indexChangeOf(action, attributes, update, table.index);
    return [{ action, table, ...table.identify(attributes), attributes, indexChange }];
  });
  const { IndexName } = OnIndex.parse(json);
  const writes = !READS.test(operation);
  return { operation, writes, json, body, tables: [...opened.values()], parts, index: IndexName };
}

interface Named {
  readonly table: string;
  /** Undefined for a query or scan, which names no item. */
  readonly action: Action | undefined;
  readonly attributes: Attributes;
  readonly update: Update;
}

const actions = z.enum(['Get', 'Put', 'Update', 'Delete', 'ConditionCheck']);
const NO_UPDATE: Update = {};

function itemsOf(operation: Operation, json: unknown): Named[] {
  switch (operation) {
    case 'BatchGetItem':
      return Object.entries(BatchGet.parse(json).RequestItems).flatMap(([table, { Keys }]) =>
        Keys.map((attributes) => ({ table, action: 'Get' as const, attributes, update: NO_UPDATE })),
      );
    case 'BatchWriteItem':
      return Object.entries(BatchWrite.parse(json).RequestItems).flatMap(([table, requests]) =>
        requests.map((request) => ({ table, ...batchedWrite(request), update: NO_UPDATE })),
      );
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return Transaction.parse(json).TransactItems.flatMap((part) =>
        Object.entries(part).map(([action, item]) => onItem(actions.parse(action), item)),
      );
    case 'Query':
    case 'Scan':
      return [{ table: OnTable.parse(json).TableName, action: undefined, attributes: {}, update: NO_UPDATE }];
    default:
      return [onItem(actions.parse(operation.replace('Item', '')), OnItem.parse(json))];
  }
}

const batchedWrite = ({ PutRequest, DeleteRequest }: z.output<typeof WriteRequest>) =>
  PutRequest === undefined
    ? { action: 'Delete' as const, attributes: DeleteRequest?.Key ?? {} }
    : { action: 'Put' as const, attributes: PutRequest.Item };

const onItem = (action: Action, { TableName, Key, Item, ...update }: z.output<typeof OnItem>): Named => ({
  table: TableName,
  action,
  attributes: Item ?? Key ?? {},
  update,
});
