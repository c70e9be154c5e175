import * as z from 'zod';
import type { OrganisationId } from '../../values/ids.ts';
import { LIST_TAIL, listKeys } from '../table/counted-list-keys.ts';
import { deleteAll } from '../table/delete.ts';
import { getItem, queryPrefix, type Table } from '../table/table.ts';
import { conditionHeld, transact, type Update, write } from '../table/write.ts';
import type { ListDefinition } from './definition.ts';
import { Bytes, type Consistency, Head, type ListStore, NO_HEAD, StoredChange, type TreeItem } from './list-store.ts';

const Leaf = z.object({ version: z.number().int(), ids: Bytes, body: Bytes });
const Slice = z.object({ version: z.number().int(), body: Bytes });

/** The items of a list of an organisation in the table. */
export function dynamoDbListStore(table: Table, organisationId: OrganisationId, { name }: ListDefinition): ListStore {
  const headKey = listKeys.head(organisationId, name);
  const keyOf = (item: TreeItem) =>
    'level' in item
      ? listKeys.slice(organisationId, name, item.level, item.slice, item.bound)
      : listKeys.leaf(organisationId, name, item.bound);
  const reading = (consistency: Consistency) => ({ stale: consistency === 'stale' });
  const changes = (range: { backwards?: boolean; limit?: number }) =>
    queryPrefix(table, headKey.pk, LIST_TAIL, StoredChange, range);

  return {
    head: async () => (await getItem(table, headKey, Head)) ?? NO_HEAD,
    tail: () => changes({ backwards: true }),
    oldest: (limit) => changes({ limit }),

    leaf: (bound, consistency) =>
      getItem(table, listKeys.leaf(organisationId, name, bound), Leaf, reading(consistency)),

    slice: (level, slice, bound, consistency) =>
      getItem(table, listKeys.slice(organisationId, name, level, slice, bound), Slice, reading(consistency)),

    commit: (read, next, items) =>
      conditionHeld(
        transact(table, [
          {
            put: { ...headKey, ...next },
            when: read.version === 0 ? 'attribute_not_exists(#pk)' : '#version = :version',
            ...(read.version > 0 && { values: { ':version': read.version } }),
          },
          ...items.map((item) => ({ put: { ...keyOf(item), ...storedPart(item) } })),
        ]),
      ),

    drop: (sks) =>
      deleteAll(
        table,
        sks.map((sk) => ({ pk: headKey.pk, sk })),
      ),

    async clear({ version }) {
      const part: Update<Head> = {
        update: headKey,
        set: { folded: [] },
        when: '#version = :version',
        values: { ':version': version },
      };
      await conditionHeld(write(table, part));
    },
  };
}

/** The attributes of an item; its key has its level, slice and bound. */
const storedPart = ({ version, body, ...item }: TreeItem) => ({
  version,
  body,
  ...('ids' in item && { ids: item.ids }),
});
