import type { Net } from './change.ts';
import type { Entry } from './leaf.ts';
import type { Child } from './node-columns.ts';
import type { Slice } from './slice.ts';
import type { Spine } from './tree.ts';

/**
 * One state of a list: the tree of one version, and the changes of the tail. Every node is read with the version that
 * its parent or the head states, so the nodes fit each other.
 */
export interface Snapshot {
  readonly spine: Spine;
  readonly net: Net;
  leaf(at: Child): Promise<readonly Entry[]>;
  slice(level: number, at: Child, name: string): Promise<Slice>;
}

/** Time keys from `from` to before `until`. */
export interface KeyRange {
  readonly from: string;
  readonly until: string;
}

/** The keys of an inclusive range of instants. '#~' sorts after every id of an instant. */
export const keyRange = ({ from, to }: { from?: string; to?: string }): KeyRange => ({
  from: from ?? '',
  until: to === undefined ? '~' : `${to}#~`,
});

/** The part of a range that comes after an entry. */
export const restAfter = (range: KeyRange, key: string, order: Order): KeyRange =>
  order === 'newest first'
    ? { ...range, until: min(range.until, key) }
    : { ...range, from: max(range.from, `${key}!`) };

export type Order = 'newest first' | 'oldest first';

export const overlap = (a: KeyRange, b: KeyRange): KeyRange => ({
  from: max(a.from, b.from),
  until: min(a.until, b.until),
});

export const isEmpty = ({ from, until }: KeyRange): boolean => from >= until;

export const contains = (outer: KeyRange, inner: KeyRange): boolean =>
  outer.from <= inner.from && inner.until <= outer.until;

const max = (a: string, b: string): string => (a > b ? a : b);
const min = (a: string, b: string): string => (a < b ? a : b);
