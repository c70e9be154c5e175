import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { addressBookKeys } from '../platform/table/address-book-keys.ts';
import { keys } from '../platform/table/keys.ts';
import { batchGet, getItem } from '../platform/table/table.ts';
import type { OrganisationId } from '../values/ids.ts';
import { growingTo } from '../values/memo.ts';
import { BookCounts } from './book-count.ts';
import { entryIdOf } from './known-addresses.ts';

/** The labels in the address book of an organisation. An address without an entry is absent. */
export type BookLabels = (
  organisationId: OrganisationId,
  addresses: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

const MOST_ORGANISATIONS = 10_000;
/** The first entry of a book is shown after this time at the latest. */
const KEPT_MS = 10_000;

const Labelled = z.object({ id: z.string(), label: z.string() });

/** Reads labels with one BatchGet at half the price. An organisation without a book costs one small read. */
export function bookLabels({ table, now }: Pick<Deps, 'table' | 'now'>): BookLabels {
  const known = new LRUCache<OrganisationId, { readonly at: number; readonly hasBook: boolean }>({
    ...growingTo(MOST_ORGANISATIONS),
  });

  async function hasBook(organisationId: OrganisationId): Promise<boolean> {
    const at = now().getTime();
    const held = known.get(organisationId);
    if (held !== undefined && at < held.at + KEPT_MS) return held.hasBook;
    const counts = await getItem(table, keys.organisation(organisationId), BookCounts, { stale: true });
    const found = (counts?.bookCount ?? 0) > 0;
    known.set(organisationId, { at, hasBook: found });
    return found;
  }

  return async (organisationId, addresses) => {
    if (addresses.length === 0 || !(await hasBook(organisationId))) return new Map();
    const ids = new Map([...new Set(addresses)].map((address) => [address, entryIdOf(organisationId, address)]));
    const wanted = [...new Set(ids.values())].map((id) => addressBookKeys.entry(organisationId, id));
    const found = await batchGet(table, wanted, Labelled, { stale: true });
    const labels = new Map(found.map(({ id, label }) => [id, label]));
    return new Map(
      [...ids].flatMap(([address, id]): [string, string][] => {
        const label = labels.get(id);
        return label === undefined ? [] : [[address, label]];
      }),
    );
  };
}
