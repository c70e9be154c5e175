import { mapConcurrent } from '../../values/concurrent.ts';
import type { Tuple } from './definition.ts';
import type { Plan } from './filter.ts';
import { addTo, type Counts } from './node.ts';
import { coveredBy, END, isEmpty, type KeyRange, overlap } from './range.ts';
import type { Snapshot } from './snapshot.ts';

/** Parts of a node that are read at once. */
const AT_ONCE = 8;

/**
 * Counts the matches of each bucket by the values of some fields, in one walk, which opens only the nodes that a
 * boundary cuts. For a filter that nodes do not count, it reads each leaf that may have a match. The key of a count is
 * the values with spaces between them.
 * @param places of the fields in the tuples.
 * @param instants the sorted boundaries. A bucket contains its first instant, and not the first instant of the next.
 */
export async function bucketCounts(
  { root, net, leaf, slices: slicesOf }: Snapshot,
  plan: Plan,
  places: readonly number[],
  instants: readonly string[],
): Promise<Counts[]> {
  const buckets = instants.slice(1).map((until, n) => ({
    keys: { from: instants[n] ?? '', until },
    counts: new Map<string, number>(),
  }));
  const all: KeyRange = { from: instants[0] ?? '', until: instants.at(-1) ?? '' };

  /** The bucket of a key, by bisection. */
  function bucketOf(key: string) {
    let low = 0;
    for (let high = buckets.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if ((instants[middle] ?? '') <= key) low = middle;
      else high = middle - 1;
    }
    return buckets[low];
  }

  function add(key: string, tuple: Tuple, n: number): void {
    if (key < all.from || key >= all.until || !plan.matches(tuple)) return;
    const bucket = bucketOf(key);
    if (bucket !== undefined) addTo(bucket.counts, places.map((place) => tuple[place] ?? '').join(' '), n);
  }

  async function walk(level: number, name: string, keys: KeyRange): Promise<void> {
    if (level === 0) {
      for (const { key, tuple } of await leaf(name)) add(key, tuple, 1);
      return;
    }
    const slices = await slicesOf(name, plan.slices);
    const children = slices[0]?.children ?? [];
    const parts = children.map((child, n) => ({
      name: child.name,
      keys: coveredBy(children, n, keys),
    }));
    const whole = parts.map((part) => {
      const bucket = plan.isCounted ? bucketOf(part.keys.from) : undefined;
      return bucket !== undefined && bucket.keys.from <= part.keys.from && part.keys.until <= bucket.keys.until
        ? bucket
        : undefined;
    });
    const matches = parts.map(() => 0);
    for (const each of slices) {
      for (const row of plan.rowsOf(each)) {
        whole.forEach((bucket, n) => {
          const count = row[each.values.length + n] ?? 0;
          matches[n] = (matches[n] ?? 0) + count;
          if (bucket !== undefined && count > 0) addTo(bucket.counts, plan.groupIn(each, row), count);
        });
      }
    }
    const cut = parts.filter(
      (part, n) => whole[n] === undefined && matches[n] !== 0 && !isEmpty(overlap(part.keys, all)),
    );
    await mapConcurrent(cut, AT_ONCE, (part) => walk(level - 1, part.name, part.keys));
  }

  if (root !== null) await walk(root.level, root.name, { from: '', until: END });
  for (const [key, counts] of net) for (const { tuple, n } of counts) add(key, tuple, n);
  for (const { counts } of buckets) for (const [value, n] of counts) if (n === 0) counts.delete(value);
  return buckets.map(({ counts }) => counts);
}
