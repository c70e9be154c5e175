import * as z from 'zod';
import { idInTimeKey, instantInTimeKey, keyIn, keyInTime, placeIn } from '../table/counted-list-keys.ts';
import { type Change, changesOf, type Net } from './change.ts';
import type { Tuple } from './definition.ts';
import { dictionary, numberIn, pack, unpack } from './packing.ts';
import { byKey } from './range.ts';

/** A run or a node: items that never change. */
export interface PackedItem {
  readonly sk: string;
  readonly parts: readonly Uint8Array[];
}

/** A record of a list and its fields. */
export interface Entry {
  /** The time key of the record (see `timeKey`). In a side tree, the place comes before it. */
  readonly key: string;
  readonly tuple: Tuple;
}

const ID_BYTES = 16;
const Head = z.object({
  /** The time of the first entry, in milliseconds. */
  at: z.number().int(),
  values: z.array(z.array(z.string())),
});

/**
 * Packs entries, which are in the order of their keys, into ids and a body. Random ids do not compress, so they stay
 * outside the body. Every id must be a UUID.
 */
export function packEntries(entries: readonly Entry[]): [ids: Uint8Array, body: Uint8Array] {
  const times = entries.map(({ key }) => Date.parse(instantInTimeKey(key)));
  const width = Math.max(0, ...entries.map(({ tuple }) => tuple.length));
  const columns = Array.from({ length: width }, (_, n) => entries.map(({ tuple }) => tuple[n] ?? ''));
  const dictionaries = columns.map(dictionary);
  const numbers = [
    ...times.map((time, n) => time - (times[n - 1] ?? time)),
    ...columns.flatMap((column, n) => {
      const known = dictionaries[n];
      return known === undefined ? [] : column.map((value) => numberIn(known, value));
    }),
  ];
  const head = { at: times[0] ?? 0, values: dictionaries.map(({ values }) => values) };
  return [Buffer.concat(entries.map(({ key }) => bytesOf(idInTimeKey(key)))), pack(head, numbers)];
}

export function unpackEntries(ids: Uint8Array, body: Uint8Array): Entry[] {
  const { head, numbers } = unpack(body, Head);
  // As `timeKey` does for each digit, but for all ids at once: a request may unpack a thousand entries.
  const hex = Buffer.from(ids.map((byte) => 255 - byte)).toString('hex');
  const count = ids.length / ID_BYTES;
  let time = head.at;
  return Array.from({ length: count }, (_, n): Entry => {
    time += numbers[n] ?? 0;
    const tuple = head.values.map((values, field) => values[numbers[(field + 1) * count + n] ?? -1] ?? '');
    return { key: `${new Date(time).toISOString()}#${idAt(hex, n)}`, tuple };
  });
}

/** The parts of a leaf: the third is the place of the entries in a side tree. */
export function packLeaf(entries: readonly Entry[]): Uint8Array[] {
  const place = placeIn(entries[0]?.key ?? '');
  const parts = packEntries(entries.map(({ key, tuple }) => ({ key: keyInTime(key), tuple })));
  return place === '' ? parts : [...parts, Buffer.from(place)];
}

export function unpackLeaf([ids = NOTHING, body = NOTHING, place = NOTHING]: readonly Uint8Array[]): Entry[] {
  const own = Buffer.from(place).toString();
  return unpackEntries(ids, body).map(({ key, tuple }) => ({ key: keyIn(own, key), tuple }));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function bytesOf(id: string): Buffer {
  if (!UUID.test(id)) throw new Error('the id of a list entry must be a UUID in lower case');
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idAt(hex: string, n: number): string {
  const id = hex.slice(n * 2 * ID_BYTES, (n + 1) * 2 * ID_BYTES);
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
}

/**
 * Packs a net into a run: the entries that gain a tuple, then the entries that lose a tuple. Null when there is nothing
 * to pack.
 */
export function runOf(sk: string, net: Net): PackedItem | null {
  const changes = changesOf(net).sort(byKey);
  if (changes.length === 0) return null;
  const gained = changes.flatMap(({ key, plus }) => (plus === undefined ? [] : [{ key, tuple: plus }]));
  const lost = changes.flatMap(({ key, minus }) => (minus === undefined ? [] : [{ key, tuple: minus }]));
  return { sk, parts: [...packEntries(gained), ...packEntries(lost)] };
}

const NOTHING = new Uint8Array();

/** The changes of a run. */
export function changesIn([
  plusIds = NOTHING,
  plus = NOTHING,
  minusIds = NOTHING,
  minus = NOTHING,
]: readonly Uint8Array[]): Change[] {
  return [
    ...unpackEntries(plusIds, plus).map((entry) => ({ key: entry.key, plus: entry.tuple })),
    ...unpackEntries(minusIds, minus).map((entry) => ({ key: entry.key, minus: entry.tuple })),
  ];
}
