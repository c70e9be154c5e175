import { figure } from './figures.ts';
import type { Read } from './list-reads.ts';
import type { Written } from './list-writes.ts';

/** The measurements of a data set. */
export interface Level {
  readonly size: number;
  readonly reads: readonly Read[];
  readonly written: Written;
}

const MOST_UNITS = 60;
const MOST_MS = 60;
const GROWTH = { factor: 1.5, plus: 20 };
const LEAST_RATIO = 10;
/** Of the commit 0a1ff59, before lists were counted: the same records, with outbox entry and check of the block. */
const WRITE_UNITS_BEFORE = 12;

const nameOf = ({ name, place }: Read, size?: number): string =>
  `${name}, ${place}${size === undefined ? '' : ` of ${figure(size)}`}`;

/** A goal with what was measured. */
export const goalLine = (goal: string, isMet: boolean, found: string): string =>
  `  ${isMet ? 'met    ' : 'not met'}  ${goal}: ${found}`;

/** The goals of the lists, each with what was measured. The levels are in the order of their sizes. */
export function goals(levels: readonly Level[]): string[] {
  const all = levels.flatMap(({ size, reads }) => reads.map((read) => ({ read, size })));
  const dearest = most(all, ({ read }) => read.units);
  const slowest = most(all, ({ read }) => read.times.p99);
  const late = all.filter(({ read }) => read.times.p99 > MOST_MS).length;
  const largest = levels.at(-1);
  const written = largest === undefined ? Number.NaN : largest.written.recording + largest.written.compaction;
  return [
    goalLine(
      `at most ${MOST_UNITS} read units`,
      dearest.read.units <= MOST_UNITS,
      `${figure(dearest.read.units)} (${nameOf(dearest.read, dearest.size)})`,
    ),
    growth(levels),
    goalLine(
      `p99 at most ${MOST_MS} ms`,
      late === 0,
      `${figure(slowest.read.times.p99)} ms (${nameOf(slowest.read, slowest.size)}); ` +
        `${late} of ${all.length} requests are above`,
    ),
    ...(largest === undefined ? [] : [faster(largest)]),
    goalLine(
      `write units per transaction at most ${figure(WRITE_UNITS_BEFORE)}, as before`,
      written <= WRITE_UNITS_BEFORE,
      figure(written),
    ),
  ];
}

/** Compares each request on the largest data set with the same request on the smallest. */
function growth(levels: readonly Level[]): string {
  const [smallest, largest] = [levels[0]?.reads ?? [], levels.at(-1)?.reads ?? []];
  const spare = largest.map((read, n) => {
    const small = smallest[n];
    const allowed = GROWTH.factor * (small?.units ?? Number.NaN) + GROWTH.plus;
    return { read, allowed, left: allowed - read.units, isAlike: small?.rows === read.rows };
  });
  const worst = most(spare, (each) => -each.left);
  const alike = spare.filter(({ isAlike }) => isAlike);
  const worstAlike = most(alike, (each) => -each.left);
  const found = ({ read, allowed }: typeof worst) => `${figure(read.units)} of ${figure(allowed)} (${nameOf(read)})`;
  return goalLine(
    `units at most ${GROWTH.factor} × those of the smallest list + ${GROWTH.plus}`,
    worst.left >= 0,
    `${found(worst)}; of the ${alike.length} requests with as many records on the page: ${found(worstAlike)}`,
  );
}

/** Compares totals and deep pages with PostgreSQL. */
function faster({ size, reads }: Level): string {
  const compared = reads.flatMap((read) =>
    read.sql === null || read.place === 'first' ? [] : [{ read, ratio: read.sql.p50 / read.times.p50 }],
  );
  const goal = `totals and deep pages of ${figure(size)} at least ${LEAST_RATIO} × faster than PostgreSQL`;
  if (compared.length === 0) return goalLine(goal, false, 'not measured, because there is no PostgreSQL');
  const slow = compared.filter(({ ratio }) => ratio < LEAST_RATIO);
  const slowest = Math.max(0, ...slow.map(({ read }) => read.sql?.p50 ?? 0));
  const found = `${compared.length - slow.length} of ${compared.length}`;
  const rest = slow.length === 0 ? '' : `; PostgreSQL answers the others within ${figure(slowest)} ms`;
  return goalLine(goal, slow.length === 0, `${found}${rest}`);
}

/** The item with the highest value. */
function most<T>(items: readonly T[], by: (item: T) => number): T {
  return items.reduce((best, item) => (by(item) > by(best) ? item : best));
}
