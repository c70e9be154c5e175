import type * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import type { ListedRecords } from '../platform/lists/record-list.ts';
import { driftIn } from '../platform/lists/recount.ts';
import { log } from '../platform/log.ts';
import { timeKey } from '../platform/table/counted-list-keys.ts';
import { idIn, keys, organisationIn } from '../platform/table/keys.ts';
import { type Item, itemsAfter } from '../platform/table/walk.ts';
import { OrganisationId } from '../values/ids.ts';
import { countedLists } from './counted-lists.ts';

/** How many items a sample reads. They may belong to any organisations. */
const SAMPLE = 200;

/**
 * Compares some records of the table with their entries in the lists, from a random place of the table on. Logs each
 * record that differs: a list that has drifted from its records needs a recount.
 * @returns how many records were compared, and how many differ.
 */
export async function sampledDrift(
  deps: Pick<Deps, 'table' | 'newId'>,
): Promise<{ compared: number; drifted: number }> {
  let compared = 0;
  let drifted = 0;
  // Each organisation may come: the order of partitions is that of a hash.
  const start = keys.settings(OrganisationId.parse(deps.newId()));
  for (const item of await itemsAfter(deps.table, start, SAMPLE)) {
    const list = listOf(item);
    if (list === undefined) continue;
    const organisation = OrganisationId.parse(organisationIn(item.pk));
    const { id, time } = list.listed(organisation, list.schema.parse(item));
    const key = timeKey(time, id);
    const { repairs } = await driftIn(deps, list, organisation, { from: key, until: `${key}!` }, [key]);
    compared++;
    if (repairs.size === 0) continue;
    drifted++;
    log.error('list.drift', { organisation, list: list.definition.name, record: id });
  }
  return { compared, drifted };
}

/** The list that shows an item, if the item is a record of a list. */
const listOf = ({ pk, sk }: Item): ListedRecords<z.ZodType> | undefined =>
  countedLists.find(({ keyOf }) => {
    const organisation = OrganisationId.safeParse(organisationIn(pk)).data;
    if (organisation === undefined) return false;
    const key = keyOf(organisation, idIn(sk));
    return key.pk === pk && key.sk === sk;
  });
