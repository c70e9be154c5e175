import { isDeepStrictEqual } from 'node:util';
import { type Deps, freshId } from '../platform/deps.ts';
import { tryCreatePart } from '../platform/table/create.ts';
import { fieldErrors } from '../values/field-errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { BookEntryBody } from './book-address.ts';
import { type BookRoom, bookFull, bookRoom } from './book-count.ts';
import { noteLikeness } from './book-likeness.ts';
import type { BulkEntriesAnswer } from './bulk-entries-schema.ts';
import { creationOfEntries, entryWrite, newEntry } from './entry-writes.ts';
import { bookRepo, unknownListErrors } from './repo.ts';
import type { BookEntry } from './schema.ts';

/** A transaction has 100 writes. One counts, one changes the list, one remembers the request, and two are audited. */
const MOST_WRITES = 95;
/** How often other requests may take the addresses of rows meanwhile. */
const TRIES = 5;

/** A valid row, with the entry that the row becomes unless its address has an entry. */
interface Row {
  readonly index: number;
  readonly entry: BookEntry;
  /** The fields that the row states. */
  readonly stated: ReadonlySet<string>;
}

/**
 * Makes the entries of many rows. A row whose address has an entry changes nothing, and a bad row stops no other row.
 * A repetition of a request with an idempotency key answers as the first run, wherever that run ended: the entries of
 * the first run have its time.
 */
export async function createEntries(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  given: readonly unknown[],
): Promise<BulkEntriesAnswer> {
  const created = new Map<number, BookEntry>();
  const existing: BulkEntriesAnswer['existing'] = [];
  const failed: BulkEntriesAnswer['failed'] = [];
  const book = bookRepo(deps);
  const writing = groupWriter(deps, organisationId);
  let left = parsedRows(organisationId, deps.now(), given, failed);
  for (let n = 0; left.length > 0; n++) {
    const present = await book.byId(
      organisationId,
      left.map(({ entry }) => entry.id),
    );
    const own = new Set([...created.values()].map(({ id }) => id));
    for (const row of left) {
      const found = present.get(row.entry.id);
      if (found === undefined) continue;
      // An earlier run of the request made an entry that has the time of the request and says what the row says.
      if (!own.has(found.id) && isDeepStrictEqual(found, row.entry)) created.set(row.index, found);
      else existing.push({ index: row.index, id: found.id, differs: differing(row, found) });
      own.add(found.id);
    }
    const fresh = left.filter(({ entry }) => !present.has(entry.id));
    if (n === TRIES) {
      const errors = [{ path: 'address', message: 'changes all the time' }];
      failed.push(...fresh.map(({ index }) => ({ index, code: 'conflict' as const, errors })));
      break;
    }
    // Rows with the address of a row before them wait until that row has its entry.
    const firsts = [...Map.groupBy(fresh, ({ entry }) => entry.id).values()].flatMap((rows) => rows.slice(0, 1));
    left = fresh.filter((row) => !firsts.includes(row));
    for (const group of grouped(firsts)) {
      await noteLikeness(
        deps.table,
        organisationId,
        group.map(({ entry }) => entry),
      );
      const outcome = await writing(group);
      for (const { index, entry } of outcome.created) created.set(index, entry);
      failed.push(...outcome.failed);
      left.push(...outcome.taken);
    }
  }
  const byIndex = (a: { index: number }, b: { index: number }) => a.index - b.index;
  return {
    created: [...created].sort(([a], [b]) => a - b).map(([, entry]) => entry),
    existing: existing.sort(byIndex),
    failed: failed.sort(byIndex),
  };
}

/** The valid rows. The others have failed. */
function parsedRows(
  organisationId: OrganisationId,
  at: Date,
  given: readonly unknown[],
  failed: BulkEntriesAnswer['failed'],
): Row[] {
  return given.flatMap((row, index): Row[] => {
    const { success, data, error } = BookEntryBody.safeParse(row);
    if (success) {
      return [{ index, entry: newEntry(organisationId, at, data), stated: new Set(Object.keys(Object(row))) }];
    }
    failed.push({ index, code: 'validation_failed', errors: fieldErrors(error.issues) });
    return [];
  });
}

interface GroupOutcome {
  readonly created: readonly Row[];
  /** Rows whose address another request took meanwhile. */
  readonly taken: readonly Row[];
  readonly failed: BulkEntriesAnswer['failed'];
}

/** Writes the entries of a group in one transaction. Repeats it without the rows that the table refused. */
function groupWriter(deps: Pick<Deps, 'table' | 'now' | 'newId'>, organisationId: OrganisationId) {
  let isFirst = true;
  let room: BookRoom | undefined;

  return async function write(group: readonly Row[]): Promise<GroupOutcome> {
    const taken: Row[] = [];
    const failed: BulkEntriesAnswer['failed'] = [];
    let rows = group;
    while (rows.length > 0) {
      room ??= await bookRoom(deps.table, organisationId, 'bookCount');
      const entries = rows.map(({ entry }) => entry);
      // The ids of a repeated request repeat, and so would the names of its changes of lists: each would replace a
      // change of the first run, when somebody has deleted an entry meanwhile.
      const unique = freshId();
      const writes = creationOfEntries({ ...deps, newId: () => unique }, organisationId, entries, room);
      const refusal = await tryCreatePart(deps.table, writes, isFirst);
      if (refusal === null) {
        isFirst = false;
        break;
      }
      const names = refusal.failed;
      const isTaken = ({ entry }: Row) => names.includes(entryWrite(entry.id));
      taken.push(...rows.filter(isTaken));
      rows = rows.filter((row) => !isTaken(row));
      const errorsOf = ({ entry }: Row) => unknownListErrors(entry.lists, names);
      for (const row of rows) {
        const errors = errorsOf(row);
        if (errors.length > 0) failed.push({ index: row.index, code: 'validation_failed', errors });
      }
      rows = rows.filter((row) => errorsOf(row).length === 0);
      if (names.includes('count')) {
        room = await bookRoom(deps.table, organisationId, 'bookCount');
        const errors = [{ path: '', message: bookFull(room).detail }];
        failed.push(...rows.slice(room.left).map(({ index }) => ({ index, code: 'conflict' as const, errors })));
        rows = rows.slice(0, room.left);
      }
    }
    return { created: rows, taken, failed };
  };
}

const differing = ({ entry, stated }: Row, found: BookEntry): string[] =>
  (['label', 'note', 'lists'] as const).filter(
    (field) => stated.has(field) && !isDeepStrictEqual(entry[field], found[field]),
  );

/** Rows whose writes fit into a transaction: one for each row and each list. */
function grouped(rows: readonly Row[]): Row[][] {
  const groups: { rows: Row[]; lists: Set<string> }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const lists = new Set([...(last?.lists ?? []), ...row.entry.lists]);
    if (last !== undefined && last.rows.length + 1 + lists.size <= MOST_WRITES) {
      last.rows.push(row);
      last.lists = lists;
    } else groups.push({ rows: [row], lists: new Set(row.entry.lists) });
  }
  return groups.map((group) => group.rows);
}
