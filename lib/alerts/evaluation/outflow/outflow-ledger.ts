import * as z from 'zod';
import { ifSame } from '../../../platform/table/if-same.ts';
import { levelKeys } from '../../../platform/table/level-keys.ts';
import { getItem, queryRange, type Table } from '../../../platform/table/table.ts';
import type { Put, Update, Write } from '../../../platform/table/write.ts';
import { minus, SignedDecimal, sum } from '../../../values/decimal.ts';
import { Instant } from '../../../values/fields.ts';
import type { OrganisationId } from '../../../values/ids.ts';
import { type EpochSeconds, epochSeconds, HOUR_MS, plusDays } from '../../../values/time.ts';
import { namesOf } from '../../rules/port/left.ts';

/*
 * What a rule has summed. Each record that took something has an entry, and each hour the sum of its entries, so that
 * a window of a week costs little more than a window of an hour. Every change of a scope raises the revision of its
 * level: changes happen one after the other, and no crossing falls between two of them.
 */

/** A week, the longest window, and the time until a late record comes. */
const KEPT_DAYS = 10;
/** Entries of the hour in which the window begins. They have some 200 KB. */
const MOST_ENTRIES = 1_000;

/** What a rule sums for a wallet, or for all its wallets. */
export interface Ledger {
  readonly organisationId: OrganisationId;
  readonly ruleId: string;
  readonly scope: string;
}

/** What the rule judged last. */
export const Level = z.object({
  /** Whether the sum of the newest window reached the bound. */
  isAbove: z.boolean(),
  /** The newest block time of the entries. */
  at: Instant,
  /** The transaction by which the sum crossed the bound last. */
  by: z.string().nullable(),
  revision: z.int(),
});
export type Level = z.output<typeof Level>;

const Names = z.array(z.string()).default([]);
const Entry = z.object({ id: z.string(), sum: SignedDecimal, unknown: Names, inclusion: z.int() });
type Entry = z.output<typeof Entry>;
const Hour = z.object({ sum: SignedDecimal, unknown: Names });
type Hour = z.output<typeof Hour>;

/** The rule and scope of an entry, and its time, as the item of its record names them. */
export const EntryName = z.tuple([z.string(), z.string(), Instant]);
export const LeftBy = z.object({ entries: z.set(z.string()) });
type LeftBy = z.output<typeof LeftBy>;

const hourOf = (at: number): number => at - (at % HOUR_MS);
const iso = (at: number): string => new Date(at).toISOString();

/** Where a record stands in the ledger. */
export interface Place {
  readonly id: string;
  /** Its block time. ISO 8601 */
  readonly at: string;
}

/** What the ledger has at the place of a record, strongly consistent. */
export async function readAt(table: Table, { organisationId, ruleId, scope }: Ledger, { id, at }: Place) {
  const hour = iso(hourOf(Date.parse(at)));
  const [level, entry, ofHour] = await Promise.all([
    getItem(table, levelKeys.level(organisationId, ruleId, scope), Level),
    getItem(table, levelKeys.left(organisationId, ruleId, scope, at, id), Entry),
    getItem(table, levelKeys.leftHour(organisationId, ruleId, scope, hour), Hour),
  ]);
  return { level, entry, hour: ofHour };
}
export type ReadAt = Awaited<ReturnType<typeof readAt>>;

/**
 * The sum of the entries from one instant to another, both included, without the entry of one record.
 * @param isNewest whether no entry is later than `to`: the hour of `to` then counts whole.
 */
export async function sumOf(
  table: Table,
  ledger: Ledger,
  [from, to]: readonly [number, number],
  without: { readonly id: string; readonly at: string; readonly entry: Entry | null },
  isNewest: boolean,
): Promise<{ readonly sum: string; readonly unknown: readonly string[]; readonly isPartial: boolean }> {
  const [first, last] = [hourOf(from), hourOf(to)];
  const isOneHour = first === last;
  const wholeHours: readonly [number, number] = [first + HOUR_MS, isNewest ? last : last - HOUR_MS];
  const [begins, whole, ends] = await Promise.all([
    entriesOf(table, ledger, from, isOneHour ? to : first + HOUR_MS - 1),
    isOneHour || wholeHours[0] > wholeHours[1] ? [] : hoursOf(table, ledger, wholeHours),
    isOneHour || isNewest ? [] : entriesOf(table, ledger, last, to),
  ]);
  const single = [...begins, ...ends].filter(({ id }) => id !== without.id);
  const ownHour = hourOf(Date.parse(without.at));
  const isInWhole = !isOneHour && ownHour >= wholeHours[0] && ownHour <= wholeHours[1];
  return {
    sum: minus(sum([...single, ...whole].map((each) => each.sum)), isInWhole ? (without.entry?.sum ?? '0') : '0'),
    unknown: namesOf([...single, ...whole].flatMap(({ unknown }) => unknown)),
    isPartial: [begins, ends].some(({ length }) => length === MOST_ENTRIES),
  };
}

/** The newest first, so that what is left out is what leaves the window next. */
const entriesOf = (table: Table, { organisationId, ruleId, scope }: Ledger, from: number, to: number) =>
  queryRange(
    table,
    levelKeys.left(organisationId, ruleId, scope, iso(from), ''),
    levelKeys.left(organisationId, ruleId, scope, iso(to), '~'),
    Entry,
    { backwards: true, limit: MOST_ENTRIES },
  );

const hoursOf = (table: Table, { organisationId, ruleId, scope }: Ledger, [from, to]: readonly [number, number]) =>
  queryRange(
    table,
    levelKeys.leftHour(organisationId, ruleId, scope, iso(from)),
    levelKeys.leftHour(organisationId, ruleId, scope, iso(to)),
    Hour,
  );

/** The writes that put or change the entry of a record, and its hour. They need the write of the level beside them. */
export function entryWrites(
  { organisationId, ruleId, scope }: Ledger,
  { id, at }: Place,
  seen: ReadAt,
  entry: Omit<Entry, 'id'>,
  now: Date,
): Write[] {
  const ttl = ttlOf(now);
  const hour = iso(hourOf(Date.parse(at)));
  const summed: Hour = {
    sum: sum([minus(seen.hour?.sum ?? '0', seen.entry?.sum ?? '0'), entry.sum]),
    unknown: namesOf([...(seen.hour?.unknown ?? []), ...entry.unknown]),
  };
  const name = JSON.stringify([ruleId, scope, at] satisfies z.output<typeof EntryName>);
  return [
    { put: { ...levelKeys.left(organisationId, ruleId, scope, at, id), ...entry, id, ttl } },
    { put: { ...levelKeys.leftHour(organisationId, ruleId, scope, hour), ...summed, ttl } },
    {
      update: levelKeys.leftBy(organisationId, id),
      add: { entries: new Set([name]) },
      set: { ttl },
    } satisfies Update<LeftBy>,
  ];
}

/** The writes that take the entry of a record out of its hour. They need the write of the level beside them. */
export function removalWrites({ organisationId, ruleId, scope }: Ledger, { id, at }: Place, seen: ReadAt, now: Date) {
  const hour = iso(hourOf(Date.parse(at)));
  const left: Hour = { unknown: seen.hour?.unknown ?? [], sum: minus(seen.hour?.sum ?? '0', seen.entry?.sum ?? '0') };
  return [
    { delete: levelKeys.left(organisationId, ruleId, scope, at, id) },
    { put: { ...levelKeys.leftHour(organisationId, ruleId, scope, hour), ...left, ttl: ttlOf(now) } },
  ];
}

/** The write of a level, on condition that it is as it was read. */
export function levelWrite(
  { organisationId, ruleId, scope }: Ledger,
  seen: Level | null,
  next: Omit<Level, 'revision'>,
  now: Date,
): Put {
  const key = levelKeys.level(organisationId, ruleId, scope);
  const put = { ...key, ...next, revision: (seen?.revision ?? 0) + 1, ttl: ttlOf(now) };
  return { put, ...ifSame(seen, 'revision') };
}

const ttlOf = (now: Date): EpochSeconds => epochSeconds(plusDays(now, KEPT_DAYS));
