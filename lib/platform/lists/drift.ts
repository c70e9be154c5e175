import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { idInTimeKey, timeKey } from '../table/counted-list-keys.ts';
import { batchGet } from '../table/table.ts';
import { type Net, summed, type TupleCount } from './change.ts';
import { type ListDefinition, type Tuple, tupleKey } from './definition.ts';
import { descent } from './descent.ts';
import { answering, sublistIn } from './divided.ts';
import { dynamoDbListStore } from './dynamodb-list-store.ts';
import { type Plan, planOf } from './filter.ts';
import type { Head } from './list-store.ts';
import type { KeyRange } from './range.ts';
import type { ListedRecords } from './record-list.ts';
import { readList, type Snapshot } from './snapshot.ts';

/** The records with ids from behind `after` up to `last`. A recount compares them in one part. */
export interface IdRange {
  readonly after: string;
  readonly last: string;
}
/** Ids of lower-case digits are between these texts. */
export const ALL_IDS: IdRange = { after: '', last: '~' };

/** Whether the entry of a record differs from the record. */
export async function hasDrifted<S extends z.ZodType>(
  deps: Pick<Deps, 'table'>,
  list: ListedRecords<S>,
  organisationId: OrganisationId,
  record: z.output<S>,
): Promise<boolean> {
  const { definition } = list;
  const seen = list.listed(organisationId, record);
  // Without a place in the list, nobody knows where its entry would be. A recount finds it.
  if (seen === null) return false;
  const key = timeKey(seen.time, seen.id);
  const differs = async (definition: ListDefinition): Promise<boolean> => {
    const range = { from: key, until: `${key}!` };
    return (await driftIn(deps, { ...list, definition }, organisationId, range, [key])).repairs.size > 0;
  };
  const value = sublistIn(definition, seen) ?? '';
  const filter = definition.dividedBy === undefined ? {} : { [definition.dividedBy]: value };
  const [sublist = definition] = await answering(deps.table, organisationId, definition, filter);
  return (await differs(definition)) || (sublist !== definition && (await differs(sublist)));
}

/** The differences between the records of a range and their entries. */
interface Drift {
  /** The changes that repair the entries. */
  readonly repairs: Net;
  /** False when a record changed while it was compared. */
  readonly isSure: boolean;
  /** The head of the list when the entries were read. */
  readonly head: Head;
}

/** Compares the records of a range with their entries. `keys` and `ids` as in `recountRange`. */
export async function driftIn<S extends z.ZodType>(
  { table }: Pick<Deps, 'table'>,
  { definition, schema, keyOf, listed }: ListedRecords<S>,
  organisationId: OrganisationId,
  range: KeyRange,
  keys: readonly string[],
  ids = ALL_IDS,
): Promise<Drift> {
  const store = dynamoDbListStore(table, organisationId, definition);
  const read = () =>
    readList(definition, store, async (snapshot) => ({
      states: await statesIn(snapshot, planOf(definition, {}), range, ids),
      head: snapshot.head,
    }));
  const recordsOf = async (wanted: readonly string[]) => {
    const recordKeys = wanted.map((key) => keyOf(organisationId, idInTimeKey(key)));
    const found = await batchGet(table, recordKeys, schema);
    return new Map(
      found.flatMap((record) => {
        const seen = listed(organisationId, record);
        return seen === null ? [] : [[timeKey(seen.time, seen.id), { record, tuple: seen.tuple }] as const];
      }),
    );
  };
  const wanted = [...new Set([...keys, ...(await read()).states.keys()])];
  const before = await recordsOf(wanted);
  const { states, head } = await read();
  const suspects = wanted.flatMap((key) => {
    const record = before.get(key);
    const counts = summed([
      ...(states.get(key) ?? []).map(({ tuple, n }) => ({ tuple, n: -n })),
      ...(record === undefined ? [] : [{ tuple: record.tuple, n: 1 }]),
    ]);
    return counts.length === 0 ? [] : [{ key, counts }];
  });
  const after = await recordsOf(suspects.map(({ key }) => key));
  const sure = suspects.filter(({ key }) => isDeepStrictEqual(before.get(key), after.get(key)));
  return {
    repairs: new Map(sure.map(({ key, counts }) => [key, counts])),
    isSure: sure.length === suspects.length,
    head,
  };
}

/**
 * Whether the entries of a range are those of the records that the caller has read. Records that changed since then
 * make the answer false, so that `recountRange` must decide.
 */
export async function isAsRead<S extends z.ZodType>(
  { table }: Pick<Deps, 'table'>,
  { definition }: ListedRecords<S>,
  organisationId: OrganisationId,
  range: KeyRange,
  records: ReadonlyMap<string, string>,
  ids: IdRange,
): Promise<boolean> {
  const store = dynamoDbListStore(table, organisationId, definition);
  const states = await readList(definition, store, (snapshot) =>
    statesIn(snapshot, planOf(definition, {}), range, ids),
  );
  return (
    states.size === records.size &&
    [...states].every(
      ([key, [only, ...more]]) => more.length === 0 && only?.n === 1 && digestOf(only.tuple) === records.get(key),
    )
  );
}

/** Stands for a tuple in the memory of a recount, in 11 characters. */
export const digestOf = (tuple: Tuple): string =>
  createHash('sha256').update(tupleKey(tuple)).digest('base64url').slice(0, 11);

/** What the tree and the changes beside it say of each entry of a range: how often each tuple counts. */
async function statesIn(snapshot: Snapshot, plan: Plan, range: KeyRange, ids: IdRange) {
  const isWanted = (key: string): boolean => {
    const id = idInTimeKey(key);
    return id > ids.after && id <= ids.last;
  };
  const states = new Map<string, readonly TupleCount[]>();
  const inTree = descent({ ...snapshot, net: new Map() }, plan);
  for (const { key, tuple } of await inTree.page(range, 'oldest first', 0, Number.MAX_SAFE_INTEGER)) {
    if (isWanted(key)) states.set(key, [{ tuple, n: 1 }]);
  }
  for (const [key, counts] of snapshot.net) {
    if (key < range.from || key >= range.until || !isWanted(key)) continue;
    const sum = summed([...(states.get(key) ?? []), ...counts]);
    if (sum.length > 0) states.set(key, sum);
    else states.delete(key);
  }
  return states;
}
