import { type Change, changesOf, type Net } from './change.ts';
import { byKey, packEntries, unpackEntries } from './entries.ts';
import type { PackedItem } from './list-store.ts';

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
