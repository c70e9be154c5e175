import { quantile } from './figures.ts';

/** A piece of work that was processed. */
export interface Processed {
  readonly id: string;
  /** `performance.now()`. */
  readonly at: number;
}

/** The pending work of an organisation, the oldest first. */
export type Backlog = readonly string[];

/** Pieces of work of one window of `fairness`. */
const WINDOW = 1000;

/**
 * The share of older pieces of its own organisation that a piece of work overtook, at the 99th percentile over all
 * pieces: 0 when each organisation was served strictly from the oldest to the newest.
 */
export function overtaking(backlogs: readonly Backlog[], processed: readonly Processed[]): number {
  const shares = backlogs.flatMap((backlog) => {
    const rank = new Map(backlog.map((id, n) => [id, n]));
    const order = processed.flatMap(({ id }) => rank.get(id) ?? []);
    return order.map((age, place) => Math.max(0, age - place) / backlog.length);
  });
  return quantile(shares, 0.99);
}

/**
 * How unevenly organisations were served while all of them had work: the most that an organisation got by the least,
 * at the worst window of 1,000 pieces. The first and the last window of that time do not count: their ends are sharp.
 */
export function unevenness(backlogs: readonly Backlog[], processed: readonly Processed[]): number {
  const ownerOf = new Map(backlogs.flatMap((backlog, owner) => backlog.map((id) => [id, owner] as const)));
  const left = backlogs.map(({ length }) => length);
  const windows: number[][] = [];
  for (const [n, { id }] of processed.filter(({ id }) => ownerOf.has(id)).entries()) {
    const owner = ownerOf.get(id) ?? 0;
    left[owner] = (left[owner] ?? 0) - 1;
    const window = Math.floor(n / WINDOW);
    windows[window] ??= backlogs.map(() => 0);
    const counts = windows[window];
    counts[owner] = (counts[owner] ?? 0) + 1;
    if (left[owner] === 0) break;
  }
  const whole = windows.slice(0, -1);
  return whole.length === 0
    ? Number.NaN
    : Math.max(...whole.map((counts) => Math.max(...counts) / Math.max(1, Math.min(...counts))));
}
