import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type LineMetricName, metricNamespace } from '../lib/platform/metrics.ts';
import { type AlarmRow, type AwsMetric, ofAccount, type Severity } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

/** The topic of each severity. */
export type Topics = Readonly<Record<Severity, ITopic>>;

/**
 * Makes the alarm of a row. It tells the topic of its severity when it begins to ring, and when the fault is over.
 * @param id the id in the scope, for a row whose name contains a version.
 */
export function createAlarm(scope: Construct, stage: Stage, row: AlarmRow, topics: Topics, id = row.name): Alarm {
  const { name, threshold, periods, enough } = row;
  const isAbove = 'above' in threshold;
  const alarm = new Alarm(scope, id, {
    alarmName: `chainwatch-${stage.name}-${name}`,
    alarmDescription: `${row.breaks} See docs/operations.md, ${row.pattern ?? name}.`,
    metric: metricOf(stage, row),
    threshold: isAbove ? threshold.above : threshold.below,
    comparisonOperator: isAbove ? ComparisonOperator.GREATER_THAN_THRESHOLD : ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: periods,
    ...(enough !== undefined && { datapointsToAlarm: enough }),
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  const action = new SnsAction(topics[row.severity]);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

/** The name of the metric that counts the requests which API Gateway refused with an error. */
export const refusalsName = (error: string): string => `requests.${error.toLowerCase()}`;

function metricOf(stage: Stage, { name, watches, statistic, minutes }: AlarmRow): IMetric {
  const period = Duration.minutes(minutes);
  const own = (metricName: string, dimensions: Readonly<Record<string, string>> = {}) =>
    new Metric({
      namespace: metricNamespace(stage.name),
      metricName,
      dimensionsMap: { ...dimensions },
      statistic,
      period,
    });
  const ofAws = (metric: AwsMetric) =>
    new Metric({
      namespace: metric.namespace,
      metricName: metric.name,
      dimensionsMap: { ...metric.dimensions },
      statistic: metric.statistic ?? statistic,
      period,
    });
  const computed = (expression: string, usingMetrics: Record<string, IMetric>) =>
    new MathExpression({ expression, usingMetrics, period });
  switch (watches.kind) {
    case 'events':
      return own(watches.event);
    case 'lines':
      return own(watches.name, watches.dimensions);
    case 'refusals':
      return own(refusalsName(watches.error));
    case 'aws':
      return ofAws(watches.metric);
    case 'sum': {
      const { sum, metrics } = sumOf(watches.of.map(ofAws));
      return computed(sum, metrics);
    }
    case 'percentage': {
      const { least } = watches;
      const share = '100 * part / whole';
      const expression = least === undefined ? share : `IF(part >= ${least}, ${share}, 0)`;
      return computed(expression, { part: ofAws(watches.part), whole: ofAws(watches.whole) });
    }
    case 'share': {
      const of = (metric: LineMetricName) => own(metric, watches.dimensions);
      return computed('100 * part / whole', { part: of(watches.part), whole: of(watches.whole) });
    }
    case 'quota':
      return computed(`100 * used / (${period.toSeconds()} * quota)`, {
        used: ofAws(watches.used),
        quota: ofAws(watches.perSecond),
      });
    case 'unreserved':
      // What is claimed are the reservations of all stages of the account, and the runs without a reservation.
      return computed(`100 * free / (${watches.quota} - claimed + free)`, {
        free: ofAws(ofAccount('AWS/Lambda', 'UnreservedConcurrentExecutions')),
        claimed: ofAws(ofAccount('AWS/Lambda', 'ClaimedAccountConcurrency')),
      });
    case 'absence': {
      const { sum, metrics } = sumOf(watches.while.map(ofAws));
      const counted =
        'namespace' in watches.of
          ? ofAws(watches.of)
          : own(watches.of.name, watches.of.dimensions).with({ statistic: 'SampleCount' });
      const expression = `IF(${sum} >= ${watches.atLeast}, IF(FILL(counted, 0) < 1, 1, 0), 0)`;
      return computed(expression, { ...metrics, counted });
    }
    case 'bill':
      throw new Error(`${name} is a budget, not an alarm`);
  }
}

/** AWS publishes most of these metrics only when there is something to count. */
function sumOf(all: readonly IMetric[]): { readonly sum: string; readonly metrics: Record<string, IMetric> } {
  const metrics = Object.fromEntries(all.map((metric, n) => [`m${n}`, metric]));
  const terms = Object.keys(metrics).map((id) => `FILL(${id}, 0)`);
  return { sum: terms.join(' + '), metrics };
}
