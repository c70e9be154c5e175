import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, Metric, PeriodOverride } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type LineMetricName, metricNamespace } from '../lib/platform/metrics.ts';
import { watcherName } from './chain-watchers.ts';
import { type AwsMetric, ofAccount, ofApi, ofFunction, ofQueue, ofTable } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

const PERIOD = Duration.minutes(1);
/** Two graphs side by side: a dashboard is 24 columns wide. */
const SIZE = { width: 12, height: 6 } as const;

const QUEUES = ['deliveries', 'retries', 'evaluations', 'matches', 'backfill'] as const;
const THROTTLED = ['authorize', 'evaluate-rules', 'deliver', 'handover'] as const;
/** The outcomes of an attempt (`delivery.attempted`). */
const OUTCOMES = ['delivered', 'retrying', 'failed', 'not_sent'] as const;

const graphed = ({ namespace, name, dimensions }: AwsMetric, statistic: string, label: string): IMetric =>
  new Metric({ namespace, metricName: name, dimensionsMap: { ...dimensions }, statistic, label, period: PERIOD });

/** How the stage is: one page for the first look when an alarm rings. */
export function createDashboard(scope: Construct, stage: Stage): void {
  const line = (
    metricName: LineMetricName,
    statistic: string,
    label: string,
    dimensionsMap: Record<string, string> = {},
  ): IMetric =>
    new Metric({
      namespace: metricNamespace(stage.name),
      metricName,
      statistic,
      label,
      dimensionsMap,
      period: PERIOD,
    });
  const ofChains = (name: 'chainLagSeconds' | 'chainRecords' | 'watcherMemoryPercent', statistic: string): IMetric[] =>
    stage.watches.map(({ chain }) => line(name, statistic, chain, { chain }));
  const ofOutcomes = (
    name: 'deliveryAttempts' | 'deliveryDelayMs' | 'deliveryAnswerMs',
    statistic: string,
  ): IMetric[] => OUTCOMES.map((outcome) => line(name, statistic, outcome, { outcome }));
  const graphs: readonly (readonly [title: string, metrics: readonly IMetric[]])[] = [
    [
      'The canary, from the import to the webhook, milliseconds',
      [line('canaryMs', 'Maximum', 'verified', { outcome: 'verified' })],
    ],
    [
      'Runs of the canary',
      ['verified', 'late', 'failed'].map((outcome) => line('canaryRuns', 'Sum', outcome, { outcome })),
    ],
    ['Age of the last scanned block, seconds', ofChains('chainLagSeconds', 'Maximum')],
    ['Records of each chain', ofChains('chainRecords', 'Sum')],
    ['Evaluation age, milliseconds', ['p50', 'p99'].map((statistic) => line('evaluationAgeMs', statistic, statistic))],
    ['Deliveries by outcome', ofOutcomes('deliveryAttempts', 'Sum')],
    ['From the alert to the attempt, p99, milliseconds', ofOutcomes('deliveryDelayMs', 'p99')],
    ['Answers of receivers, p99, milliseconds', ofOutcomes('deliveryAnswerMs', 'p99')],
    [
      'Oldest message of each queue, seconds',
      QUEUES.map((queue) => graphed(ofQueue(stage, queue, 'ApproximateAgeOfOldestMessage'), 'Maximum', queue)),
    ],
    ['Stream, milliseconds behind', [graphed(ofFunction(stage, 'evaluate-rules', 'IteratorAge'), 'Maximum', 'stream')]],
    ['API, milliseconds', ['p50', 'p99'].map((statistic) => graphed(ofApi(stage, 'Latency'), statistic, statistic))],
    [
      'API, requests and 5xx',
      [graphed(ofApi(stage, 'Count'), 'Sum', 'requests'), graphed(ofApi(stage, '5XXError'), 'Sum', '5xx')],
    ],
    [
      'Throttled runs',
      [...THROTTLED, ...stage.watches.map(({ chain }) => watcherName(chain))].map((name) =>
        graphed(ofFunction(stage, name, 'Throttles'), 'Sum', name),
      ),
    ],
    ['Memory of the watchers, percent', ofChains('watcherMemoryPercent', 'Maximum')],
    ['Runs of the account at once', [graphed(ofAccount('AWS/Lambda', 'ConcurrentExecutions'), 'Maximum', 'runs')]],
    [
      'Units of the table',
      ['Read', 'Write'].map((kind) => graphed(ofTable(stage, `Consumed${kind}CapacityUnits`), 'Sum', kind)),
    ],
    [
      'Throttled units of the table',
      ['Read', 'Write'].map((kind) => graphed(ofTable(stage, `${kind}ThrottleEvents`), 'Sum', kind)),
    ],
  ];
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: `chainwatch-${stage.name}`,
    periodOverride: PeriodOverride.AUTO,
  });
  for (const [title, left] of graphs) dashboard.addWidgets(new GraphWidget({ title, left: [...left], ...SIZE }));
}
