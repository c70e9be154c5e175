import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { listKey, listSk, tailOf, tailsOf, timeKey } from '../table/counted-list-keys.ts';
import type { Put } from '../table/write.ts';
import type { Change } from './change.ts';
import { isSameTuple, type ListDefinition, SIZES, type Tuple } from './definition.ts';

const Fields = z.array(z.string()).readonly().nullable();

/** The id and the time of a record, the tuple that its entry loses, and the tuple that its entry gains. */
const EntryChange = z
  .tuple([z.string(), z.string(), Fields, Fields])
  .transform(([id, time, minus, plus]) => ({ id, time, ...(minus && { minus }), ...(plus && { plus }) }));
type EntryChange = z.output<typeof EntryChange>;

/**
 * An item of the tail: the changes of one transaction, and the sort key of the item. The changes are JSON in one
 * attribute, because each request reads all items of the tail, and nested attributes take several times as long.
 */
export const StoredChange = z.object({
  sk: z.string(),
  entries: z
    .union([z.string(), z.instanceof(Uint8Array).transform((bytes) => inflateRawSync(bytes).toString())])
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(EntryChange)),
});
export type StoredChange = z.output<typeof StoredChange>;

/** The changes as an item of the tail stores them. */
export const entriesText = (entries: readonly EntryChange[]): string =>
  JSON.stringify(entries.map(({ id, time, minus = null, plus = null }) => [id, time, minus, plus]));

/** Shorter texts stay as they are: they would take a read unit in any case. */
const PACKED_FROM = 512;

/** The changes as a list stores them: those of a bulk, packed, take a third of the bytes. */
function stored({ packsChanges = false }: ListDefinition, entries: readonly EntryChange[]): string | Uint8Array {
  const text = entriesText(entries);
  return packsChanges && text.length >= PACKED_FROM ? deflateRawSync(text) : text;
}

/** The changes of an item of the tail. */
export const changesOfItem = ({ entries }: StoredChange): Change[] =>
  entries.map(({ id, time, minus, plus }) => ({ key: timeKey(time, id), minus, plus }));

/** A record as a list sees it. */
export interface Listed {
  readonly id: string;
  /** The instant by which the list is sorted. */
  readonly time: string;
  readonly tuple: Tuple;
}

/** Characters of a random id that make a change unique within its millisecond. Each character costs read units. */
const UNIQUE = 12;
/** One of so many entries asks for a compaction, as a part of a run: a tail of a usual list then has some fifty. */
const ASKS = 48 / SIZES.run;
const ASK = { compact: 'yes' };

/** A record before and after a change. Null: the list does not have the record. */
export interface ListedChange {
  readonly before: Listed | null;
  readonly after: Listed | null;
}

/**
 * The writes that change a list, as a part of the transaction that changes the records: one write for all records of a
 * tail, or none when the list does not see the changes. The conditions of the records must hold exactly once for the
 * change, so that a repeated message adds no second change.
 */
export function listChange(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  organisationId: OrganisationId,
  list: ListDefinition,
  changes: readonly ListedChange[],
): Put[] {
  const tails = tailsOf(organisationId, list);
  const asks = Math.round(ASKS * (list.sizes ?? SIZES).run);
  const byTail = Map.groupBy(changes.flatMap(entriesOf), ({ time }) => tailOf(time, tails));
  return [...byTail].map(([tail, entries]) => {
    const unique = newId();
    const id = tails === 1 ? unique.slice(-UNIQUE) : `${tail.toString(16)}${unique.slice(1 - UNIQUE)}`;
    return {
      put: {
        ...listKey(organisationId, list, listSk.change(now(), id)),
        entries: stored(list, entries),
        // The stream calls the compactor for such changes only.
        ...(Number.parseInt(unique.slice(0, 4), 16) % asks < entries.length && ASK),
      },
    };
  });
}

/** The write that asks for a compaction of a list and changes nothing. */
export const askToCompact = (
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  organisationId: OrganisationId,
  list: ListDefinition,
): Put => {
  // The first of several tails.
  const id = `0${newId().slice(1 - UNIQUE)}`;
  return { put: { ...listKey(organisationId, list, listSk.change(now(), id)), entries: entriesText([]), ...ASK } };
};

/** A record that moves in time leaves its entry and gets another entry. */
function entriesOf({ before, after }: ListedChange): StoredChange['entries'] {
  if (before !== null && after !== null && before.time === after.time) {
    const { id, time, tuple } = after;
    return isSameTuple(before.tuple, tuple) ? [] : [{ id, time, minus: before.tuple, plus: tuple }];
  }
  return [
    ...(before === null ? [] : [{ id: before.id, time: before.time, minus: before.tuple }]),
    ...(after === null ? [] : [{ id: after.id, time: after.time, plus: after.tuple }]),
  ];
}
