import * as z from 'zod';
import type { OrganisationId } from '../../values/ids.ts';
import {
  listKey,
  listPartition,
  listPrefixes,
  listSk,
  nodesPrefix,
  tailPartitions,
} from '../table/counted-list-keys.ts';
import { batchGet, getItem, queryPrefix, type Table } from '../table/table.ts';
import { conditionHeld, IF_ABSENT, type Put, transact, type Update, write } from '../table/write.ts';
import { deleteAll, putAll } from '../table/write-all.ts';
import type { ListDefinition } from './definition.ts';
import { cacheOf, Head, type ListStore, Merge, NO_HEAD } from './list-store.ts';
import { StoredChange } from './tail.ts';

const Packed = z.object({ parts: z.array(z.instanceof(Uint8Array)) });
const Run = Packed.extend({ sk: z.string() });
const Named = z.object({ sk: z.string() });
type Named = z.output<typeof Named>;

const bySk = (a: Named, b: Named): number => (a.sk < b.sk ? -1 : 1);

/** The items of a list of an organisation in the table. */
export function dynamoDbListStore(table: Table, organisationId: OrganisationId, list: ListDefinition): ListStore {
  const pk = listPartition(organisationId, list.name, list.sublist);
  const tails = tailPartitions(organisationId, list);
  const headKey = { pk, sk: listSk.head };

  /** The write of the next head, on condition that the head has the version that was read. */
  const putHead = ({ version }: Head, next: Head): Put =>
    version === 0
      ? { put: { ...headKey, ...next }, ...IF_ABSENT }
      : { put: { ...headKey, ...next }, when: '#version = :version', values: { ':version': version } };

  return {
    cache: cacheOf(table, pk),
    head: async (consistency) => (await getItem(table, headKey, Head, { stale: consistency === 'stale' })) ?? NO_HEAD,

    async tail(limit) {
      const found = await Promise.all(
        tails.map((each) => queryPrefix(table, each, listPrefixes.changes, StoredChange, { limit })),
      );
      return found.length === 1 ? found.flat() : found.flat().toSorted(bySk).slice(0, limit);
    },

    async items(sks) {
      const keys = sks.map((sk) => ({ pk, sk }));
      return new Map((await batchGet(table, keys, Run, { stale: true })).map(({ sk, parts }) => [sk, parts]));
    },

    async beginning(prefix) {
      const found = await queryPrefix(table, pk, prefix, Run, { stale: true });
      return new Map(found.map(({ sk, parts }) => [sk, parts]));
    },

    async item(sk, consistency) {
      return (await getItem(table, { pk, sk }, Packed, { stale: consistency === 'stale' }))?.parts ?? null;
    },

    commit: (read, next, run) =>
      conditionHeld(
        transact(table, { head: putHead(read, next), run: run === null ? undefined : { put: { pk, ...run } } }),
      ),

    async forget({ version }) {
      const part: Update<Head> = {
        update: headKey,
        set: { packed: [] },
        when: '#version = :version',
        values: { ':version': version },
      };
      await conditionHeld(write(table, part));
    },

    put: (items) =>
      putAll(
        table,
        items.map((item) => ({ pk, ...item })),
      ),

    drop: (sks) =>
      deleteAll(
        table,
        sks.map((sk) => listKey(organisationId, list, sk)),
      ),

    merges: () => queryPrefix(table, pk, listPrefixes.merges, Merge),
    begin: (merge) => write(table, { put: { pk, ...merge }, ...IF_ABSENT }),

    abandon({ sk }) {
      const part: Update<Merge> = {
        update: { pk, sk },
        set: { state: 'abandoned' },
        when: '#state <> :committed AND attribute_exists(#pk)',
        values: { ':committed': 'committed' },
      };
      return conditionHeld(write(table, part));
    },

    commitMerge: (read, next, [merge, ...others]) =>
      conditionHeld(
        transact(table, {
          head: putHead(read, next),
          merge: { put: { pk, ...merge }, when: '#state = :active', values: { ':active': 'active' } },
          others: others.map((each) => ({ put: { pk, ...each } })),
        }),
      ),

    nodesOf: async ({ sk }) => (await queryPrefix(table, pk, nodesPrefix(sk), Named)).map((item) => item.sk),
  };
}
