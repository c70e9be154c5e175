import type * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { compact } from '../platform/lists/compact.ts';
import { dynamoDbListStore } from '../platform/lists/dynamodb-list-store.ts';
import { END } from '../platform/lists/range.ts';
import type { ListedRecords } from '../platform/lists/record-list.ts';
import { ALL_IDS, digestOf, type IdRange, isAsRead, recountRange } from '../platform/lists/recount.ts';
import { log } from '../platform/log.ts';
import { timeKey } from '../platform/table/counted-list-keys.ts';
import { idIn } from '../platform/table/keys.ts';
import { walkPrefix } from '../platform/table/walk.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';

/** Records that are compared at a time. One run holds the repairs of all. */
const RANGE = 1_000;
/**
 * Records of a part. A part holds some 100 bytes of memory for each, and takes some minutes: a function has fifteen.
 * Each part reads the whole list.
 */
const PART = 500_000;
/** The runs of a recount are merged at once, so that readers never meet many of them. */
const COMPACT_SECONDS = 120;

type Clock = Pick<Deps, 'table' | 'now' | 'newId'>;

/** What a part of a recount did. */
export interface Recounted {
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
  deps: Clock,
  list: ListedRecords<S>,
  organisationId: OrganisationId,
  { after = '', most = PART }: { readonly after?: string; readonly most?: number | undefined } = {},
): Promise<Recounted> {
  const { found, next } = await recordsAfter(deps, list, organisationId, after, most);
  const ids: IdRange = { after, last: next ?? ALL_IDS.last };
  found.sort();
  const store = dynamoDbListStore(deps.table, organisationId, list.definition);
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
    await compact(list.definition, store, deps, { until: plusSeconds(deps.now(), COMPACT_SECONDS) });
  }
  const records = found.length;
  log.info('list.recounted', { organisation: organisationId, list: list.definition.name, records, repaired, next });
  return { records, repaired, next };
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
      const { time, id, tuple } = listed(organisationId, schema.parse(item));
      found.push(`${timeKey(time, id)} ${digestOf(tuple)}`);
      if (found.length === most) return { found, next: id };
    }
  }
  return { found, next: null };
}

function readRecord(text: string): [key: string, digest: string] {
  const [key = '', digest = ''] = text.split(' ');
  return [key, digest];
}
