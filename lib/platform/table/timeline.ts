import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import type { Facet, Key } from './keys.ts';
import { BATCH_GET_LIMIT, batchGet, type Table } from './table.ts';

/** Records of an organisation in time order: a partition of a time index, a range, and facets that must be equal. */
export interface Timeline {
  readonly index: 'gsi1' | 'gsi2';
  readonly partition: string;
  /** ISO instants, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly where?: Partial<Record<Facet, string | undefined>>;
  /** Facets that leave a record out when they are equal; a record that lacks the facet stays. */
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
 * One page of a timeline, newest first, with the total. The index is walked once: entries are a few hundred bytes
 * (facets only), so that counting reads little, and only the page's own records are read whole.
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

/** Every record of a timeline, newest first, in batches; memory holds one batch. */
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

/** How many records a timeline has beside `one`, and whether the index shows that one yet; only keys are read. */
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

/** How many records a timeline has; null when there is no more time before it is known. Only keys are read. */
export async function countInTime(table: Table, timeline: Timeline, isTime: () => boolean): Promise<number | null> {
  let counted = 0;
  for await (const keys of pagesOfKeys(table, timeline)) {
    if (!isTime()) return null;
    counted += keys.length;
  }
  return counted;
}

/**
 * The next records of a timeline, oldest first, of at most `limit` that are looked at: what `where` leaves out counts too.
 * @param after the `last` of the call before, or null to begin.
 * @returns `last` null when there are no more. A place in time, it holds whatever comes to, or leaves, the timeline meanwhile.
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
        // Sort keys are of one length: '~' behind one comes before the next.
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

/** The order of every list: newest first, and of the same instant by id. */
export const newestFirst = <T extends { createdAt: string; id: string }>(records: readonly T[]): T[] =>
  records.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));

/** Lists that live in one partition and are bounded by a limit of the organisation are paged in memory. */
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
    // '0' and ':' (the character behind '9') enclose every ISO instant; '#~' comes behind every id of the last instant.
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
