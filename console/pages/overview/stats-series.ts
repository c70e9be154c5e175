import type { components } from '../../../sdk/index.ts';
import { outcomesOf } from '../../design/delivery-words.ts';

export type Stats = components['schemas']['Stats'];

/** How long the overview looks back. The address has these words. */
export const RANGES = [
  { id: '48h', text: '48 hours' },
  { id: '7d', text: '7 days' },
  { id: '30d', text: '30 days' },
] as const;
export type Range = (typeof RANGES)[number]['id'];

/** @param usual the range of an address that states none. */
export const rangeIn = (params: Readonly<Record<string, string>>, usual: Range): Range =>
  RANGES.find(({ id }) => id === params.range)?.id ?? usual;

/** Whether all that was counted is of one day, or nothing was. */
export const isOfOneDay = (stats: Stats): boolean =>
  heights([...alertSeries(stats), ...transactionSeries(stats, String), ...deliverySeries(stats)]).filter(Boolean)
    .length <= 1;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The query of the statistics: 48 hours by hour; 7 and 30 days by day of UTC, with the present day. */
export function statsQuery(range: Range, now: Date) {
  if (range === '48h') return { interval: 'hour' as const };
  if (range === '30d') return { interval: 'day' as const };
  return { interval: 'day' as const, from: daysBefore(now, 6) };
}

const DAYS: Readonly<Record<Range, number>> = { '48h': 3, '7d': 7, '30d': 30 };

/** The query of the flows, which are by day of UTC, with the present day. */
export const flowsQuery = (range: Range, now: Date) => ({ from: daysBefore(now, DAYS[range] - 1) });

const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

/** What was counted of one kind, such as critical alerts, in each bucket. */
export interface Series {
  readonly title: string;
  /** What the kind means for the reader; decides the colour. A chain means nothing good or bad. */
  readonly tone?: 'critical' | 'medium' | 'info' | 'positive' | 'neutral';
  readonly counts: readonly number[];
}

export function alertSeries({ buckets }: Stats): readonly Series[] {
  return [
    { title: 'Critical', tone: 'critical', counts: buckets.map(({ alerts }) => alerts.critical) },
    { title: 'Warning', tone: 'medium', counts: buckets.map(({ alerts }) => alerts.warning) },
    { title: 'Info', tone: 'info', counts: buckets.map(({ alerts }) => alerts.info) },
  ];
}

/** The chains with transactions, those with the most first. */
export function transactionSeries({ buckets }: Stats, nameOf: (chain: string) => string): readonly Series[] {
  const chains = new Set(buckets.flatMap(({ transactions }) => Object.keys(transactions)));
  return [...chains]
    .map((chain) => ({ title: nameOf(chain), counts: buckets.map(({ transactions }) => transactions[chain] ?? 0) }))
    .sort((a, b) => sum(b.counts) - sum(a.counts));
}

export function deliverySeries({ buckets }: Stats): readonly Series[] {
  return [
    { title: 'Delivered', tone: 'positive', counts: buckets.map(({ deliveries }) => deliveries?.delivered ?? 0) },
    { title: 'Failed', tone: 'critical', counts: buckets.map(({ deliveries }) => deliveries?.failed ?? 0) },
    {
      title: 'Neither delivered nor failed',
      tone: 'neutral',
      counts: buckets.map(({ deliveries }) => deliveries?.other ?? 0),
    },
  ];
}

export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** The sums of each bucket over all series: how high the bars are. */
export const heights = (series: readonly Series[]): readonly number[] =>
  (series[0]?.counts ?? []).map((_, n) => sum(series.map(({ counts }) => counts[n] ?? 0)));

/** What was counted in the only bucket with anything, such as "Critical 3; Warning 2". Undefined for more buckets. */
export function onlyBucket(series: readonly Series[]): { readonly n: number; readonly text: string } | undefined {
  const [busy, ...others] = heights(series).flatMap((height, n) => (height > 0 ? [n] : []));
  if (busy === undefined || others.length > 0) return undefined;
  const counts = series.map(({ title, counts: of }) => ({ title, count: of[busy] ?? 0 }));
  const told = counts.filter(({ count }) => count > 0).map(({ title, count }) => `${title} ${count.toLocaleString()}`);
  return { n: busy, text: told.join('; ') };
}

type Outcomes = Stats['recipients'][number]['deliveries'];

/**
 * How many of the deliveries that were tried have arrived, in percent, never rounded up, and in lines of their own what
 * became of all deliveries. A delivery that failed so far has not arrived. Empty when there are no deliveries.
 */
export function deliveredLines({ recipients }: Stats): readonly string[] {
  const total = (name: keyof Outcomes) => sum(recipients.map(({ deliveries }) => deliveries[name]));
  const [delivered, failed, retrying] = [total('delivered'), total('failed'), total('retrying')];
  const others = { pending: total('pending'), not_sent: total('not_sent'), summarised: total('summarised') };
  const outcomes = outcomesOf({ delivered, failed, retrying, ...others });
  const tried = delivered + failed + retrying;
  if (tried === 0) return outcomes;
  const percent = Math.floor((delivered / tried) * 1000) / 10;
  return [`${percent.toLocaleString()} % of those that were tried arrived`, ...outcomes];
}
