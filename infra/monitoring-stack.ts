import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { metricNamespace } from '../lib/platform/metrics.ts';
import { memoBy } from '../lib/values/memo.ts';
import { alarmTopicName } from './alarms.ts';
import { createAlarm, refusalsName } from './create-alarm.ts';
import { logGroupName } from './lambda-functions.ts';
import type { Severity, Watched } from './monitoring-alarm.ts';
import { everyAlarm } from './monitoring-alarms.ts';
import { createDashboard } from './monitoring-dashboard.ts';
import { saveQueries } from './monitoring-queries.ts';
import type { Stage } from './stages.ts';

/** Of the budget: a mail comes when this share is spent, and when the forecast exceeds all. */
const SPENT_PERCENT = 80;

/**
 * What watches a stage: alarms, a dashboard, log queries, and the metrics that come from log lines. The stack refers to
 * the resources of the main stack by name, so that no export ties the two: the main stack deploys first, and either can
 * be replaced.
 */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, `chainwatch-${stage.name}-monitoring`, stage.env && { env: stage.env });
    const topics = {
      page: Topic.fromTopicArn(this, 'Pages', topicArn(this, stage, 'page')),
      ticket: Topic.fromTopicArn(this, 'Tickets', topicArn(this, stage, 'ticket')),
    };
    const rows = everyAlarm(stage);
    createDashboard(this, stage);
    saveQueries(this, stage);
    createFilters(
      this,
      stage,
      rows.map(({ watches }) => watches),
    );
    for (const row of rows) {
      if (row.watches.kind === 'bill') createBudget(this, stage, topics[row.severity].topicArn);
      else if (!row.undoesRelease) createAlarm(this, stage, row, topics);
    }
  }
}

/** The topic that an operator named, or the topic of the main stack. */
function topicArn(stack: Stack, stage: Stage, severity: Severity): string {
  const target = stage.alarms?.[severity];
  if (target && 'topicArn' in target) return target.topicArn;
  const resource = alarmTopicName(stage, severity);
  return stack.formatArn({ service: 'sns', resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
}

/** The filters that count log events, and refusals of API Gateway. Each filter of an event feeds the same metric. */
function createFilters(scope: Construct, stage: Stage, watched: readonly Watched[]): void {
  const events = watched.filter((each) => each.kind === 'events');
  const groupOf = memoBy((name: string) => LogGroup.fromLogGroupName(scope, `Logs-${name}`, name));
  for (const { event, also = [], loggedBy } of events) {
    const filterPattern = FilterPattern.any(...[event, ...also].map(isEvent));
    for (const pipeline of loggedBy) {
      new MetricFilter(scope, `${pipeline}-${event}`, {
        logGroup: groupOf(logGroupName(stage, `pipelines/${pipeline}`)),
        filterPattern,
        metricNamespace: metricNamespace(stage.name),
        metricName: event,
      });
    }
  }
  for (const { error } of watched.filter((each) => each.kind === 'refusals')) {
    new MetricFilter(scope, `refusals-${error}`, {
      logGroup: groupOf(`/aws/apigateway/chainwatch-${stage.name}`),
      filterPattern: FilterPattern.stringValue('$.error', '=', error),
      metricNamespace: metricNamespace(stage.name),
      metricName: refusalsName(error),
    });
  }
}

const isEvent = (event: string) => FilterPattern.stringValue('$.event', '=', event);

/** A budget instead of an alarm on billing metrics, which exist in one region only and know no forecast. */
function createBudget(scope: Construct, stage: Stage, topicArn: string): void {
  const subscribers = [{ subscriptionType: 'SNS', address: topicArn }];
  const notification = { comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' };
  new CfnBudget(scope, 'Spend', {
    budget: {
      // An account has the names of all regions in one list.
      budgetName: `chainwatch-${stage.name}-${Stack.of(scope).region}-spend`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: stage.monthlyBudgetUsd, unit: 'USD' },
    },
    notificationsWithSubscribers: [
      { notification: { ...notification, notificationType: 'ACTUAL', threshold: SPENT_PERCENT }, subscribers },
      { notification: { ...notification, notificationType: 'FORECASTED', threshold: 100 }, subscribers },
    ],
  });
}
