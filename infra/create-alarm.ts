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
import type { AlarmRow, AwsMetric } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

/**
 * Makes the alarm of a row, which notifies the topic.
 * @param id the id in the scope, for a row whose name contains a version.
 */
export function createAlarm(scope: Construct, stage: Stage, row: AlarmRow, topic: ITopic, id = row.name): Alarm {
  const { name, threshold, periods, enough, ringsWithoutData = false } = row;
  const isAbove = 'above' in threshold;
  const alarm = new Alarm(scope, id, {
    alarmName: `chainwatch-${stage.name}-${name}`,
    alarmDescription: `${row.breaks} See docs/operations.md, ${row.pattern ?? name}.`,
    metric: metricOf(stage, row),
    threshold: isAbove ? threshold.above : threshold.below,
    comparisonOperator: isAbove ? ComparisonOperator.GREATER_THAN_THRESHOLD : ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: periods,
    ...(enough !== undefined && { datapointsToAlarm: enough }),
    treatMissingData: ringsWithoutData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  return alarm;
}

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
      statistic,
      period,
    });
  switch (watches.kind) {
    case 'events':
      return own(watches.event);
    case 'lines':
      return own(watches.name, watches.dimensions);
    case 'aws':
      return ofAws(watches.metric);
    case 'sum': {
      const usingMetrics = Object.fromEntries(watches.of.map((metric, n) => [`m${n}`, ofAws(metric)]));
      // AWS publishes most of these metrics only when there is something to count.
      const terms = Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`);
      return new MathExpression({ expression: terms.join(' + '), usingMetrics, period });
    }
    case 'percentage': {
      const share = '100 * part / whole';
      return new MathExpression({
        expression: watches.least === undefined ? share : `IF(part >= ${watches.least}, ${share}, 0)`,
        usingMetrics: { part: ofAws(watches.part), whole: ofAws(watches.whole) },
        period,
      });
    }
    case 'share': {
      const of = (metric: LineMetricName) => own(metric, watches.dimensions);
      return new MathExpression({
        expression: '100 * part / whole',
        usingMetrics: { part: of(watches.part), whole: of(watches.whole) },
        period,
      });
    }
    case 'bill':
      throw new Error(`${name} is a budget, not an alarm`);
  }
}
