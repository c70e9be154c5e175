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

/** Compares the time of all totals and deep pages together with that of PostgreSQL. */
function faster({ size, reads }: Level): Goal {
  const goal = {
    name: `PostgreSQL by ours, all totals and deep pages of ${figure(size)} together`,
    unit: '×',
    atLeast: LEAST_RATIO,
  };
  const compared = reads.flatMap(({ sql, place, times }) =>
    sql === null || place === 'first' ? [] : [{ ours: times.p50, theirs: sql.p50 }],
  );
  if (compared.length === 0) return { ...goal, figure: null, note: 'there is no PostgreSQL' };
  const sum = (times: readonly number[]): number => times.reduce((total, time) => total + time, 0);
  const [ours, theirs] = [sum(compared.map((each) => each.ours)), sum(compared.map((each) => each.theirs))];
  const quicker = compared.filter((each) => each.theirs < each.ours).length;
  const note = `${figure(theirs)} of ${figure(ours)} ms; PostgreSQL is faster in ${quicker} of ${compared.length}`;
  return { ...goal, figure: theirs / ours, note };
}

/** The item with the highest value. */
function most<T>(items: readonly T[], by: (item: T) => number): T {
  return items.reduce((best, item) => (by(item) > by(best) ? item : best));
}
