import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { pipelines } from '../../functions/pipelines/pipelines.ts';
import { everyAlarm } from '../../infra/monitoring-alarms.ts';
import { savedQueries } from '../../infra/monitoring-queries.ts';
import { type LineMetric, lineMetrics } from '../../lib/platform/metrics.ts';
import { source } from '../support/sources.ts';
import { awsMetrics } from './aws-metrics.ts';
import { stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const prod = stageNamed('prod');
const main = new ReadableTemplate('prod');
const template = new ReadableTemplate('prod', 'monitoring');
const name = 'chainwatch-prod';
const watchers = prod.watches.map(({ chain }) => `watch-${chain}`);
const alarm = (id: string) => template.one('AWS::CloudWatch::Alarm', { AlarmName: `${name}-${id}` });

const Dimensions = z.array(z.object({ Name: z.string(), Value: z.string() }));
const dimensions = [...template.text.matchAll(/"Dimensions":(\[[^\]]*\])/g)].flatMap(([, json = '[]']) =>
  Dimensions.parse(JSON.parse(json)),
);
const valuesOf = (dimension: string) =>
  [...new Set(dimensions.filter(({ Name }) => Name === dimension).map(({ Value }) => Value))].sort();
const namesIn = (type: string, property: string) => main.properties(type).map((properties) => properties[property]);

const Query = z.object({ Name: z.string(), LogGroupNames: z.array(z.string()) });

const Body = z.object({
  widgets: z.array(z.object({ properties: z.object({ metrics: z.array(z.array(z.unknown())) }) })),
});

/** The metrics of the dashboard. A row has the namespace, the name, dimensions by name and value, and options. */
const dashboardMetrics = Body.parse(
  JSON.parse(z.string().parse(template.one('AWS::CloudWatch::Dashboard').DashboardBody)),
)
  .widgets.flatMap(({ properties }) => properties.metrics)
  .map((row) => {
    const [namespace = '', name = '', ...pairs] = row.filter((part) => typeof part === 'string');
    const names = pairs.filter((_, n) => n % 2 === 0);
    return { namespace, name, dimensions: Object.fromEntries(names.map((each, n) => [each, pairs[2 * n + 1] ?? ''])) };
  });

type Given = Readonly<Record<string, string>>;
const sameNames = (names: readonly string[], given: Given) =>
  names.toSorted().join() === Object.keys(given).sort().join();
const isPublished = (namespace: string, metric: string, given: Given): boolean =>
  (awsMetrics[namespace]?.metrics[metric] ?? []).some((names) => sameNames(names, given));
const isLineMetric = (metric: string, given: Given): boolean =>
  Object.entries<LineMetric>(lineMetrics).some(
    ([known, { dimensions: names }]) => known === metric && sameNames(names, given),
  );

describe('The monitoring stack', () => {
  it('has every alarm except those that undo a release; the bill has a budget in a stack of its own', () => {
    const names = template.properties('AWS::CloudWatch::Alarm').map(({ AlarmName }) => AlarmName);
    const wanted = everyAlarm(prod).filter((row) => !row.undoesRelease && row.watches.kind !== 'bill');
    expect(names.sort()).toEqual(wanted.map((row) => `${name}-${row.name}`).sort());
    expect(new ReadableTemplate('prod', 'budget').all('AWS::Budgets::Budget').length).toBe(1);
    expect(template.all('AWS::Budgets::Budget')).toEqual([]);
  });

  it.each([
    ['QueueName', 'AWS::SQS::Queue', 'QueueName'],
    ['FunctionName', 'AWS::Lambda::Function', 'FunctionName'],
    ['TableName', 'AWS::DynamoDB::Table', 'TableName'],
    ['ApiName', 'AWS::ApiGateway::RestApi', 'Name'],
    ['ScheduleGroup', 'AWS::Scheduler::ScheduleGroup', 'Name'],
  ])('names by %s only resources of the main stack', (dimension, type, property) => {
    const known = namesIn(type, property);
    expect(valuesOf(dimension).length).toBeGreaterThan(0);
    for (const value of valuesOf(dimension)) expect(known).toContain(value);
  });

  it('names the index and the log groups of the main stack', () => {
    const Indexes = z.object({ GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string() })) });
    const { GlobalSecondaryIndexes } = Indexes.parse(main.one('AWS::DynamoDB::Table'));
    expect(valuesOf('GlobalSecondaryIndexName')).toEqual(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName));
    const groups = namesIn('AWS::Logs::LogGroup', 'LogGroupName');
    for (const { LogGroupName } of template.properties('AWS::Logs::MetricFilter'))
      expect(groups).toContain(LogGroupName);
  });

  it('refers to no other stack, so that each can be replaced', () => {
    expect(template.text).not.toContain('Fn::ImportValue');
  });

  it('notifies the topics of an operator instead, if the stage names some', () => {
    const paged = new ReadableTemplate('other-prod', 'monitoring');
    const topics = paged.properties('AWS::CloudWatch::Alarm').map(({ AlarmActions }) => String(AlarmActions));
    expect(new Set(topics)).toEqual(
      new Set(['pager', 'tickets'].map((topic) => `arn:aws:sns:eu-central-1:444455556666:${topic}`)),
    );
  });

  it('rings at the first message in a dead-letter queue', () => {
    expect(alarm('deliveries-dlq')).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: `${name}-deliveries-dlq` }],
      Statistic: 'Maximum',
      Period: 60,
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      EvaluationPeriods: 1,
      TreatMissingData: 'notBreaching',
    });
  });

  it('has an alarm for every dead-letter queue', () => {
    const dlqs = namesIn('AWS::SQS::Queue', 'QueueName').filter((queue) => String(queue).endsWith('-dlq'));
    expect(dlqs.length).toBeGreaterThan(5);
    for (const queue of dlqs) expect(() => template.one('AWS::CloudWatch::Alarm', { AlarmName: queue })).not.toThrow();
  });

  const others = ['authorize', 'evaluate-rules', 'deliver', 'run-canary'];
  it.each(Object.keys(pipelines).filter((handler) => !others.includes(handler)))(
    'rings when more than one of twenty runs of %s fails',
    (handler) => {
      const dimension = [{ Name: 'FunctionName', Value: `${name}-${handler}` }];
      expect(alarm(`${handler}-errors`)).toMatchObject({
        Threshold: 5,
        Metrics: expect.arrayContaining([
          expect.objectContaining({ Expression: '100 * part / whole', ReturnData: true }),
          expect.objectContaining({
            Id: 'part',
            MetricStat: expect.objectContaining({ Metric: expect.objectContaining({ Dimensions: dimension }) }),
          }),
        ]),
      });
    },
  );

  it('adds the system errors of all operations, of which AWS publishes only those that happened', () => {
    const Metrics = z.object({ Metrics: z.array(z.object({ Expression: z.string().optional() })) });
    const { Metrics: metrics } = Metrics.parse(alarm('table-system-errors'));
    const expression = metrics.flatMap(({ Expression }) => Expression ?? []);
    expect(expression).toEqual([expect.stringMatching(/^FILL\(m0, 0\)( \+ FILL\(m\d, 0\)){7}$/)]);
    // CloudWatch takes ten metrics and expressions in an alarm.
    expect(metrics.length).toBeLessThanOrEqual(10);
  });

  it.each([
    ['chain.stopped', '{ $.event = "chain.stopped" }', watchers],
    [
      'transaction.trace_failed',
      '{ ($.event = "transaction.trace_failed") || ($.event = "authority.unread") }',
      watchers,
    ],
    [
      'transaction.decode_failed',
      '{ ($.event = "transaction.decode_failed") || ($.event = "block.authorizations_unread") }',
      ['backfill-blocks', ...watchers],
    ],
  ])('counts the event %s by the filter %s in the logs of %j', (event, pattern, handlers) => {
    const filters = template.properties('AWS::Logs::MetricFilter').filter((each) => each.FilterPattern === pattern);
    const groups = handlers.map((handler) => `/aws/lambda/${name}-${handler}`);
    expect(filters.map(({ LogGroupName }) => LogGroupName).sort()).toEqual(groups.sort());
    for (const { MetricTransformations } of filters) {
      expect(MetricTransformations).toMatchObject([{ MetricName: event, MetricNamespace: name, MetricValue: '1' }]);
    }
    expect(alarm(event.replace(/[._]/g, '-'))).toMatchObject({ MetricName: event, Namespace: name, Statistic: 'Sum' });
  });

  it('tells the tickets of the main stack about the bill', () => {
    const topic = `arn:AWS::Partition:sns:AWS::Region:AWS::AccountId:${name}-tickets`;
    expect(new ReadableTemplate('prod', 'budget').one('AWS::Budgets::Budget')).toMatchObject({
      Budget: { BudgetLimit: { Amount: prod.monthlyBudgetUsd, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: 'ACTUAL', Threshold: 80 }, Subscribers: [{ Address: topic }] },
        { Notification: { NotificationType: 'FORECASTED', Threshold: 100 }, Subscribers: [{ Address: topic }] },
      ],
    });
  });

  it('counts the requests that API Gateway refuses, by its access log', () => {
    const [refusals] = template
      .properties('AWS::Logs::MetricFilter')
      .filter(({ LogGroupName }) => LogGroupName === `/aws/apigateway/${name}`);
    expect(refusals).toMatchObject({
      FilterPattern: '{ $.error = "THROTTLED" }',
      MetricTransformations: [{ MetricName: 'requests.throttled', MetricNamespace: name }],
    });
  });

  it('shows on its dashboard only metrics that AWS or the log lines have', () => {
    const shown = dashboardMetrics.map(({ namespace, name: metric, dimensions: given }) => ({
      metric: `${namespace} ${metric}`,
      isKnown: namespace === name ? isLineMetric(metric, given) : isPublished(namespace, metric, given),
    }));
    expect(shown.length).toBeGreaterThan(45);
    expect(shown.filter(({ isKnown }) => !isKnown)).toEqual([]);
  });

  it('shows on its dashboard only resources of the main stack', () => {
    const types = { QueueName: 'AWS::SQS::Queue', FunctionName: 'AWS::Lambda::Function' } as const;
    for (const { dimensions: given } of dashboardMetrics) {
      for (const [dimension, type] of Object.entries(types)) {
        if (dimension in given) expect(namesIn(type, dimension)).toContain(given[dimension]);
      }
    }
  });

  it('shows lag, records, evaluations, deliveries, queues, the API, throttles and units', () => {
    const names = new Set(dashboardMetrics.map(({ name: metric }) => metric));
    for (const metric of [
      'chainLagSeconds',
      'chainRecords',
      'evaluationAgeMs',
      'deliveryAttempts',
      'deliveryDelayMs',
      'ApproximateAgeOfOldestMessage',
      'Latency',
      '5XXError',
      'Throttles',
      'ConsumedReadCapacityUnits',
      'ConsumedWriteCapacityUnits',
    ]) {
      expect(names).toContain(metric);
    }
  });

  it('saves queries over log groups of the main stack', () => {
    const groups = namesIn('AWS::Logs::LogGroup', 'LogGroupName');
    const queries = template.properties('AWS::Logs::QueryDefinition').map((query) => Query.parse(query));
    expect(queries.length).toBe(savedQueries.length);
    for (const { Name, LogGroupNames } of queries) {
      expect(Name).toMatch(new RegExp(`^${name}/`));
      expect(groups).toEqual(expect.arrayContaining(LogGroupNames));
      // CloudWatch takes 50 log groups in a query.
      expect(LogGroupNames.length).toBeLessThanOrEqual(50);
    }
  });

  it.each(
    savedQueries.flatMap(({ lines }) => [...lines.join().matchAll(/event = "([^"]+)"/g)].map(([, event]) => event)),
  )('saves a query for the event %s, which the code logs', (event) => {
    expect([...source.values()].some((text) => text.includes(`'${event}'`))).toBe(true);
  });

  it('has no AwsSolutions finding', () => {
    expect(template.findings).toEqual([]);
  });
});
