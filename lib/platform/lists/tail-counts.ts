import type { Net } from './change.ts';
import type { Plan } from './filter.ts';
import { tupleOf } from './slice.ts';
import type { KeyRange } from './snapshot.ts';

/** What the tail adds to the matches of a filter in any range of keys. Negative when it removes more. */
export function tailCounts(net: Net, { matches }: Plan): (range: KeyRange) => number {
  const effects = [...net].flatMap(([key, counts]) => {
    let effect = 0;
    for (const [tuple, n] of counts) if (matches(tupleOf(tuple))) effect += n;
    return effect === 0 ? [] : [{ key, effect }];
  });
  effects.sort((a, b) => (a.key < b.key ? -1 : 1));
  const sums = [0];
  for (const { effect } of effects) sums.push((sums.at(-1) ?? 0) + effect);
  const before = (key: string): number => {
    let low = 0;
    for (let high = effects.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((effects[middle]?.key ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return sums[low] ?? 0;
  };
  return ({ from, until }) => before(until) - before(from);
}
