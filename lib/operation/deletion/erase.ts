import { listPartitions } from '../../platform/table/counted-list-keys.ts';
import { keys } from '../../platform/table/keys.ts';
import { partitionsOf } from '../../platform/table/organisation-parts.ts';
import { type Item, walkPrefix } from '../../platform/table/walk.ts';
import { deleteAll } from '../../platform/table/write-all.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { listDefinitions } from '../lists/counted-lists.ts';
import { type DeletionDeps, eraseBeside } from './erase-beside.ts';

/** Items whose traces in other partitions are erased at a time. */
const AT_ONCE = 8;

export interface Erased {
  readonly items: number;
  /** False when the time was over before the pass had ended. */
  readonly isComplete: boolean;
}

/**
 * One pass over everything of an organisation except its own item. What an item names in other partitions, in S3 too,
 * is erased before the item, so that a pass that died is repeated.
 */
export async function erase(
  deps: DeletionDeps,
  organisationId: OrganisationId,
  isOver: () => boolean,
): Promise<Erased> {
  const { pk, sk } = keys.organisation(organisationId);
  const lists = listDefinitions.flatMap((list) => listPartitions(organisationId, list));
  const own = partitionsOf(organisationId);
  let items = 0;
  for (let files = -1; files !== 0; items += files) {
    if (items > 0 && isOver()) return { items, isComplete: false };
    files = await deps.archive.eraseSome(organisationId);
  }
  for (const partition of [...lists, ...own]) {
    for await (const page of walkPrefix(deps.table, partition, '', { stale: false })) {
      const others = page.filter((item) => partition !== pk || item.sk !== sk);
      if (own.includes(partition))
        await mapConcurrent(others, AT_ONCE, (item: Item) => eraseBeside(deps, organisationId, item));
      await deleteAll(deps.table, others);
      items += others.length;
      // A run always comes past the partitions that are empty, so that it erases something or completes the pass.
      if (others.length > 0 && isOver()) return { items, isComplete: false };
    }
  }
  return { items, isComplete: true };
}
