import type { Tuple } from './definition.ts';
import type { Plan } from './filter.ts';
import { addTo, type Counts } from './node-columns.ts';
import { tupleOf } from './slice.ts';
import { isEmpty, type KeyRange, overlap, type Snapshot } from './snapshot.ts';
import { childrenIn, rootOf, type TreePart } from './tree-part.ts';

/**
 * Counts the matches of each bucket by the values of a facet, in one walk, which opens only the nodes that a boundary
 * cuts.
 * @param place of the facet in the tuples.
 */
export async function bucketCounts(
  snapshot: Snapshot,
  plan: Plan,
  place: number,
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
    if (bucket !== undefined) addTo(bucket.counts, tuple[place] ?? '', n);
  }

  async function walk(part: TreePart): Promise<void> {
    if (part.level === 0) {
      const entries = part.at.version === 0 ? [] : await snapshot.leaf(part.at);
      for (const { key, tuple } of entries) add(key, tuple, 1);
      return;
    }
    const slices = await Promise.all(plan.slices.map((name) => snapshot.slice(part.level, part.at, name)));
    const children = childrenIn(snapshot, part, slices[0]?.children ?? []);
    const whole = children.map((child) => {
      const bucket = bucketOf(child.keys.from);
      const fits = bucket !== undefined && bucket.keys.from <= child.keys.from && child.keys.until <= bucket.keys.until;
      return fits && !child.isOpen ? bucket : undefined;
    });
    for (const slice of slices) {
      for (const row of plan.rowsOf(slice)) {
        whole.forEach((bucket, n) => {
          const count = row[slice.values.length + n] ?? 0;
          if (bucket !== undefined && count > 0) addTo(bucket.counts, plan.groupIn(slice, row), count);
        });
      }
    }
    const cut = children.filter((child, n) => whole[n] === undefined && !isEmpty(overlap(child.keys, all)));
    await Promise.all(cut.map(walk));
  }

  await walk(rootOf(snapshot));
  for (const [key, counts] of snapshot.net) for (const [tuple, n] of counts) add(key, tupleOf(tuple), n);
  for (const { counts } of buckets) for (const [value, n] of counts) if (n === 0) counts.delete(value);
  return buckets.map(({ counts }) => counts);
}
