import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { hasDrifted, type ListedRecords } from '../../platform/lists/index.ts';
import { errorFields, log } from '../../platform/log.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { idIn, keys, organisationIn } from '../../platform/table/keys.ts';
import { operatorKeys } from '../../platform/table/operator-keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { type Item, itemsAfter } from '../../platform/table/walk.ts';
import { conditionHeld, write } from '../../platform/table/write.ts';
import { Instant } from '../../values/fields.ts';
import { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { countedLists } from './counted-lists.ts';

/** How many items a sample reads. They may belong to any organisations. */
const SAMPLE = 200;
const DAY_SECONDS = 24 * 60 * 60;
/** Another run takes the sample of a run that died, after this time. Longer than a run of handover. */
const LEASE_SECONDS = 10 * 60;

const NextSample = z.object({ dueAt: Instant });

/**
 * Takes a sample when the last one is a day old, whenever it is called. Of two calls at the same time, one takes the
 * sample. A call that dies leaves the sample to a later call.
 */
export async function dailySample(deps: Pick<Deps, 'table' | 'newId' | 'now'>): Promise<void> {
  const { table } = deps;
  const now = deps.now();
  const seen = await getItem(table, operatorKeys.listSample(), NextSample, { stale: true });
  if (seen !== null && seen.dueAt > now.toISOString()) return;
  const next = (seconds: number) => ({ ...operatorKeys.listSample(), dueAt: plusSeconds(now, seconds).toISOString() });
  if (!(await conditionHeld(write(table, { put: next(LEASE_SECONDS), ...ifSame(seen, 'dueAt') })))) return;
  await sampledDrift(deps);
  await write(table, { put: next(DAY_SECONDS) });
}

/**
 * Compares some records of the table with their entries in the lists, from a random place of the table on. Logs each
 * record that differs: a list that has drifted from its records needs a recount. Logs a record that cannot be read, and
 * goes on.
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
    const named = { organisation, list: list.definition.name, record: idIn(item.sk) };
    const record = list.schema.safeParse(item);
    if (!record.success) {
      log.error('list.record_unreadable', { ...named, ...errorFields(record.error) });
      continue;
    }
    compared++;
    if (!(await hasDrifted(deps, list, organisation, record.data))) continue;
    drifted++;
    log.error('list.drift', named);
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
