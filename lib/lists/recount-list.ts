import type * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { compact } from '../platform/lists/compact.ts';
import { dynamoDbListStore } from '../platform/lists/dynamodb-list-store.ts';
import { END } from '../platform/lists/range.ts';
import type { ListedRecords } from '../platform/lists/record-list.ts';
import { recountRange } from '../platform/lists/recount.ts';
import { log } from '../platform/log.ts';
import { idIn, timeKey } from '../platform/table/keys.ts';
import { walkPrefix } from '../platform/table/walk.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';

/** Records that are compared at a time. One run holds the repairs of all. */
const RANGE = 1_000;
/** The runs of a recount are merged at once, so that readers never meet many of them. */
const COMPACT_SECONDS = 120;

type Clock = Pick<Deps, 'table' | 'now' | 'newId'>;

/**
 * Makes a list of an organisation what its records say, beside traffic. Also builds the list of a table that an earlier
 * version filled. May be repeated and may stop anywhere.
 *
 * Memory holds one key of some 80 bytes for each record, because the repairs of neighbours cost least.
 * @returns how many records were compared, and how many entries were repaired.
 */
export async function recountList<S extends z.ZodType>(
  deps: Clock,
  list: ListedRecords<S>,
  organisationId: OrganisationId,
): Promise<{ records: number; repaired: number }> {
  const keys = (await keysOfRecords(deps, list, organisationId)).sort();
  const store = dynamoDbListStore(deps.table, organisationId, list.definition);
  let repaired = 0;
  for (let first = 0; first === 0 || first < keys.length; first += RANGE) {
    const own = keys.slice(first, first + RANGE);
    const range = { from: first === 0 ? '' : (own[0] ?? ''), until: keys[first + RANGE] ?? END };
    repaired += await recountRange(deps, list, organisationId, range, own);
    await compact(list.definition, store, deps, { until: plusSeconds(deps.now(), COMPACT_SECONDS) });
  }
  log.info('list.recounted', {
    organisation: organisationId,
    list: list.definition.name,
    records: keys.length,
    repaired,
  });
  return { records: keys.length, repaired };
}

/** The time keys of all records. A stale read is enough: a newer record has its entry by its own transaction. */
async function keysOfRecords<S extends z.ZodType>(
  { table }: Pick<Deps, 'table'>,
  { schema, keyOf, listed }: ListedRecords<S>,
  organisationId: OrganisationId,
): Promise<string[]> {
  const found: string[] = [];
  const { pk, sk: prefix } = keyOf(organisationId, '');
  for await (const items of walkPrefix(table, pk, prefix)) {
    for (const item of items) {
      // The items of a record, such as the attempts of a delivery, have longer keys.
      if (item.sk !== keyOf(organisationId, idIn(item.sk)).sk) continue;
      const { time, id } = listed(organisationId, schema.parse(item));
      found.push(timeKey(time, id));
    }
  }
  return found;
}
