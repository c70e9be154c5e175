import { createHash } from 'node:crypto';
import type { AuditEntry } from '../../../lib/platform/audit/audit-entry.ts';

/*
 * Applies the entries of the audit log to the records of before. The code knows what docs/api.md says of entries, and
 * nothing of how the product makes them.
 */

/** The fields of each record, by its resource and its id. */
export type Records = Record<string, Record<string, unknown>>;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const digestOf = (value: unknown): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;

/** Whether a value of an entry, which may be a digest, stands for a stored value. */
const standsFor = (told: unknown, stored: unknown): boolean =>
  JSON.stringify(sorted(told)) === JSON.stringify(sorted(stored)) || told === digestOf(stored);

/**
 * With the fields in the order of their names, without those that are absent or empty. Nothing is left of an object
 * whose fields are all gone.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(sorted);
  if (!isFields(value)) return value === '' ? null : (value ?? null);
  const fields = Object.entries(value)
    .map(([name, own]) => [name, sorted(own)] as const)
    .filter(([, own]) => own !== null);
  return fields.length === 0 ? null : Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Values that stand for an absent field. */
const ABSENT: Fields = { muteCritical: false };

/** The records after an entry. @throws Error when the entry says something else of the value before. */
export function applied(records: Records, entry: AuditEntry): Records {
  const { action, resource, resourceId, changes } = entry;
  if (resourceId === null && action === 'create') {
    const created = changes.map(({ path, after }): [string, Fields] => {
      if (!isFields(after)) throw new Error(`${resource} ${path}: the entry tells no record`);
      return [`${resource} ${path}`, after];
    });
    return { ...records, ...Object.fromEntries(created) };
  }
  const name = `${resource} ${resourceId}`;
  const record = changed(name, structuredClone(records[name] ?? {}), changes);
  // What a job does by itself has no entries, and so its entries name no status.
  if (action === 'cancel') record.isCancelled = true;
  if (action === 'resume') delete record.isCancelled;
  return { ...records, [name]: record };
}

function changed(name: string, record: Fields, changes: AuditEntry['changes']): Fields {
  for (const { path, before, after } of changes) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let parent: Fields = record;
    for (const step of steps) {
      const next = parent[step];
      const child = isFields(next) ? next : {};
      parent[step] = child;
      parent = child;
    }
    const absent = ABSENT[last] ?? null;
    const was = parent[last] ?? absent;
    if (!standsFor(before, was) && before !== was) {
      throw new Error(`${name}: ${path} was ${JSON.stringify(was)}, the entry says ${JSON.stringify(before)}`);
    }
    if (after === null || after === absent) delete parent[last];
    else parent[last] = after;
  }
  return record;
}

const BOOKKEEPING = ['id', 'organisationId', 'createdAt', 'updatedAt', 'version'];
const isSecret = (name: string): boolean => /^sealed|secret|sha256/i.test(name);
const shownName = (name: string): string =>
  name.startsWith('sealed') ? name.charAt(6).toLowerCase() + name.slice(7) : name;

/** A stored record as entries tell of it: each secret is `(changed)`. */
export function toldOf(record: object): Fields {
  const inner = (value: unknown): unknown => {
    if (value instanceof Set) return [...value].sort();
    if (Array.isArray(value)) return value.map(inner);
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, own]) => {
        if (own === null || own === undefined || own === ABSENT[name]) return [];
        return [isSecret(name) ? [shownName(name), '(changed)'] : [name, inner(own)]];
      }),
    );
  };
  const kept = Object.entries(record).filter(([name]) => !BOOKKEEPING.includes(name) && !/^masked[A-Z]/.test(name));
  const told = inner(Object.fromEntries(kept));
  return isFields(told) ? told : {};
}

/** What differs between the records that the log tells and those that are stored, as texts. */
export function differingRecords(told: Records, stored: Records): string[] {
  const names = new Set([...Object.keys(told), ...Object.keys(stored)]);
  return [...names].flatMap((name) => differing(name, told[name] ?? {}, stored[name] ?? {}));
}

function differing(path: string, told: unknown, stored: unknown): string[] {
  if (standsFor(told, stored)) return [];
  if (!isFields(told) || !isFields(stored)) {
    return [`${path}: the log tells ${JSON.stringify(told)}, stored is ${JSON.stringify(stored)}`];
  }
  return [...new Set([...Object.keys(told), ...Object.keys(stored)])].flatMap((name) =>
    differing(`${path}.${name}`, told[name] ?? null, stored[name] ?? null),
  );
}
