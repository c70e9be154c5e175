import type { AlarmRow } from '../../infra/monitoring-alarm.ts';

/** A value that something published in a metric. */
export interface Point {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly at: Date;
  readonly value: number;
}

/** The metric of a point, without the time and the value. */
type Metric = Pick<Point, 'namespace' | 'name' | 'dimensions'>;

const MINUTE_MS = 60_000;

const keyOf = ({ namespace, name, dimensions }: Metric): string =>
  JSON.stringify([namespace, name, Object.entries(dimensions).toSorted()]);

/** The statistic of a period as CloudWatch forms it; undefined for a period without values. */
function statisticOf(statistic: AlarmRow['statistic'], values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sum = values.reduce((all, value) => all + value, 0);
  switch (statistic) {
    case 'Sum':
      return sum;
    case 'Average':
      return sum / values.length;
    case 'Maximum':
      return Math.max(...values);
    case 'SampleCount':
      return values.length;
    default:
      throw new Error(`The player knows no ${statistic}`);
  }
}

/**
 * Whether an alarm rings at the end of any minute until `end`, as CloudWatch evaluates it: the points of a period make
 * a value by the statistic, a period without a value is good or bad by the rule of the alarm for missing data, and the
 * alarm rings while enough of the last periods are bad.
 * @param namespace the namespace of metrics in log lines.
 */
export function everRings(row: AlarmRow, namespace: string, points: readonly Point[], end: Date): boolean {
  const { threshold, periods, enough = periods, ringsWithoutData = false } = row;
  const length = row.minutes * MINUTE_MS;
  const began = Math.min(...points.map(({ at }) => at.getTime()));
  const isBad = (from: number): boolean => {
    const value = valueIn(row, namespace, points, from);
    if (value === undefined) return ringsWithoutData;
    return 'above' in threshold ? value > threshold.above : value < threshold.below;
  };
  const first = Math.floor(began / length) * length + length;
  for (let now = first; now <= end.getTime() + length; now += length) {
    const bad = Array.from({ length: periods }, (_, back) => isBad(now - (back + 1) * length)).filter(Boolean);
    if (bad.length >= enough) return true;
  }
  return false;
}

/** What an alarm watches, in the period that begins at `from`. */
function valueIn(row: AlarmRow, namespace: string, points: readonly Point[], from: number): number | undefined {
  const { watches, statistic, minutes } = row;
  const during = points.filter(({ at }) => at.getTime() >= from && at.getTime() < from + minutes * MINUTE_MS);
  const of = (metric: Metric) =>
    statisticOf(
      statistic,
      during.filter((point) => keyOf(point) === keyOf(metric)).map(({ value }) => value),
    );
  const shareOf = (part: number | undefined, whole: number | undefined, least = 0): number | undefined => {
    // An expression has no value where a metric of it has none.
    if (part === undefined || whole === undefined || whole === 0) return undefined;
    return part >= least ? (100 * part) / whole : 0;
  };
  switch (watches.kind) {
    case 'aws':
      return of(watches.metric);
    case 'lines':
      return of({ namespace, name: watches.name, dimensions: watches.dimensions ?? {} });
    case 'percentage':
      return shareOf(of(watches.part), of(watches.whole), watches.least);
    case 'share':
      return shareOf(
        of({ namespace, name: watches.part, dimensions: watches.dimensions }),
        of({ namespace, name: watches.whole, dimensions: watches.dimensions }),
      );
    default:
      throw new Error(`The player knows no ${watches.kind}`);
  }
}
