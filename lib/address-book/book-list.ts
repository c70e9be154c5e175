import type { ListedRecords, ListFilter } from '../platform/lists/index.ts';
import { addressBookKeys } from '../platform/table/address-book-keys.ts';
import type { OrganisationId } from '../values/ids.ts';
import { searchIn, searchText } from '../values/search-words.ts';
import { listIdOf } from './known-addresses.ts';
import { BookEntry, type BookQuery } from './schema.ts';

/**
 * The list of the entries of address books. Fields may be added at the end; the order of the others is stored. `text`
 * is what a search compares, and `changed` tells a change of the other fields: neither is counted. The entries of a
 * book name few sets of lists, so counts answer that filter. The sets are divided into shards for their size alone.
 */
export const bookList: ListedRecords<typeof BookEntry> = {
  definition: {
    name: 'BOOK',
    fields: ['family', 'lists', 'text', 'changed'],
    views: [
      { name: 'few', fields: ['family'] },
      { name: 'all', fields: ['family', 'lists'], shards: { by: 'lists', count: 4 } },
    ],
  },
  schema: BookEntry,
  keyOf: addressBookKeys.entry,
  tellsChanges: true,

  listed: (organisationId, { id, createdAt, updatedAt, family, lists, address, label }) => ({
    id,
    time: createdAt,
    tuple: [
      family,
      lists
        .map((name) => termOf(organisationId, name))
        .sort()
        .join(' '),
      searchText(address, label),
      updatedAt === createdAt ? '' : updatedAt,
    ],
  }),
};

/** 48 bits of the id of a list stand for its name, so that an entry of the list stays small. */
const termOf = (organisationId: OrganisationId, list: string): string =>
  listIdOf(organisationId, list).replaceAll('-', '').slice(0, 12);

/** The filters that counts answer. */
export const bookFilter = (
  organisationId: OrganisationId,
  { family, list }: Pick<BookQuery, 'family' | 'list'>,
): ListFilter => ({
  family,
  ...(list !== undefined && { lists: { has: termOf(organisationId, list) } }),
});

/** A search in the entries of the list. */
export const finds = searchIn(bookList.definition.fields.indexOf('text'));
