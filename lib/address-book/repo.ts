import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { type Page, pageOf } from '../platform/page.ts';
import { addressBookKeys } from '../platform/table/address-book-keys.ts';
import { tryCreate } from '../platform/table/create.ts';
import { optimistically } from '../platform/table/optimistically.ts';
import { batchGet, getItem } from '../platform/table/table.ts';
import { tryTransact } from '../platform/table/write.ts';
import { ApiError, notFound, validationFailed } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { bookFull, bookRoom } from './book-count.ts';
import { noteLikeness } from './book-likeness.ts';
import { bookFilter, bookList, finds } from './book-list.ts';
import { changeOfEntry, creationOfEntries, entryWrite, newEntry, unknownLists } from './entry-writes.ts';
import { entryIdOf } from './known-addresses.ts';
import { BookEntry, type BookQuery, type CreateBookEntry, type UpdateBookEntry } from './schema.ts';

/** Entries that a search looks through in one request. Their leaves cost some 40 read units. */
const MOST_SEARCHED = 3_000;
/** How often an entry or the limit may change after the read. */
const TRIES = 10;

/** The address books of organisations. */
export function bookRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  const list = recordList(deps, bookList);

  const find = (organisationId: OrganisationId, id: string): Promise<BookEntry | null> =>
    getItem(table, addressBookKeys.entry(organisationId, id), BookEntry);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<BookEntry> {
    const entry = await find(organisationId, id);
    if (entry === null) throw notFound('entry of the address book');
    return entry;
  }

  return {
    get,

    /** Strongly consistent. */
    byId: async (organisationId: OrganisationId, ids: readonly string[]): Promise<Map<string, BookEntry>> => {
      const wanted = [...new Set(ids)].map((id) => addressBookKeys.entry(organisationId, id));
      return new Map((await batchGet(table, wanted, BookEntry)).map((entry) => [entry.id, entry]));
    },

    /** A search for a whole address reads the entry of the address alone. */
    async list(
      organisationId: OrganisationId,
      { q, family, list: name, ...request }: BookQuery,
    ): Promise<Page<BookEntry>> {
      const query = { filter: bookFilter(organisationId, { family, list: name }), order: 'newest first' as const };
      const scope = [q, family, name];
      if (q === undefined) return list.page(organisationId, query, request, scope);
      const entry = await find(organisationId, entryIdOf(organisationId, q.trim()));
      if (entry !== null) {
        return pageOf(list.matching(organisationId, query, [entry]), request, 'entry', organisationId, scope);
      }
      return list.search(organisationId, query, request, scope, { test: finds(q), most: MOST_SEARCHED });
    },

    /**
     * @throws ApiError `conflict` when the book has the address, or as many entries as it may have;
     *   `validation_failed` on `lists` for a list that the organisation does not have.
     */
    async create(organisationId: OrganisationId, input: CreateBookEntry): Promise<BookEntry> {
      const entry = newEntry(organisationId, now(), input);
      await noteLikeness(table, organisationId, [entry]);
      return optimistically('the limit of an address book', TRIES, async () => {
        const room = await bookRoom(table, organisationId, 'bookCount');
        const refusal = await tryCreate(table, creationOfEntries(deps, organisationId, [entry], room));
        if (refusal === null) return entry;
        if (refusal.failed.includes(entryWrite(entry.id))) {
          throw new ApiError('conflict', `The address ${entry.address} is in the address book already.`);
        }
        assertLists(entry.lists, refusal.failed);
        if (room.left === 0) throw bookFull(room);
        return undefined;
      });
    },

    /** @throws ApiError `not_found`, `conflict`, or `validation_failed` on `lists`. */
    async update(organisationId: OrganisationId, id: string, change: UpdateBookEntry): Promise<BookEntry> {
      const before = await get(organisationId, id);
      const after = { ...before, ...change, updatedAt: now().toISOString() };
      const refusal = await tryTransact(table, changeOfEntry(deps, organisationId, before, after));
      if (refusal === null) return after;
      assertLists(after.lists, refusal.failed);
      throw new ApiError('conflict', 'The entry was changed at the same time; read it again.');
    },

    /** @throws ApiError `not_found`. */
    remove: (organisationId: OrganisationId, id: string): Promise<true> =>
      optimistically(`entry ${id}`, TRIES, async () => {
        const before = await get(organisationId, id);
        const refusal = await tryTransact(table, changeOfEntry(deps, organisationId, before, null));
        return refusal === null ? true : undefined;
      }),
  };
}

/** @throws ApiError `validation_failed` for each list that the table refused. */
function assertLists(lists: readonly string[], failed: readonly string[]): void {
  const errors = unknownListErrors(lists, failed);
  if (errors.length > 0) throw validationFailed(errors);
}

/** The errors of an entry that names lists for which the table refused a transaction. */
export function unknownListErrors(lists: readonly string[], failed: readonly string[]) {
  const unknown = unknownLists(failed);
  return lists.flatMap((name, n) =>
    unknown.has(name) ? [{ path: `lists.${n}`, message: `there is no address list ${name}` }] : [],
  );
}
