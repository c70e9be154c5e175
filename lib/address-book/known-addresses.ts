import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { anyMatchForm } from '../chains/any-address.ts';
import { addressBookKeys } from '../platform/table/address-book-keys.ts';
import { batchGet, type Table } from '../platform/table/table.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import { growingTo } from '../values/memo.ts';

/** What is asked about addresses. */
export interface AskedOfAddresses {
  /** Whether the address book has an entry. */
  readonly book: boolean;
  /** Names of lists. A list that the organisation does not have has no address. */
  readonly lists: readonly string[];
}

/** What the address book and the address lists of an organisation say of an address. */
export interface KnownAddress {
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
  lists: z.array(z.string()).default([]),
});

/**
 * Looks addresses up in the address book and in address lists: one item of the book for each address, and one item for
 * each address and list.
 * @param stale whether the answer may miss what was written in the last ten seconds. A question then costs half,
 * and reads no place where the lists have no address.
 */
export function knownAddresses(table: Table, { stale = false }: { readonly stale?: boolean } = {}) {
  const kindsOf = stale ? kindsOfLists(table) : async (_: OrganisationId, names: readonly string[]) => allKinds(names);

  /**
   * @param addresses in canonical form.
   * @returns what is known by the addresses as given. Addresses of which nothing is known are absent.
   */
  return async (
    organisationId: OrganisationId,
    addresses: readonly string[],
    { book, lists }: AskedOfAddresses,
  ): Promise<ReadonlyMap<string, KnownAddress>> => {
    if (addresses.length === 0) return new Map();
    const { byEntries, bySource } = await kindsOf(organisationId, [...new Set(lists)]);
    const readsBook = book || byEntries.size > 0;
    const places = new Map(
      [...new Set(addresses)].map((address) => [address, placesOf(organisationId, address, bySource)]),
    );
    const wanted = [...places.values()].flatMap(({ entry, sources }) => [
      ...(readsBook ? [entry] : []),
      ...sources.values(),
    ]);
    const unique = new Map(wanted.map((key) => [`${key.pk} ${key.sk}`, key]));
    const items = await batchGet(table, [...unique.values()], Item, { stale });
    const found = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
    return new Map(
      [...places].flatMap(([address, { entry, sources }]): [string, KnownAddress][] => {
        const inBook = found.get(`${entry.pk} ${entry.sk}`);
        const having = [...sources].filter(([, { pk, sk }]) => found.has(`${pk} ${sk}`)).map(([list]) => list);
        const named = (inBook?.lists ?? []).filter((list) => byEntries.has(list));
        if (inBook === undefined && having.length === 0) return [];
        return [[address, { isInBook: inBook !== undefined, lists: new Set([...named, ...having]) }]];
      }),
    );
  };
}

/** Where lists have addresses: in entries of the book that name them, or from their source. A list may have both. */
interface Kinds {
  readonly byEntries: ReadonlySet<string>;
  readonly bySource: ReadonlySet<string>;
}

const allKinds = (names: readonly string[]): Kinds => ({ byEntries: new Set(names), bySource: new Set(names) });

const List = z.object({ name: z.string(), entries: z.int(), reserved: z.int() });

/** Lists that a process remembers, some 200 bytes each, and how long. */
const MOST_LISTS = 10_000;
const KEPT_MS = 10_000;

/** Asks the lists themselves, half a unit each, and remembers the answer. */
function kindsOfLists(table: Table) {
  const known = new LRUCache<string, { readonly list: z.output<typeof List> | undefined }>({
    ...growingTo(MOST_LISTS),
    ttl: KEPT_MS,
  });
  return async (organisationId: OrganisationId, names: readonly string[]): Promise<Kinds> => {
    const held = new Map(names.map((name) => [name, known.get(listIdOf(organisationId, name))]));
    const unknown = names.filter((name) => held.get(name) === undefined);
    const wanted = unknown.map((name) => addressBookKeys.list(organisationId, listIdOf(organisationId, name)));
    const found = await batchGet(table, wanted, List, { stale: true });
    for (const name of unknown) {
      const answer = { list: found.find((list) => list.name === name) };
      known.set(listIdOf(organisationId, name), answer);
      held.set(name, answer);
    }
    const having = (has: (list: z.output<typeof List>) => boolean) =>
      new Set(
        names.filter((name) => {
          const list = held.get(name)?.list;
          return list !== undefined && has(list);
        }),
      );
    // A plan that is being applied counts: some of its addresses are stored.
    return { byEntries: having(({ entries }) => entries > 0), bySource: having(({ reserved }) => reserved > 0) };
  };
}

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
