import type * as z from 'zod';
import { mapAhead } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { idInTimeKey, timeKey } from '../table/counted-list-keys.ts';
import type { Key } from '../table/keys.ts';
import { batchGet } from '../table/table.ts';
import type { Put } from '../table/write.ts';
import { type CountedList, countedList, type ListQuery } from './counted-list.ts';
import { isSameTuple, type ListDefinition, type Tuple } from './definition.ts';
import { answering, changesOfSublists, newHead } from './divided.ts';
import { dynamoDbListStore } from './dynamodb-list-store.ts';
import type { Entry } from './entries.ts';
import { planOf } from './filter.ts';
import { byKey, keyRange } from './range.ts';
import { listPages, type RecordQuery } from './record-pages.ts';
import { type Listed, type ListedChange, listChange } from './tail.ts';
import { united } from './united.ts';

/** A kind of record that a counted list shows. */
export interface ListedRecords<S extends z.ZodType> {
  readonly definition: ListDefinition;
  readonly schema: S;
  keyOf(organisationId: OrganisationId, id: string): Key;
  /** How the list sees a record. Null for a record that the list does not show, such as a deleted one. */
  listed(organisationId: OrganisationId, record: z.output<S>): Listed | null;
  /** Whether the tuple changes with every change of the record that a caller can see. */
  readonly tellsChanges: boolean;
}

/** How a walk reads: the records of a step, and the steps that it reads ahead. */
export interface Steps {
  readonly step?: number;
  readonly ahead?: number;
}

/** Entries of which a walk reads the records at a time: two requests of BatchGetItem, at once. */
const STEP = 200;

/** Entries of which a walk takes the ids at a time. They have some MB. */
const IDS_AT_ONCE = 10_000;

/** The counted list of a kind of record, in all organisations. */
export function recordList<S extends z.ZodType>(
  { table, now, newId }: Pick<Deps, 'table' | 'now' | 'newId'>,
  { definition, schema, keyOf, listed, tellsChanges }: ListedRecords<S>,
) {
  type Stored = z.output<S>;
  async function listOf(organisationId: OrganisationId, { filter }: ListQuery): Promise<CountedList> {
    const own = await answering(table, organisationId, definition, filter);
    return united(own.map((each) => countedList(each, dynamoDbListStore(table, organisationId, each))));
  }
  const see = (organisationId: OrganisationId, record: Stored | null) =>
    record === null ? null : listed(organisationId, record);

  /** The entries that the list has of records. */
  const entriesOf = (organisationId: OrganisationId, records: readonly Stored[]): Entry[] =>
    records.flatMap((record) => {
      const seen = listed(organisationId, record);
      return seen === null ? [] : [{ key: timeKey(seen.time, seen.id), tuple: seen.tuple }];
    });

  /**
   * The records of entries. A stale read is enough when the record looks as its entry says. The other records are read
   * again.
   */
  async function recordsOf(organisationId: OrganisationId, entries: readonly Entry[]): Promise<Stored[]> {
    const keyOfEntry = ({ key }: Entry) => keyOf(organisationId, idInTimeKey(key));
    if (!tellsChanges) return batchGet(table, entries.map(keyOfEntry), schema);
    const found = new Map<string, { record: Stored; tuple: Tuple }>();
    const add = (records: readonly Stored[]) => {
      for (const record of records) {
        const seen = listed(organisationId, record);
        if (seen !== null) found.set(timeKey(seen.time, seen.id), { record, tuple: seen.tuple });
      }
    };
    add(await batchGet(table, entries.map(keyOfEntry), schema, { stale: true }));
    const isOld = ({ key, tuple }: Entry): boolean => {
      const read = found.get(key);
      return read === undefined || !isSameTuple(read.tuple, tuple);
    };
    add(await batchGet(table, entries.filter(isOld).map(keyOfEntry), schema));
    return entries.flatMap(({ key }) => found.get(key)?.record ?? []);
  }

  return {
    /** The writes that change the list with the records, as a part of the same transaction. */
    changes(
      organisationId: OrganisationId,
      changes: readonly { readonly before: Stored | null; readonly after: Stored | null }[],
    ): Put[] {
      const seen = changes.map(
        ({ before, after }): ListedChange => ({
          before: see(organisationId, before),
          after: see(organisationId, after),
        }),
      );
      return [[definition, seen] as const, ...changesOfSublists(definition, seen)].flatMap(([list, own]) =>
        listChange({ now, newId }, organisationId, list, own),
      );
    },

    /** The writes that make the list of a new organisation, as a part of the transaction that makes it. */
    beginning: (organisationId: OrganisationId): Put[] => newHead(definition, organisationId),

    ...listPages({ table, definition, listOf, recordsOf, entriesOf }),

    /** The records that match a query, in its order. */
    matching(organisationId: OrganisationId, query: RecordQuery, records: readonly Stored[]): Stored[] {
      const plan = planOf(definition, query.filter);
      const range = keyRange(query);
      const found = records
        .flatMap((record) => entriesOf(organisationId, [record]).map((entry) => ({ record, ...entry })))
        .filter(({ key, tuple }) => key >= range.from && key < range.until && plan.matches(tuple))
        .sort(byKey)
        .map(({ record }) => record);
      return query.order === 'newest first' ? found.reverse() : found;
    },

    count: async (organisationId: OrganisationId, query: ListQuery): Promise<number> =>
      (await listOf(organisationId, query)).count(query),

    buckets: async (
      organisationId: OrganisationId,
      query: ListQuery,
      groups: readonly string[],
      starts: readonly string[],
    ) => (await listOf(organisationId, query)).buckets(query, groups, starts),

    requireExaminable: async (organisationId: OrganisationId, query: ListQuery): Promise<void> =>
      (await listOf(organisationId, query)).requireExaminable(query),

    /** The ids of the first matching records, at most `limit`. Reads no record. */
    async ids(organisationId: OrganisationId, { order, ...query }: RecordQuery, limit: number): Promise<string[]> {
      const list = await listOf(organisationId, query);
      const ids: string[] = [];
      for await (const entries of list.all(query, order, Math.min(limit, IDS_AT_ONCE))) {
        for (const { key } of entries) ids.push(idInTimeKey(key));
        if (ids.length >= limit) break;
      }
      return ids.slice(0, limit);
    },

    /** The next matching records after a position, at most `limit`. `last` is null at the end. */
    async next(
      organisationId: OrganisationId,
      { order, ...query }: RecordQuery & { readonly after?: string },
      limit: number,
    ): Promise<{ records: Stored[]; last: string | null }> {
      const list = await listOf(organisationId, query);
      const { value: entries = [] } = await list.all(query, order, limit).next();
      return { records: await recordsOf(organisationId, entries), last: entries.at(-1)?.key ?? null };
    },

    /**
     * Yields all matching records in steps, each with the key of its last entry, from which a later walk can go on
     * (`after`). Memory holds one step, and `ahead` steps that are read while the caller handles one.
     */
    walk(
      organisationId: OrganisationId,
      { order, ...query }: RecordQuery & { readonly after?: string },
      { step: size = STEP, ahead = 0 }: Steps = {},
    ): AsyncGenerator<{ records: Stored[]; last: string }> {
      async function* steps() {
        const list = await listOf(organisationId, query);
        for await (const entries of list.all(query, order)) {
          for (let n = 0; n < entries.length; n += size) yield entries.slice(n, n + size);
        }
      }
      return mapAhead(steps(), ahead, async (step) => ({
        records: await recordsOf(organisationId, step),
        last: step.at(-1)?.key ?? '',
      }));
    },
  };
}

export type RecordList<S extends z.ZodType> = ReturnType<typeof recordList<S>>;
