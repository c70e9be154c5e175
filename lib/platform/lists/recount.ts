import type * as z from 'zod';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import type { Deps } from '../deps.ts';
import { log } from '../log.ts';
import { listSk, timeKey } from '../table/counted-list-keys.ts';
import { idIn } from '../table/keys.ts';
import { optimistically } from '../table/optimistically.ts';
import { walkPrefix } from '../table/walk.ts';
import { compactList } from './compact.ts';
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
  const { found, next } = await recordsAfter(deps, list, organisationId, after, most);
  const ids: IdRange = { after, last: next ?? ALL_IDS.last };
  found.sort();
  let repaired = 0;
  for (let first = 0; first === 0 || first < found.length; first += RANGE) {
    const own = new Map(found.slice(first, first + RANGE).map(readRecord));
    const keys = [...own.keys()];
    const range = {
      from: first === 0 ? '' : (keys[0] ?? ''),
      until: first + RANGE < found.length ? readRecord(found[first + RANGE] ?? '')[0] : END,
    };
    if (await isAsRead(deps, list, organisationId, range, own, ids)) continue;
    repaired += await recountRange(deps, list, organisationId, range, keys, ids);
    await compactList(deps, list, organisationId, { until: plusSeconds(deps.now(), COMPACT_SECONDS) });
  }
  const records = found.length;
  log.info('list.recounted', { organisation: organisationId, list: list.definition.name, records, repaired, next });
  return { records, repaired, next };
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
 * The time keys and the digests of the tuples of a part's records, each as one text, which takes the least memory. A
 * stale read is enough: a newer record has its entry by its own transaction.
 */
async function recordsAfter<S extends z.ZodType>(
  { table }: Pick<Deps, 'table'>,
  { schema, keyOf, listed }: ListedRecords<S>,
  organisationId: OrganisationId,
  after: string,
  most: number,
): Promise<{ found: string[]; next: string | null }> {
  const found: string[] = [];
  const { pk, sk: prefix } = keyOf(organisationId, '');
  for await (const items of walkPrefix(table, pk, prefix, { after: `${prefix}${after}` })) {
    for (const item of items) {
      // The items of a record, such as the attempts of a delivery, have longer keys.
      if (item.sk !== keyOf(organisationId, idIn(item.sk)).sk) continue;
      const seen = listed(organisationId, schema.parse(item));
      if (seen === null) continue;
      found.push(`${timeKey(seen.time, seen.id)} ${digestOf(seen.tuple)}`);
      if (found.length === most) return { found, next: seen.id };
    }
  }
  return { found, next: null };
}

function readRecord(text: string): [key: string, digest: string] {
  const [key = '', digest = ''] = text.split(' ');
  return [key, digest];
}
