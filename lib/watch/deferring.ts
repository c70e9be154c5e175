import * as z from 'zod';
import type { ChainId } from '../chains/registry.ts';
import { matchKeys } from '../platform/table/match-keys.ts';
import { getItem, type Table } from '../platform/table/table.ts';
import { conditionHeld, type Update, write } from '../platform/table/write.ts';
import { OrganisationId } from '../values/ids.ts';

const Deferring = z.object({
  organisations: z.set(OrganisationId).default(new Set()),
  /** Changes when organisations are added. */
  version: z.int().default(0),
});
type Deferring = z.output<typeof Deferring>;

/**
 * The organisations that may have deferred matches on a chain, in one item, as one run of a watcher knows them. The run
 * reads the item once, instead of a read for each organisation. Only the watcher of the chain writes the item.
 *
 * Each run adds an organisation before its first deferred match is stored. An organisation is removed at the end of a
 * run, if no other run has added organisations meanwhile. So the item lacks no organisation with deferred matches.
 */
export function deferringOrganisations(table: Table, chain: ChainId) {
  const item = matchKeys.deferring(chain);
  let reading: Promise<Deferring> | undefined;
  let additions = 0;
  const added = new Set<OrganisationId>();
  const clear = new Set<OrganisationId>();

  async function stored(): Promise<Deferring> {
    reading ??= getItem(table, item, Deferring).then((found) => found ?? { organisations: new Set(), version: 0 });
    try {
      return await reading;
    } catch (error) {
      reading = undefined;
      throw error;
    }
  }

  return {
    /** The given organisations that may have deferred matches. */
    async among(organisations: readonly OrganisationId[]): Promise<ReadonlySet<OrganisationId>> {
      const { organisations: known } = await stored();
      return new Set(organisations.filter((id) => (known.has(id) || added.has(id)) && !clear.has(id)));
    },

    /** Call this before deferred matches of these organisations are stored. */
    async add(organisations: ReadonlySet<OrganisationId>): Promise<void> {
      for (const id of organisations) clear.delete(id);
      const missing = new Set([...organisations].filter((id) => !added.has(id)));
      if (missing.size === 0) return;
      // A read after the addition would hide that another run has added organisations.
      await stored();
      await write(table, { update: item, add: { organisations: missing, version: 1 } } satisfies Update<Deferring>);
      additions++;
      for (const id of missing) added.add(id);
    },

    /** Call this when the table has no deferred matches of the organisation. */
    markClear: (organisation: OrganisationId): void => void clear.add(organisation),

    /** Removes the organisations that have no deferred matches any more. */
    async end(): Promise<void> {
      if (reading === undefined) return;
      const { organisations, version } = await stored();
      const gone = new Set([...organisations, ...added].filter((id) => clear.has(id)));
      if (gone.size === 0) return;
      const part: Update<Deferring> = {
        update: item,
        drop: { organisations: gone },
        when: '#version = :version',
        values: { ':version': version + additions },
      };
      await conditionHeld(write(table, part));
    },
  };
}
