import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import type { Facet, Key } from './keys.ts';
import { BATCH_GET_LIMIT, batchGet, type Table } from './table.ts';

/** Records of an organisation in time order: a partition of a time index, a time range, and conditions on facets. */
export interface Timeline {
  readonly index: 'gsi1' | 'gsi2';
  readonly partition: string;
  /** ISO instants, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly where?: Partial<Record<Facet, string | undefined>>;
  /** Excludes records whose facet has this value. A record without the facet stays. */
  readonly without?: Partial<Record<Facet, string | boolean>>;
}

export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}
export interface Page<T> {
  data: T[];
  meta: { total: number; page: number; pageSize: number };
}

/**
 * Reads one page of a timeline, newest first, with the total. Reads the index once. The entries of the index contain
 * only facets and take a few hundred bytes, so that counting is cheap. Only the records of the page are read from the
 * table.
 */
export async function readPage<S extends z.ZodType>(
  table: Table,
  timeline: Timeline,
  { page, pageSize }: PageRequest,
  schema: S,
): Promise<Page<z.output<S>>> {
  const first = (page - 1) * pageSize;
  const wanted: Key[] = [];
  let total = 0;
  for await (const keys of pagesOfKeys(table, timeline)) {
    wanted.push(...keys.slice(Math.max(0, first - total), Math.max(0, first + pageSize - total)));
    total += keys.length;
  }
  return { data: await batchGet(table, wanted, schema), meta: { total, page, pageSize } };
}

/** Yields every record of a timeline in batches, newest first. Memory holds one batch. */
export async function* readAll<S extends z.ZodType>(
  table: Table,
  timeline: Timeline,
  schema: S,
): AsyncGenerator<z.output<S>[]> {
  for await (const keys of pagesOfKeys(table, timeline)) {
    for (let i = 0; i < keys.length; i += BATCH_GET_LIMIT) {
      yield await batchGet(table, keys.slice(i, i + BATCH_GET_LIMIT), schema);
    }
  }
}

/** Counts the records of a timeline except `one`, and returns whether the index contains `one` yet. Reads only keys. */
export async function countBeside(
  table: Table,
  timeline: Timeline,
  one: Key,
): Promise<{ others: number; isShown: boolean }> {
  let all = 0;
  let others = 0;
  for await (const keys of pagesOfKeys(table, timeline)) {
    all += keys.length;
    others += keys.filter(({ sk }) => sk !== one.sk).length;
  }
  return { others, isShown: all > others };
}

/** Counts the records of a timeline. Null when the time is over before the count is complete. Reads only keys. */
export async function countInTime(table: Table, timeline: Timeline, isTime: () => boolean): Promise<number | null> {
  let counted = 0;
  for await (const keys of pagesOfKeys(table, timeline)) {
    if (!isTime()) return null;
    counted += keys.length;
  }
  return counted;
}

/**
 * Reads the next keys of a timeline, oldest first. Examines at most `limit` entries, including those that `where`
 * excludes.
 * @param after the `last` of the previous call, or null for the first call.
 * @returns `last` is a position in time, or null at the end. The position stays valid when records are added or removed
 *   meanwhile.
 */
export async function keysAfter(
  table: Table,
  timeline: Timeline,
  after: string | null,
  limit: number,
): Promise<{ keys: Key[]; last: string | null }> {
  const query = queryOf(table, timeline, `pk, sk, ${timeline.index}sk`);
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      ...query,
      ScanIndexForward: true,
      Limit: limit,
      ExpressionAttributeValues: {
        ...query.ExpressionAttributeValues,
        // All sort keys have the same length, so `after` followed by '~' sorts before the next key.
        ...(after !== null && { ':from': `${after}~` }),
      },
    }),
  );
  const last = LastEvaluatedKey ?? Items.at(-1);
  return {
    keys: Items.map((item) => ({ pk: String(item.pk), sk: String(item.sk) })),
    last: last === undefined ? null : String(last[`${timeline.index}sk`]),
  };
}

/** The order of every list: newest first, and by id within the same instant. */
export const newestFirst = <T extends { createdAt: string; id: string }>(records: readonly T[]): T[] =>
  records.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));

/** A page of a list in memory. Only for lists in one partition whose length has a limit per organisation. */
export function pageOf<T>(all: readonly T[], { page, pageSize }: PageRequest): Page<T> {
  const first = (page - 1) * pageSize;
  return { data: all.slice(first, first + pageSize), meta: { total: all.length, page, pageSize } };
}

async function* pagesOfKeys(table: Table, timeline: Timeline): AsyncGenerator<Key[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({ ...queryOf(table, timeline, 'pk, sk'), ExclusiveStartKey: start }),
    );
    yield (page.Items ?? []).map((item) => ({ pk: String(item.pk), sk: String(item.sk) }));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

function queryOf(table: Table, timeline: Timeline, ProjectionExpression?: string) {
  const { index, partition, from, to, where = {}, without = {} } = timeline;
  const wanted = Object.entries(where).filter(([, value]) => value !== undefined);
  const filters = [...wanted, ...Object.entries(without)];
  const conditions = [
    ...wanted.map(([name]) => `#${name} = :${name}`),
    ...Object.keys(without).map((name) => `(attribute_not_exists(#${name}) OR #${name} <> :${name})`),
  ];
  return {
    TableName: table.name,
    IndexName: index,
    ScanIndexForward: false,
    ProjectionExpression,
    KeyConditionExpression: `${index}pk = :partition AND ${index}sk BETWEEN :from AND :to`,
    // '0' and ':' (the character after '9') enclose every ISO instant. '#~' sorts after every id of the last instant.
    ExpressionAttributeValues: {
      ':partition': partition,
      ':from': from ?? '0',
      ':to': to === undefined ? ':' : `${to}#~`,
      ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
    },
    ...(filters.length > 0 && {
      FilterExpression: conditions.join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(filters.map(([name]) => [`#${name}`, name])),
    }),
  };
}
