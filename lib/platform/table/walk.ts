import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Key } from './keys.ts';
import { partitionsLike } from './organisation-parts.ts';
import type { Table } from './table.ts';

const Item = z.looseObject({ pk: z.string(), sk: z.string() });
export type Item = z.output<typeof Item>;

interface Walk {
  /** A sort key: only later items are read. */
  readonly after?: string | undefined;
  /** Reads at half the price, the default; the pages may lack the latest writes. */
  readonly stale?: boolean;
}

/** Yields all items of a partition whose sort key starts with `prefix`, in pages. An empty prefix yields all items. */
export async function* walkPrefix(
  table: Table,
  pk: string,
  prefix: string,
  { after, stale }: Walk = {},
): AsyncGenerator<Item[]> {
  let next: string | null | undefined = after;
  while (next !== null) {
    const page = await pageOf(table, pk, prefix, { after: next, stale });
    yield page.items;
    next = page.next;
  }
}

/** The first page of such items, at most 1 MB. `next` is the last sort key of the page; null when no item follows. */
export async function pageOf(
  table: Table,
  pk: string,
  prefix: string,
  { after, stale = true }: Walk = {},
): Promise<{ readonly items: Item[]; readonly next: string | null }> {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: !stale,
      ...(prefix === ''
        ? { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
        : {
            KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
            ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
          }),
      ExclusiveStartKey: after === undefined ? undefined : { pk, sk: after },
    }),
  );
  const next = LastEvaluatedKey === undefined ? null : z.object({ sk: z.string() }).parse(LastEvaluatedKey).sk;
  return { items: z.array(Item).parse(Items), next };
}

/**
 * Yields all items of a kind of an organisation, in pages, in the order of their ids.
 * @param none the key of the kind with an empty id.
 * @param after an id: only later items are yielded.
 * @param stale reads at half the price, the default; the pages may lack the latest writes.
 */
export async function* walkKind(
  table: Table,
  none: Key,
  { after = '', stale }: { readonly after?: string; readonly stale?: boolean } = {},
): AsyncGenerator<Item[]> {
  const options = { after: `${none.sk}${after}`, stale };
  for (const pk of partitionsLike(none.pk)) yield* walkPrefix(table, pk, none.sk, options);
}

/** At most `limit` items after a key, which need not exist. The order of partitions is that of a hash. */
export async function itemsAfter(table: Table, { pk, sk }: Key, limit: number): Promise<Item[]> {
  const { Items = [] } = await table.client.send(
    new ScanCommand({ TableName: table.name, Limit: limit, ExclusiveStartKey: { pk, sk } }),
  );
  return z.array(Item).parse(Items);
}
