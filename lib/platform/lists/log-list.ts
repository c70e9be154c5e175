import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { idInTimeKey, instantInTimeKey, listSk, timeKey } from '../table/counted-list-keys.ts';
import { optimistically } from '../table/optimistically.ts';
import { countedList, type ListQuery } from './counted-list.ts';
import type { ListDefinition } from './definition.ts';
import { descent } from './descent.ts';
import { dynamoDbListStore } from './dynamodb-list-store.ts';
import { type Entry, runOf } from './entries.ts';
import { planOf } from './filter.ts';
import { keyRange } from './range.ts';
import type { Steps } from './record-list.ts';
import { listPages, type RecordQuery } from './record-pages.ts';
import { readList } from './snapshot.ts';
import { changesOfItem, type Listed, StoredChange } from './tail.ts';

/**
 * A kind of record that never changes, and that its list holds whole: an entry of the list is the record, and
 * `listChange` adds it.
 */
export interface LoggedRecords<T> {
  readonly definition: ListDefinition;
  /** The record as an entry. A field that no view counts holds what the other fields lack. */
  listed(organisationId: OrganisationId, record: T): Listed;
  /** The record of an entry. */
  recordOf(listed: Listed): T;
}

/** Records that a walk makes at a time. */
const STEP = 200;
/** Entries that a run removes, and their bytes: an item holds 400 KB. */
const MOST_REMOVED = 1_000;
const MOST_BYTES = 200_000;
/** Compactors change the head meanwhile. */
const TRIES = 10;

/** The list of records that it holds whole, in all organisations. */
export function logList<T>(deps: Pick<Deps, 'table' | 'now' | 'newId'>, list: LoggedRecords<T>) {
  const { definition } = list;
  const storeOf = (organisationId: OrganisationId) => dynamoDbListStore(deps.table, organisationId, definition);
  const listOf = async (organisationId: OrganisationId) => countedList(definition, storeOf(organisationId));
  const recordOf = ({ key, tuple }: Entry): T =>
    list.recordOf({ id: idInTimeKey(key), time: instantInTimeKey(key), tuple });

  return {
    page: listPages<T>({
      table: deps.table,
      definition,
      listOf,
      recordsOf: async (_, entries) => entries.map(recordOf),
      entriesOf: (organisationId, records) =>
        records.map((record) => {
          const { id, time, tuple } = list.listed(organisationId, record);
          return { key: timeKey(time, id), tuple };
        }),
    }).page,

    count: async (organisationId: OrganisationId, query: ListQuery): Promise<number> =>
      (await listOf(organisationId)).count(query),

    /**
     * Yields all matching records in steps, each with the key of its last entry, from which a later walk goes on
     * (`after`).
     */
    async *walk(
      organisationId: OrganisationId,
      { order, ...query }: RecordQuery & { readonly after?: string },
      { step = STEP }: Pick<Steps, 'step'> = {},
    ): AsyncGenerator<{ records: T[]; last: string }> {
      for await (const entries of (await listOf(organisationId)).all(query, order, step)) {
        yield { records: entries.map(recordOf), last: entries.at(-1)?.key ?? '' };
      }
    },

    /** The records that an item of the tail adds, as the stream of the table shows the item. */
    addedBy: (item: unknown): T[] =>
      changesOfItem(StoredChange.parse(item)).flatMap(({ key, plus }) =>
        plus === undefined ? [] : recordOf({ key, tuple: plus }),
      ),

    /**
     * Removes the oldest records up to an instant, as many as one run holds. The next head adds the run, on condition
     * that nobody changed the head since the records were read, so that none is removed twice.
     * @returns how many were removed.
     * @throws BusyError when the list changes at every try.
     */
    async removeOldest(organisationId: OrganisationId, to: string): Promise<number> {
      const store = storeOf(organisationId);
      return optimistically(`the list ${definition.name} of ${organisationId}`, TRIES, async () => {
        const { head, entries } = await readList(definition, store, async (snapshot) => ({
          head: snapshot.head,
          ...(await descent(snapshot, planOf(definition, {})).first(keyRange({ to }), 'oldest first', MOST_REMOVED)),
        }));
        const removed = bounded(entries);
        const version = head.version + 1;
        const net = new Map(removed.map(({ key, tuple }) => [key, [{ tuple, n: -1 }]]));
        const run = runOf(listSk.run(version, deps.newId()), net);
        if (run === null) return 0;
        const next = { ...head, version, runs: [...head.runs, run.sk] };
        return (await store.commit(head, next, run)) ? removed.length : undefined;
      });
    },
  };
}

/** The first entries, at least one, that together have at most the bytes of a run. */
function bounded(entries: readonly Entry[]): readonly Entry[] {
  let bytes = 0;
  const end = entries.findIndex((entry, n) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return bytes > MOST_BYTES && n > 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}
