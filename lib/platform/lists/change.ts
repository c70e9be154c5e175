import { type Tuple, tupleKey } from './definition.ts';
import { byKey, firstAtOrAfter, type KeyRange } from './range.ts';

/** A change of an entry: the entry gains a tuple, loses a tuple, or both. */
export interface Change {
  /** The time key of the entry. */
  readonly key: string;
  readonly minus?: Tuple;
  readonly plus?: Tuple;
}

/** How often a tuple is added (positive) or removed (negative). */
export interface TupleCount {
  readonly tuple: Tuple;
  readonly n: number;
}

/** What the changes of each entry come to, by the key of the entry. No tuple occurs twice, and no number is 0. */
export type Net = ReadonlyMap<string, readonly TupleCount[]>;

/** Sums the changes of each entry, without the entries that end as they began. The order does not matter. */
export function netOf(changes: Iterable<Change>): Net {
  const net = new Map<string, TupleCount[]>();
  for (const { key, minus, plus } of changes) {
    const counts = net.get(key) ?? [];
    if (counts.length === 0) net.set(key, counts);
    if (minus !== undefined) counts.push({ tuple: minus, n: -1 });
    if (plus !== undefined) counts.push({ tuple: plus, n: 1 });
  }
  for (const [key, counts] of net) {
    // Nearly all entries have one change: a request sums up to a thousand.
    if (counts.length === 1) continue;
    const sum = summed(counts);
    if (sum.length > 0) net.set(key, sum);
    else net.delete(key);
  }
  return net;
}

/** Adds up the numbers of equal tuples, and leaves out those that come to 0. */
export function summed(counts: readonly TupleCount[]): TupleCount[] {
  const sums = new Map<string, TupleCount>();
  for (const { tuple, n } of counts) {
    const key = tupleKey(tuple);
    sums.set(key, { tuple, n: (sums.get(key)?.n ?? 0) + n });
  }
  return [...sums.values()].filter(({ n }) => n !== 0);
}

/** A net that also takes entries away. Each must be as the list has it. */
export function netWithout(net: Net, entries: readonly { readonly key: string; readonly tuple: Tuple }[]): Net {
  const less = new Map(net);
  for (const { key, tuple } of entries) less.set(key, summed([...(less.get(key) ?? []), { tuple, n: -1 }]));
  return less;
}

/** A net as changes again, each with one tuple. */
export function changesOf(net: Net): Change[] {
  return [...net].flatMap(([key, counts]) =>
    counts.flatMap(({ tuple, n }) =>
      Array.from({ length: Math.abs(n) }, () => ({ key, [n > 0 ? 'plus' : 'minus']: tuple })),
    ),
  );
}

/**
 * The tuple of an entry after its changes, which are those of a net; null when the entry is then absent. Undefined when
 * the changes do not fit the entry: a change that came before is missing.
 */
export function changed(before: Tuple | null, counts: readonly TupleCount[]): Tuple | null | undefined {
  const left = before === null ? counts : summed([{ tuple: before, n: 1 }, ...counts]);
  const [only] = left;
  if (only === undefined) return null;
  return left.length === 1 && only.n === 1 ? only.tuple : undefined;
}

/** What a net adds to the matches of a filter in any range of keys. Negative when it removes more. */
export function netCounts(net: Net, matches: (tuple: Tuple) => boolean): (range: KeyRange) => number {
  const effects = [...net].flatMap(([key, counts]) => {
    let effect = 0;
    for (const { tuple, n } of counts) if (matches(tuple)) effect += n;
    return effect === 0 ? [] : [{ key, effect }];
  });
  effects.sort(byKey);
  const sums = [0];
  for (const { effect } of effects) sums.push((sums.at(-1) ?? 0) + effect);
  const places = effects.map(({ key }) => key);
  const before = (key: string): number => sums[firstAtOrAfter(places, key)] ?? 0;
  return ({ from, until }) => before(until) - before(from);
}

const isTuple = (value: unknown): value is Tuple =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** The tuple of a key that `tupleKey` made. Without zod, because a merge parses thousands of keys. */
export function tupleOf(key: string): Tuple {
  const value: unknown = JSON.parse(key);
  if (!isTuple(value)) throw new Error('the key of a tuple is a list of texts');
  return value;
}
