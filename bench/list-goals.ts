import { figure } from './figures.ts';
import type { Goal } from './goals.ts';
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
/** Below this time of PostgreSQL nobody waits, and three reads of the table over a network take longer. */
const NOTICED_MS = 100;
/** Of the commit 0a1ff59, before lists were counted: the same records, with outbox entry and check of the block. */
const WRITE_UNITS_BEFORE = 12;

const nameOf = ({ name, place }: Read, size?: number): string =>
  `${name}, ${place}${size === undefined ? '' : ` of ${figure(size)}`}`;

/** The goals of the lists, each with what was measured. The levels are in the order of their sizes. */
export function listGoals(levels: readonly Level[]): Goal[] {
  const all = levels.flatMap(({ size, reads }) => reads.map((read) => ({ read, size })));
  const dearest = most(all, ({ read }) => read.units);
  const slowest = most(all, ({ read }) => read.times.p99);
  const late = all.filter(({ read }) => read.times.p99 > MOST_MS).length;
  const largest = levels.at(-1);
  const written = largest === undefined ? null : largest.written.recording + largest.written.compaction;
  return [
    {
      name: 'read units of the dearest request',
      figure: dearest.read.units,
      unit: 'units',
      atMost: MOST_UNITS,
      note: nameOf(dearest.read, dearest.size),
    },
    growth(levels),
    {
      name: 'p99 of the slowest request',
      figure: slowest.read.times.p99,
      unit: 'ms',
      atMost: MOST_MS,
      note: `${nameOf(slowest.read, slowest.size)}; ${late} of ${all.length} requests are above`,
    },
    ...(largest === undefined ? [] : [faster(largest)]),
    { name: 'write units per transaction', figure: written, unit: 'units', atMost: WRITE_UNITS_BEFORE },
  ];
}

/**
 * Compares each request on the largest data set with the same request on the smallest, where both pages have as many
 * records: each record of a page is a read of its own, however long the list is.
 */
function growth(levels: readonly Level[]): Goal {
  const [smallest, largest] = [levels[0]?.reads ?? [], levels.at(-1)?.reads ?? []];
  const shares = largest.flatMap((read, n) => {
    const small = smallest[n];
    if (small === undefined || small.rows !== read.rows) return [];
    const allowed = GROWTH.factor * small.units + GROWTH.plus;
    return [{ read, allowed, share: read.units / allowed }];
  });
  const goal = { name: `units by ${GROWTH.factor} × those of the smallest list + ${GROWTH.plus}`, unit: '', atMost: 1 };
  if (shares.length === 0) return { ...goal, figure: null, note: 'no two pages have as many records' };
  const { read, allowed, share } = most(shares, (each) => each.share);
  const found = `${figure(read.units)} of ${figure(allowed)} (${nameOf(read)})`;
  return { ...goal, figure: share, note: `${found}, of ${shares.length} requests with as many records on the page` };
}

/** Compares totals and deep pages with PostgreSQL, where PostgreSQL lets a person wait. */
function faster({ size, reads }: Level): Goal {
  const goal = {
    name: `PostgreSQL by ours, where it takes more than ${NOTICED_MS} ms for ${figure(size)}`,
    unit: '×',
    atLeast: LEAST_RATIO,
  };
  const compared = reads.flatMap((read) =>
    read.sql === null || read.place === 'first' ? [] : [{ read, ratio: read.sql.p50 / read.times.p50, sql: read.sql }],
  );
  if (compared.length === 0) return { ...goal, figure: null, note: 'there is no PostgreSQL' };
  const slow = compared.filter(({ sql }) => sql.p50 > NOTICED_MS);
  const quick = `${compared.length - slow.length} of ${compared.length} take PostgreSQL less`;
  if (slow.length === 0) return { ...goal, figure: null, note: quick };
  const least = most(slow, ({ ratio }) => -ratio);
  return { ...goal, figure: least.ratio, note: `${nameOf(least.read)}; ${quick}` };
}

/** The item with the highest value. */
function most<T>(items: readonly T[], by: (item: T) => number): T {
  return items.reduce((best, item) => (by(item) > by(best) ? item : best));
}
