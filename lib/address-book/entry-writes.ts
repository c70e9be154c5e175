import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { addressBookKeys } from '../platform/table/address-book-keys.ts';
import { ifSame } from '../platform/table/if-same.ts';
import { IF_ABSENT, type Update, type Write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { type BookAddress, bookAddressOf } from './book-address.ts';
import { type BookRoom, countedBy } from './book-count.ts';
import { bookList } from './book-list.ts';
import { entryIdOf, listIdOf } from './known-addresses.ts';
import type { BookEntry, CreateBookEntry } from './schema.ts';

/** An entry that a request makes. */
export function newEntry(
  organisationId: OrganisationId,
  at: Date,
  { label, note, lists, ...given }: CreateBookEntry,
): BookEntry {
  const { address, family }: BookAddress = bookAddressOf(given);
  const createdAt = at.toISOString();
  const id = entryIdOf(organisationId, address);
  return { id, address, family, label, note, lists, createdAt, updatedAt: createdAt };
}

/** The names of the writes of an entry and of an address list in a transaction. */
export const entryWrite = (id: string): string => `entry ${id}`;
const LIST_WRITE = 'list ';

/** The lists that a transaction was refused for: the organisation has no list of these names. */
export const unknownLists = (failed: readonly string[]): ReadonlySet<string> =>
  new Set(failed.filter((name) => name.startsWith(LIST_WRITE)).map((name) => name.slice(LIST_WRITE.length)));

/** The writes that make entries of different addresses: one for each entry and each list, and four for all. */
export function creationOfEntries(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  entries: readonly BookEntry[],
  room: BookRoom,
): Record<string, Write | readonly Write[]> {
  const added = Map.groupBy(
    entries.flatMap(({ lists }) => lists),
    (name) => name,
  );
  const [first] = entries;
  const made =
    entries.length === 1 && first !== undefined ? { id: first.id, after: first } : { id: null, created: entries };
  return {
    count: countedBy(organisationId, 'bookCount', entries.length, room),
    audit: audited(deps, organisationId, { action: 'create', resource: 'address_book_entry', ...made }),
    ofBook: recordList(deps, bookList).changes(
      organisationId,
      entries.map((after) => ({ before: null, after })),
    ),
    ...Object.fromEntries(entries.map((entry) => [entryWrite(entry.id), putOf(organisationId, entry)])),
    ...listWrites(organisationId, new Map([...added].map(([name, { length }]) => [name, length]))),
  };
}

const putOf = (organisationId: OrganisationId, entry: BookEntry): Write => ({
  put: { ...addressBookKeys.entry(organisationId, entry.id), ...entry },
  ...IF_ABSENT,
});

/** The writes that change or delete an entry. They fail when another request changed the entry meanwhile. */
export function changeOfEntry(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  before: BookEntry,
  after: BookEntry | null,
): Record<string, Write | readonly Write[]> {
  const key = addressBookKeys.entry(organisationId, before.id);
  const unchanged = ifSame(before, 'updatedAt', 'createdAt');
  const names = new Set([...before.lists, ...(after?.lists ?? [])]);
  const moves = [...names].map((name): [string, number] => [
    name,
    Number(after?.lists.includes(name) ?? false) - Number(before.lists.includes(name)),
  ]);
  return {
    [entryWrite(before.id)]:
      after === null ? { delete: key, ...unchanged } : { put: { ...key, ...after }, ...unchanged },
    audit: audited(deps, organisationId, {
      action: after === null ? 'delete' : 'update',
      resource: 'address_book_entry',
      id: before.id,
      before,
      after,
    }),
    ofBook: recordList(deps, bookList).changes(organisationId, [{ before, after }]),
    ...(after === null && { count: countedBy(organisationId, 'bookCount', -1, { limit: 0, own: undefined }) }),
    ...listWrites(organisationId, new Map(moves.filter(([, n]) => n !== 0))),
  };
}

/**
 * The writes that count the entries of lists. A list with entries cannot be deleted, so each of the entries names a
 * list that exists.
 */
const listWrites = (organisationId: OrganisationId, added: ReadonlyMap<string, number>): Record<string, Write> =>
  Object.fromEntries(
    [...added].map(([name, n]): [string, Update<{ entries: number }>] => [
      `${LIST_WRITE}${name}`,
      {
        update: addressBookKeys.list(organisationId, listIdOf(organisationId, name)),
        add: { entries: n },
        ...ifSame({ isDeleting: false }, 'isDeleting'),
      },
    ]),
  );
