import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Table } from '../../lib/platform/table/table.ts';
import { putAll } from '../../lib/platform/table/write-all.ts';

/** Items that are written at a time. */
const STEP = 500;

const Item = z.looseObject({ pk: z.string(), sk: z.string() });
type Item = z.output<typeof Item>;

/** What a table holds: the number of its items, and a sum over them that does not depend on their order. */
export interface Contents {
  readonly items: number;
  readonly sum: string;
}

async function* itemsOf({ client, name }: Table): AsyncGenerator<Item[]> {
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: name, ConsistentRead: true, ExclusiveStartKey }));
    yield z.array(Item).parse(page.Items ?? []);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}

/** One item as a line of JSON, with the attributes of all maps in one order. */
const lineOf = (item: Item): string => JSON.stringify(item, encoded);

/** For JSON.stringify: JSON has neither bytes nor sets. */
export function encoded(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Set) return { $set: [...value].sort() };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const Encoded = z.union([z.strictObject({ $bytes: z.base64() }), z.strictObject({ $set: z.array(z.unknown()) })]);

/** For JSON.parse of such a text. */
export function decoded(_: string, value: unknown): unknown {
  const { data } = Encoded.safeParse(value);
  if (data === undefined) return value;
  return '$bytes' in data ? Buffer.from(data.$bytes, 'base64') : new Set(data.$set);
}

/** Adds an item to a sum. The order of the items does not matter. */
function added(sum: bigint, line: string): bigint {
  return (sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % 2n ** 256n;
}

/** What a table holds now. */
export async function contentsOf(table: Table): Promise<Contents> {
  let items = 0;
  let sum = 0n;
  for await (const page of itemsOf(table)) {
    for (const item of page) sum = added(sum, lineOf(item));
    items += page.length;
  }
  return { items, sum: sum.toString(16) };
}

/** Writes all items of a table into a file of compressed lines. Returns what the file holds. */
export async function exportTable(table: Table, file: string): Promise<Contents> {
  let items = 0;
  let sum = 0n;
  async function* lines() {
    for await (const page of itemsOf(table)) {
      for (const line of page.map(lineOf)) {
        sum = added(sum, line);
        items++;
        yield `${line}\n`;
      }
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file));
  return { items, sum: sum.toString(16) };
}

/** Puts all items of a file into a table. */
export async function importTable(file: string, table: Table): Promise<void> {
  let waiting: Item[] = [];
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
  for await (const line of lines) {
    waiting.push(Item.parse(JSON.parse(line, decoded)));
    if (waiting.length < STEP) continue;
    await putAll(table, waiting);
    waiting = [];
  }
  await putAll(table, waiting);
}
