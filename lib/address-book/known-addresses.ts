import * as z from 'zod';
import { anyMatchForm } from '../chains/any-address.ts';
import { addressBookKeys } from '../platform/table/address-book-keys.ts';
import { batchGet, type Table } from '../platform/table/table.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';

/** What the address book and the address lists of an organisation say of an address. */
export interface KnownAddress {
  /** The label in the book. */
  readonly label: string | null;
  readonly isInBook: boolean;
  /** Those of the lists asked for that have the address: by an entry of the book, or by their source. */
  readonly lists: ReadonlySet<string>;
}

/** An address has one entry in a book, whose id follows from the address: so no index must find the entry. */
export const entryIdOf = (organisationId: OrganisationId, address: string): string =>
  derivedId('book entry', organisationId, anyMatchForm(address));

/** A name has one list in an organisation, whose id follows from the name. */
export const listIdOf = (organisationId: OrganisationId, name: string): string =>
  derivedId('address list', organisationId, name);

const Item = z.object({
  pk: z.string(),
  sk: z.string(),
  label: z.string().optional(),
  lists: z.array(z.string()).default([]),
});

/**
 * Looks addresses up in the address book and in address lists: one item of the book for each address, and one item for
 * each address and list.
 * @param stale whether the answer may miss what was written in the last second, at half the price.
 */
export const knownAddresses =
  (table: Table, { stale = false }: { readonly stale?: boolean } = {}) =>
  /**
   * @param addresses in canonical form.
   * @param lists names of lists. A list that the organisation does not have has no address.
   * @returns what is known by the addresses as given. Addresses of which nothing is known are absent.
   */
  async (
    organisationId: OrganisationId,
    addresses: readonly string[],
    lists: readonly string[],
  ): Promise<ReadonlyMap<string, KnownAddress>> => {
    const asked = new Set(lists);
    const places = new Map(
      [...new Set(addresses)].map((address) => [address, placesOf(organisationId, address, asked)]),
    );
    const wanted = [...places.values()].flatMap(({ entry, sources }) => [entry, ...sources.values()]);
    const unique = new Map(wanted.map((key) => [`${key.pk} ${key.sk}`, key]));
    const items = await batchGet(table, [...unique.values()], Item, { stale });
    const found = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
    return new Map(
      [...places].flatMap(([address, { entry, sources }]): [string, KnownAddress][] => {
        const inBook = found.get(`${entry.pk} ${entry.sk}`);
        const having = [...sources].filter(([, { pk, sk }]) => found.has(`${pk} ${sk}`)).map(([list]) => list);
        const named = (inBook?.lists ?? []).filter((list) => asked.has(list));
        if (inBook === undefined && having.length === 0) return [];
        const known = {
          label: inBook?.label ?? null,
          isInBook: inBook !== undefined,
          lists: new Set([...named, ...having]),
        };
        return [[address, known]];
      }),
    );
  };

/** The keys of what is known of an address. */
function placesOf(organisationId: OrganisationId, address: string, lists: ReadonlySet<string>) {
  const form = anyMatchForm(address);
  const sources = [...lists].map(
    (list) => [list, addressBookKeys.sourced(organisationId, listIdOf(organisationId, list), form)] as const,
  );
  return {
    entry: addressBookKeys.entry(organisationId, entryIdOf(organisationId, address)),
    sources: new Map(sources),
  };
}
