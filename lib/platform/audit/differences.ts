import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

/** A value of a record before and after a change. Null stands for a value that is absent. */
export const Difference = z.object({ path: z.string(), before: z.unknown(), after: z.unknown() });
export type Difference = z.output<typeof Difference>;

/** The most differences of an entry. A change with more of them names whole fields of the record. */
const MOST_DIFFERENCES = 100;
/** A longer value is shown by its digest. */
const LONGEST_VALUE = 1_000;
/** When all differences take more bytes, all values that are longer than a digest are shown by their digests. */
const MOST_BYTES = 8_000;
const DIGEST_LENGTH = 'sha256:'.length + 64;
const CHANGED = '(changed)';

/** Fields that say nothing about what somebody changed. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  ...['id', 'organisationId', 'createdAt', 'updatedAt', 'version'],
  // Of the settings: it follows from the addresses, and the API does not show it.
  'toldUntil',
]);
/** The masked form of a sealed field. The sealed field itself says that it changed. */
const MASKED = /^masked[A-Z]/;
/** Stored names of secrets: they are sealed, or only their hash is stored. */
const SECRET = /(^|\.)sealed|secret|sha256/i;

/**
 * A longer record of several that one transaction creates is shown by its digest. The fields of wallets and of entries
 * of the address book have bounds: no such record takes more, and 95 of them fit into an item of 400 KB.
 */
const LONGEST_RECORD = 8_000;

type Fields = Readonly<Record<string, unknown>>;

/** A value before and after, and where it is. */
type Change = Difference;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set);

/**
 * What differs between two forms of a record, at most `MOST_DIFFERENCES`. Whoever applies the differences to the record
 * before gets the record after. Each secret says only that it changed.
 * @param before null for a record that is created.
 * @param after null for a record that is deleted.
 */
export function differences(before: object | null, after: object | null): Difference[] {
  const each = [...differing({ path: '', before, after }, Number.POSITIVE_INFINITY)];
  const some = each.length <= MOST_DIFFERENCES ? each : [...differing({ path: '', before, after }, 1)];
  const changes = some.slice(0, MOST_DIFFERENCES);
  const all = changes.map((change) => shown(change, LONGEST_VALUE));
  return Buffer.byteLength(JSON.stringify(all)) <= MOST_BYTES
    ? all
    : changes.map((change) => shown(change, DIGEST_LENGTH + 2));
}

/** The differences of several records that one transaction creates: one for each record, whose path is its id. */
export const creations = (records: readonly { readonly id: string }[]): Difference[] =>
  records.map((record) => {
    const told = Object.entries(record).filter(([name, value]) => value !== null && !isBookkeeping(name));
    return { path: record.id, before: null, after: short(Object.fromEntries(told), LONGEST_RECORD) };
  });

const isBookkeeping = (name: string): boolean => BOOKKEEPING.has(name) || MASKED.test(name);

/** @param depth how far the paths go. A field with a dot in its name would make a path unclear. */
function* differing({ path, before, after }: Change, depth: number): Generator<Change> {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return;
  const [old, young] = [isFields(before) ? before : null, isFields(after) ? after : null];
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(young ?? {})])];
  const areFields = (before ?? old) === old && (after ?? young) === young;
  if (!areFields || names.length === 0 || depth === 0 || names.some((name) => name.includes('.'))) {
    yield { path, before, after };
    return;
  }
  for (const name of names) {
    if (path === '' && isBookkeeping(name)) continue;
    const at = path === '' ? name : `${path}.${name}`;
    yield* differing({ path: at, before: old?.[name], after: young?.[name] }, depth - 1);
  }
}

function shown({ path, before, after }: Change, longest: number): Difference {
  const show = SECRET.test(path) ? hidden : (value: unknown) => short(value, longest);
  return {
    path: path.replace(/(^|\.)sealed(\w)/, (_, dot, letter) => dot + letter.toLowerCase()),
    ...{ before: show(before), after: show(after) },
  };
}

const hidden = (value: unknown): string | null => (value === null || value === undefined ? null : CHANGED);

/** A set of the table as a list, and no secret that is a part of a value. */
const plain = (name: string, value: unknown): unknown =>
  SECRET.test(name) ? hidden(value) : value instanceof Set ? [...value].sort() : value;

function short(value: unknown, longest: number): unknown {
  const text = JSON.stringify(value ?? null, plain);
  return text.length <= longest ? JSON.parse(text) : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
