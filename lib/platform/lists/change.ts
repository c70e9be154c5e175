import { addTo, type Counts } from './counts.ts';
import { type Tuple, tupleKey } from './definition.ts';

/** A change of an entry: the entry gains a tuple, loses a tuple, or both. */
export interface Change {
  /** The time key of the entry. */
  readonly key: string;
  readonly minus?: Tuple;
  readonly plus?: Tuple;
}

/** What the changes of each entry come to: how often each tuple is added (positive) or removed (negative). */
export type Net = ReadonlyMap<string, Counts>;

/** Sums the changes of each entry, without the entries that end as they began. The order does not matter. */
export function netOf(changes: Iterable<Change>): Net {
  const net = new Map<string, Counts>();
  for (const { key, minus, plus } of changes) {
    const counts: Counts = net.get(key) ?? new Map<string, number>();
    net.set(key, counts);
    if (minus !== undefined) addTo(counts, tupleKey(minus), -1);
    if (plus !== undefined) addTo(counts, tupleKey(plus), 1);
  }
  for (const [key, counts] of net) {
    for (const [tuple, n] of counts) if (n === 0) counts.delete(tuple);
    if (counts.size === 0) net.delete(key);
  }
  return net;
}

/** A net as changes again, each with one tuple. */
export function changesOf(net: Net): Change[] {
  return [...net].flatMap(([key, counts]) =>
    [...counts].flatMap(([tuple, n]) =>
      Array.from({ length: Math.abs(n) }, () => ({ key, [n > 0 ? 'plus' : 'minus']: tupleOf(tuple) })),
    ),
  );
}

/**
 * The tuple of an entry after its changes; null when the entry is then absent. Undefined when the changes do not fit
 * the entry: a change that came before is missing.
 */
export function changed(tuple: string | null, counts: Counts): string | null | undefined {
  const after = new Map(counts);
  if (tuple !== null) addTo(after, tuple, 1);
  const left = [...after].filter(([, n]) => n !== 0);
  const [only] = left;
  if (only === undefined) return null;
  return left.length === 1 && only[1] === 1 ? only[0] : undefined;
}

const isTuple = (value: unknown): value is Tuple =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** The tuple of a key that `tupleKey` made. Without zod, because a request parses a thousand keys. */
export function tupleOf(key: string): Tuple {
  const value: unknown = JSON.parse(key);
  if (!isTuple(value)) throw new Error('the key of a tuple is a list of texts');
  return value;
}
