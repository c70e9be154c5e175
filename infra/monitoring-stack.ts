import { ArnFormat, Stack } from 'aws-cdk-lib';
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

/**
 * What watches a stage: alarms, a dashboard, log queries, and the metrics that come from log lines. The stack refers to
 * the resources of the main stack by name, so that no export ties the two: the main stack deploys first, and either can
 * be replaced.
 */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, `chainwatch-${stage.name}-monitoring`, stage.env && { env: stage.env });
    const topics = {
      page: Topic.fromTopicArn(this, 'Pages', topicArnOf(this, stage, 'page')),
      ticket: Topic.fromTopicArn(this, 'Tickets', topicArnOf(this, stage, 'ticket')),
    };
    const rows = everyAlarm(stage);
    createDashboard(this, stage);
    saveQueries(this, stage);
    createFilters(
      this,
      stage,
      rows.map(({ watches }) => watches),
    );
    // The bill has a budget, in a stack of its own.
    for (const row of rows) {
      if (row.watches.kind !== 'bill' && !row.undoesRelease) createAlarm(this, stage, row, topics);
    }
  }
}

/** The topic of a severity, by its name: no export ties it to the main stack. */
export function topicArnOf(stack: Stack, stage: Stage, severity: Severity): string {
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
