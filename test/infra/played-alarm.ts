import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import * as z from 'zod';
import { createAlarm } from '../../infra/create-alarm.ts';
import type { AlarmRow } from '../../infra/monitoring-alarm.ts';
import type { Stage } from '../../infra/stages.ts';
import { computed } from './metric-math.ts';
import { env } from './stage-variants.ts';

/** A data point of a metric, in minutes since the beginning of the play. */
export interface Point {
  readonly metric: string;
  readonly at: number;
  readonly value: number;
}

const Dimensions = z.array(z.object({ Name: z.string(), Value: z.string() })).default([]);
const Named = z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions });

const Common = z.object({
  AlarmName: z.string(),
  Threshold: z.number(),
  ComparisonOperator: z.enum(['GreaterThanThreshold', 'LessThanThreshold']),
  EvaluationPeriods: z.int(),
  DatapointsToAlarm: z.int().optional(),
  TreatMissingData: z.enum(['notBreaching', 'breaching']),
});
const OfOneMetric = Named.extend({
  Period: z.int(),
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
});
const Stat = z.object({ Metric: Named, Period: z.int(), Stat: z.string() });
const OfExpression = z.object({
  Metrics: z.array(
    z.union([z.object({ Id: z.string(), Expression: z.string() }), z.object({ Id: z.string(), MetricStat: Stat })]),
  ),
});

/** The name by which points and alarms agree on a metric. The templates of the tests do not name the region. */
export const metricName = (
  namespace: string,
  name: string,
  dimensions: Readonly<Record<string, string>> = {},
): string =>
  [namespace, name, ...Object.entries(dimensions).sort().flat()].join(' ').replaceAll(env.region, 'AWS::Region');

const nameOf = ({ Namespace, MetricName, Dimensions: dimensions }: z.output<typeof Named>): string =>
  metricName(Namespace, MetricName, Object.fromEntries(dimensions.map(({ Name, Value }) => [Name, Value])));

type Values = readonly number[];
const largest = (values: Values): number => values.reduce((most, value) => Math.max(most, value), -Infinity);

const statistics: Readonly<Record<string, (values: Values) => number>> = {
  Sum: (values) => values.reduce((sum, value) => sum + value, 0),
  Average: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  Maximum: largest,
  SampleCount: (values) => values.length,
  p90: (values) => percentile(values, 0.9),
  p99: (values) => percentile(values, 0.99),
};
const percentile = (values: Values, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;

/** A metric of an alarm with its statistic. */
interface Source {
  readonly id: string;
  readonly metric: string;
  readonly statistic: string;
}

/** The values of a metric by the minute that ends next. An alarm looks at each minute of days, so a search is too slow. */
type ByMinute = ReadonlyMap<number, Values>;
const byMinute = (points: readonly Point[], metric: string): ByMinute => {
  const own = Map.groupBy(
    points.filter((point) => point.metric === metric),
    ({ at }) => Math.ceil(at),
  );
  return new Map([...own].map(([minute, inMinute]) => [minute, inMinute.map(({ value }) => value)]));
};

/** The alarm of a template, played by the rules of CloudWatch. */
export class PlayedAlarm {
  readonly name: string;
  readonly periodMinutes: number;
  readonly metrics: readonly string[];
  readonly #rules: z.output<typeof Common>;
  readonly #sources: readonly Source[];
  readonly #expression: string;

  /** @param properties of an `AWS::CloudWatch::Alarm`. */
  constructor(properties: Readonly<Record<string, unknown>>) {
    this.#rules = Common.parse(properties);
    this.name = this.#rules.AlarmName;
    if ('Metrics' in properties) {
      const { Metrics } = OfExpression.parse(properties);
      const stats = Metrics.flatMap((each) => ('MetricStat' in each ? [each] : []));
      this.#sources = stats.map(({ Id, MetricStat }) => ({
        id: Id,
        metric: nameOf(MetricStat.Metric),
        statistic: MetricStat.Stat,
      }));
      this.#expression = Metrics.flatMap((each) => ('Expression' in each ? [each.Expression] : [])).join(' ');
      this.periodMinutes = largest(stats.map(({ MetricStat }) => MetricStat.Period)) / 60;
    } else {
      const one = OfOneMetric.parse(properties);
      const statistic = one.Statistic ?? one.ExtendedStatistic ?? '';
      this.#sources = [{ id: 'only', metric: nameOf(one), statistic }];
      this.#expression = 'only';
      this.periodMinutes = one.Period / 60;
    }
    this.metrics = this.#sources.map(({ metric }) => metric);
  }

  /** How long the data last that one evaluation reads. */
  get minutes(): number {
    return this.periodMinutes * this.#rules.EvaluationPeriods;
  }

  /**
   * Evaluates the alarm each minute, from the minute of its creation to the last, as CloudWatch does. CloudWatch may
   * also look at periods before those of an evaluation when it finds too little data; no alarm here relies on that.
   * @returns the minutes in which the alarm rings.
   */
  ringsAt(points: readonly Point[], from: number, to: number): number[] {
    const own = new Map(this.metrics.map((metric) => [metric, byMinute(points, metric)]));
    const minutes = Array.from({ length: to - from + 1 }, (_, n) => from + n);
    return minutes.filter((minute) => this.#isRinging(own, minute));
  }

  #isRinging(points: ReadonlyMap<string, ByMinute>, end: number): boolean {
    const { EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods } = this.#rules;
    const bad = Array.from({ length: EvaluationPeriods }, (_, n) => end - n * this.periodMinutes).filter((until) =>
      this.#isBad(points, until),
    );
    return bad.length >= DatapointsToAlarm;
  }

  #isBad(points: ReadonlyMap<string, ByMinute>, until: number): boolean {
    const { Threshold, ComparisonOperator, TreatMissingData } = this.#rules;
    const value = computed(this.#expression, (id) => {
      const source = this.#sources.find((each) => each.id === id);
      if (source === undefined) throw new Error(`${this.name} has no metric ${id}`);
      const own = points.get(source.metric);
      const values: number[] = [];
      for (let minute = until - this.periodMinutes + 1; minute <= until; minute++) {
        values.push(...(own?.get(minute) ?? []));
      }
      if (values.length === 0) return undefined;
      const statistic = statistics[source.statistic];
      if (statistic === undefined) throw new Error(`the tests know no statistic ${source.statistic}`);
      return statistic(values);
    });
    if (value === undefined) return TreatMissingData === 'breaching';
    return ComparisonOperator === 'GreaterThanThreshold' ? value > Threshold : value < Threshold;
  }
}

/** The alarm of a row, for a row whose alarm no template of the tests has: that of a certain version. */
export function alarmOf(stage: Stage, row: AlarmRow): PlayedAlarm {
  const stack = new Stack();
  const topic = new Topic(stack, 'Topic');
  createAlarm(stack, stage, row, { page: topic, ticket: topic });
  const [alarm] = Object.values(Template.fromStack(stack).findResources('AWS::CloudWatch::Alarm'));
  return new PlayedAlarm(alarm?.Properties);
}
