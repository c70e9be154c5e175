import type { Net } from './change.ts';
import type { Plan } from './filter.ts';
import type { KeyRange } from './range.ts';

/** What changes add to the matches of a filter in any range of keys. Negative when they remove more. */
export function netCounts(net: Net, { matches }: Plan): (range: KeyRange) => number {
  const effects = [...net].flatMap(([key, counts]) => {
    let effect = 0;
    for (const { tuple, n } of counts) if (matches(tuple)) effect += n;
    return effect === 0 ? [] : [{ key, effect }];
  });
  effects.sort((a, b) => (a.key < b.key ? -1 : 1));
  const sums = [0];
  for (const { effect } of effects) sums.push((sums.at(-1) ?? 0) + effect);
  const places = effects.map(({ key }) => key);
  const before = (key: string): number => sums[firstAtOrAfter(places, key)] ?? 0;
  return ({ from, until }) => before(until) - before(from);
}

/** The place of the first key that is not less than `key`, in sorted keys. */
export function firstAtOrAfter(sorted: readonly string[], key: string): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
