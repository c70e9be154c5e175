/** Time keys from `from` to before `until`. */
export interface KeyRange {
  readonly from: string;
  readonly until: string;
}

/** The greatest bound: it sorts after every key, since keys begin with a digit or with a place. */
export const END = '~';

export type Order = 'newest first' | 'oldest first';

/** The keys of an inclusive range of instants. '#~' sorts after every id of an instant. */
export const keyRange = ({ from, to }: { from?: string; to?: string }): KeyRange => ({
  from: from ?? '',
  until: to === undefined ? END : `${to}#~`,
});

/** The part of a range that comes after an entry. */
export const restAfter = (range: KeyRange, key: string, order: Order): KeyRange =>
  order === 'newest first'
    ? { ...range, until: min(range.until, key) }
    : { ...range, from: max(range.from, `${key}!`) };

export const overlap = (a: KeyRange, b: KeyRange): KeyRange => ({
  from: max(a.from, b.from),
  until: min(a.until, b.until),
});

export const isEmpty = ({ from, until }: KeyRange): boolean => from >= until;

export const contains = (outer: KeyRange, inner: KeyRange): boolean =>
  outer.from <= inner.from && inner.until <= outer.until;

/**
 * The keys that a child of a node covers. The first child covers all from the beginning of its node: when the nodes
 * before this node became empty, the node covers more keys than when it was made.
 */
export const coveredBy = (
  children: readonly { readonly bound: string }[],
  n: number,
  { from, until }: KeyRange,
): KeyRange => ({
  from: n === 0 ? from : (children[n]?.bound ?? from),
  until: children[n + 1]?.bound ?? until,
});

/** The order of keys, which is the order of time. */
export const byKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : 0;

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

const max = (a: string, b: string): string => (a > b ? a : b);
const min = (a: string, b: string): string => (a < b ? a : b);
