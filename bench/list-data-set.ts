import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AttributeValue, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { entriesText } from '../lib/platform/lists/tail.ts';
import { listPartition, listSk } from '../lib/platform/table/counted-list-keys.ts';
import { itemOf } from '../lib/transactions/item.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';
import { transactionList } from '../lib/transactions/transaction-list.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { dynoxide, startMeteredDynamoDb } from './dynamodb.ts';
import { ORGANISATION } from './list-records.ts';
import { rowOf } from './list-rows.ts';
import { simulatedList } from './simulated-list.ts';

/** Must change with the random records, with the items of a record and with those of a list. */
const VERSION = 7;
export const TABLE = 'bench';

/** Random records on disk. */
export interface DataSet {
  /** A file of the engine, with the records and their list in the table `TABLE`. */
  readonly dynamoDb: string;
  /** The rows of the same records for COPY of PostgreSQL, until a cluster has them. */
  readonly rows: string;
  /** The folder of a PostgreSQL cluster, which need not exist. */
  readonly cluster: string;
}

/** The data set of so many records. The first call makes it and keeps it, because one million take minutes. */
export async function dataSet(size: number): Promise<DataSet> {
  const folder = join(tmpdir(), 'chainwatch-bench', `lists-${VERSION}-${size}`);
  if (!existsSync(folder)) {
    const making = `${folder}.making`;
    rmSync(making, { recursive: true, force: true });
    await make(making, size);
    renameSync(making, folder);
  }
  return {
    dynamoDb: join(folder, 'dynamodb.sqlite'),
    rows: join(folder, 'rows.tsv'),
    cluster: join(folder, 'postgres'),
  };
}

async function make(folder: string, size: number): Promise<void> {
  const source = join(folder, 'export');
  const data = join(source, TABLE, 'data');
  mkdirSync(data, { recursive: true });
  // PostgreSQL runs as another user when this process runs as root.
  chmodSync(folder, 0o755);
  let files = 0;
  const write = (items: readonly Record<string, AttributeValue>[]) =>
    writeFileSync(
      join(data, `${files++}.json`),
      items.map((Item) => `${JSON.stringify({ Item }, inBase64)}\n`).join(''),
    );

  const list = await simulatedList(size, async (records: readonly StoredTransaction[]) => {
    write(records.map((record) => marshall(itemOf(ORGANISATION, record))));
    appendFileSync(join(folder, 'rows.tsv'), records.map(rowOf).join(''));
  });
  write(await listItems(list));
  writeFileSync(join(folder, 'schema.json'), await tableSchema());
  const output = join(folder, 'dynamodb.sqlite');
  const args = ['--source', source, '--schema', join(folder, 'schema.json'), '--output', output];
  execFileSync(dynoxide(), ['import', ...args], { stdio: 'pipe' });
  rmSync(source, { recursive: true });
}

/** The items of a list in memory, as the table holds them. */
async function listItems({ store, items }: Awaited<ReturnType<typeof simulatedList>>) {
  const pk = listPartition(ORGANISATION, transactionList.definition.name);
  const options = { removeUndefinedValues: true };
  return [
    marshall({ pk, sk: listSk.head, ...(await store.head()) }, options),
    ...(await store.tail()).map(({ sk, entries }) => marshall({ pk, sk, entries: entriesText(entries) })),
    ...[...items].map(([sk, parts]) => marshall({ pk, sk, parts }, options)),
  ];
}

/** An export of DynamoDB has bytes in base64. */
function inBase64(this: unknown, key: string, value: unknown): unknown {
  const raw: unknown = key === 'B' && typeof this === 'object' && this !== null ? Reflect.get(this, key) : value;
  return raw instanceof Uint8Array ? Buffer.from(raw).toString('base64') : value;
}

/** The keys and indexes of the table, as `dynoxide import` reads them. */
async function tableSchema(): Promise<string> {
  const { client, stop } = await startMeteredDynamoDb();
  try {
    const { name } = await createBareTable(client);
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName: name }));
    const indexes = table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    }));
    const { KeySchema, AttributeDefinitions } = table ?? {};
    return JSON.stringify({
      Table: { TableName: TABLE, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes: indexes },
    });
  } finally {
    await stop();
  }
}
