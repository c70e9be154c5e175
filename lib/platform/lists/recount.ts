import type * as z from 'zod';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import type { Deps } from '../deps.ts';
import { log } from '../log.ts';
import { listSk, timeKey } from '../table/counted-list-keys.ts';
import { idIn } from '../table/keys.ts';
import { optimistically } from '../table/optimistically.ts';
import { walkKind } from '../table/walk.ts';
import { compactList } from './compact.ts';
import { sublistIn, sublistOf } from './divided.ts';
import { ALL_IDS, digestOf, driftIn, type IdRange, isAsRead } from './drift.ts';
import { dynamoDbListStore } from './dynamodb-list-store.ts';
import { runOf } from './entries.ts';
import { END, type KeyRange } from './range.ts';
import type { ListedRecords } from './record-list.ts';

/** Records that are compared at a time. One run holds the repairs of all. */
const RANGE = 1_000;
/**
 * Records of a part. A part holds some 100 bytes of memory for each, and takes some minutes: a function has fifteen.
 * Each part reads the whole list.
 */
const PART = 500_000;
/** The runs of a recount are merged at once, so that readers never meet many of them. */
const COMPACT_SECONDS = 120;

/** Repairs of a range that other compactors may overtake. Each try reads the range again. */
const TRIES = 10;

/** What a part of a recount did. */
interface Recounted {
  readonly records: number;
  readonly repaired: number;
  /** The id behind which the next part begins; null after the last part. */
  readonly next: string | null;
}

/**
 * Makes a part of a list of an organisation what its records say, beside traffic. May be repeated and may stop
 * anywhere. Compares the records in the order of time, because the repairs of neighbours cost least.
 * @param after the id behind which the part begins; the first part begins at ''.
 */
export async function recountList<S extends z.ZodType>(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  list: ListedRecords<S>,
  organisationId: OrganisationId,
  { after = '', most = PART }: { readonly after?: string; readonly most?: number | undefined } = {},
): Promise<Recounted> {
  const { sublists, next } = await recordsAfter(deps, list, organisationId, after, most);
  const ids: IdRange = { after, last: next ?? ALL_IDS.last };
  const all = [...sublists.values()].flat();
  let repaired = await recountRecords(deps, list, organisationId, all, ids);
  for (const [value, own] of sublists) {
    if (value === undefined) continue;
    const sublist = { ...list, definition: sublistOf(list.definition, value) };
    repaired += await recountRecords(deps, sublist, organisationId, own, ids);
  }
  if (next === null) await markDivided(deps, list, organisationId);
  const records = all.length;
  log.info('list.recounted', { organisation: organisationId, list: list.definition.name, records, repaired, next });
  return { records, repaired, next };
}

/**
 * Makes the entries of records what the records say, in the list or in a sublist of it.
 * @param found the records, as `recordsAfter` gives them.
 * @returns how many entries were repaired.
 */
async function recountRecords<S extends z.ZodType>(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  list: ListedRecords<S>,
  organisationId: OrganisationId,
  found: readonly string[],
  ids: IdRange,
): Promise<number> {
  const sorted = found.toSorted();
  let repaired = 0;
  for (let first = 0; first === 0 || first < sorted.length; first += RANGE) {
    const own = new Map(sorted.slice(first, first + RANGE).map(readRecord));
    const keys = [...own.keys()];
    const range = {
      from: first === 0 ? '' : (keys[0] ?? ''),
      until: first + RANGE < sorted.length ? readRecord(sorted[first + RANGE] ?? '')[0] : END,
    };
    if (await isAsRead(deps, list, organisationId, range, own, ids)) continue;
    repaired += await recountRange(deps, list, organisationId, range, keys, ids);
    await compactList(deps, list, organisationId, { until: plusSeconds(deps.now(), COMPACT_SECONDS) });
  }
  return repaired;
}

/**
 * Notes that every sublist of a list is complete, after all of its records were recounted. Each change since then
 * changes the sublists, too.
 */
async function markDivided<S extends z.ZodType>(
  { table }: Pick<Deps, 'table'>,
  { definition }: ListedRecords<S>,
  organisationId: OrganisationId,
): Promise<void> {
  if (definition.dividedBy === undefined) return;
  const store = dynamoDbListStore(table, organisationId, definition);
  await optimistically(`the list ${definition.name} of ${organisationId}`, TRIES, async () => {
    const head = await store.head();
    const next = { ...head, version: head.version + 1, isDivided: true };
    return head.isDivided || (await store.commit(head, next, null)) ? true : undefined;
  });
}

/**
 * Makes the entries of a range what their records say, beside traffic.
 *
 * A transaction changes a record and its entry together, so the difference between the two never changes by itself. The
 * difference is therefore right whenever it is applied, as long as it is applied once. The next head applies it, on
 * condition that nobody changed the head since the entries were read.
 *
 * The records are read before and after the entries. A record that changed meanwhile is compared again at the next try.
 * @param keys of the entries that the records of the range should have. Records that the caller does not know yet have
 *   an entry by their own transaction.
 * @param ids leaves out other records and their entries.
 * @returns how many entries were repaired.
 * @throws BusyError when the list changes at every try.
 */
async function recountRange<S extends z.ZodType>(
  deps: Pick<Deps, 'table' | 'newId'>,
  list: ListedRecords<S>,
  organisationId: OrganisationId,
  range: KeyRange,
  keys: readonly string[],
  ids: IdRange,
): Promise<number> {
  const store = dynamoDbListStore(deps.table, organisationId, list.definition);
  let repaired = 0;
  return optimistically(`the list ${list.definition.name} of ${organisationId}`, TRIES, async () => {
    const { repairs, isSure, head } = await driftIn(deps, list, organisationId, range, keys, ids);
    const version = head.version + 1;
    const run = runOf(listSk.run(version, deps.newId()), repairs);
    const isRepaired =
      run === null || (await store.commit(head, { ...head, version, runs: [...head.runs, run.sk] }, run));
    if (isRepaired) repaired += repairs.size;
    return isRepaired && isSure ? repaired : undefined;
  });
}

/**
 * The time keys and the digests of the tuples of records, each as one text, which takes the least memory, by the
 * sublist that has the record. A stale read is enough: a newer record has its entry by its own transaction.
 */
async function recordsAfter<S extends z.ZodType>(
  { table }: Pick<Deps, 'table'>,
  { definition, schema, keyOf, listed }: ListedRecords<S>,
  organisationId: OrganisationId,
  after: string,
  most: number,
): Promise<{ sublists: ReadonlyMap<string | undefined, string[]>; next: string | null }> {
  const sublists = new Map<string | undefined, string[]>();
  let count = 0;
  for await (const items of walkKind(table, keyOf(organisationId, ''), { after })) {
    for (const item of items) {
      // The items of a record, such as the attempts of a delivery, have longer keys.
      if (item.sk !== keyOf(organisationId, idIn(item.sk)).sk) continue;
      const record = listed(organisationId, schema.parse(item));
      if (record === null) continue;
      const sublist = sublistIn(definition, record);
      const own = sublists.get(sublist) ?? [];
      sublists.set(sublist, own);
      own.push(`${timeKey(record.time, record.id)} ${digestOf(record.tuple)}`);
      count++;
      if (count === most) return { sublists, next: record.id };
    }
  }
  return { sublists, next: null };
}

function readRecord(text: string): [key: string, digest: string] {
  const [key = '', digest = ''] = text.split(' ');
  return [key, digest];
}
