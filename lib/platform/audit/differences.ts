import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

/** A value of a record before and after a change. Null stands for a value that is absent. */
export const Difference = z.object({ path: z.string(), before: z.unknown(), after: z.unknown() });
export type Difference = z.output<typeof Difference>;

/** The most differences of an entry. */
const MOST_DIFFERENCES = 100;
/** A longer value is shown by its digest. An item of the table holds 400 KB. */
const LONGEST_VALUE = 1_000;
const CHANGED = '(changed)';

/** Fields that say nothing about what somebody changed. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['id', 'organisationId', 'createdAt', 'updatedAt', 'version']);
/** The masked form of a sealed field. The sealed field itself says that it changed. */
const MASKED = /^masked[A-Z]/;
/** Stored names of secrets: they are sealed, or only their hash is stored. */
const SECRET = /(^|\.)sealed|secret|sha256/i;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set);

/**
 * What differs between two forms of a record, at most `MOST_DIFFERENCES`. Each secret says only that it changed.
 * @param before null for a record that is created.
 * @param after null for a record that is deleted.
 */
export const differences = (before: object | null, after: object | null): Difference[] =>
  [...differing('', before, after)].slice(0, MOST_DIFFERENCES);

function* differing(path: string, before: unknown, after: unknown): Generator<Difference> {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return;
  const [old, young] = [isFields(before) ? before : null, isFields(after) ? after : null];
  if ((old ?? young) !== null && (before ?? old) === old && (after ?? young) === young) {
    for (const name of new Set([...Object.keys(old ?? {}), ...Object.keys(young ?? {})])) {
      if (path === '' && (BOOKKEEPING.has(name) || MASKED.test(name))) continue;
      yield* differing(path === '' ? name : `${path}.${name}`, old?.[name], young?.[name]);
    }
    return;
  }
  const show = SECRET.test(path) ? hidden : shown;
  yield {
    path: path.replace(/(^|\.)sealed(\w)/, (_, dot, letter) => dot + letter.toLowerCase()),
    ...{ before: show(before), after: show(after) },
  };
}

const hidden = (value: unknown): string | null => (value === null || value === undefined ? null : CHANGED);

function shown(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  if (text.length <= LONGEST_VALUE) return JSON.parse(text);
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
