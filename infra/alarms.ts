import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type IFilterPattern } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { PipelineName } from '../functions/pipelines/pipelines.ts';
import { NOT_COUNTED } from '../lib/platform/http/request-limit.ts';
import { metricNamespace } from '../lib/platform/log.ts';
import type { Queues } from './sqs-queues.ts';
import type { Stage } from './stages.ts';

export interface AlarmsProps {
  readonly stage: Stage;
  readonly api: RestApi;
  readonly pipelines: Readonly<Record<PipelineName, LambdaFunction>>;
  readonly queues: Queues;
}

/** The period of all alarms, except those of queues. */
const PERIOD = Duration.minutes(5);

/**
 * The greatest allowed age of the oldest message of a queue in seconds. Longer than the visibility time-out of
 * the consumer, so that a single redelivered batch does not raise the alarm. SQS delays a retry by up to 900 s.
 * AWS does not say whether a delayed message ages: the limit allows for both cases.
 */
const OLDEST_MESSAGE = { deliveries: 300, retries: 900 + 300, evaluations: 600, matches: 600 } as const;

/**
 * The log events of a watcher that need a person. docs/operations.md explains them. Events in one row mean the same for
 * operators, and share the alarm of the first.
 */
const WATCHED_LINES: readonly (readonly [string, ...string[]])[] = [
  ['chain.stopped'],
  ['chain.lagging'],
  ['transaction.decode_failed'],
  ['transaction.trace_failed', 'authority.slot_unread'],
  ['transaction.record_failed'],
  ['transaction.retract_failed'],
  ['balance.difference'],
  ['balance.check_failed', 'balance.not_bisected'],
  ['watched.pack_failed'],
];

/**
 * The alarms; docs/operations.md says what to do. Endpoints have no alarms of their own: a failing endpoint is a 5xx of
 * the API.
 */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { stage, api, pipelines, queues }: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(this.topic(stage));
    const alarm = (name: string, metric: IMetric, above: number, periods: number): void => {
      new Alarm(this, name, {
        alarmName: `chainwatch-${stage.name}-${name}`,
        metric,
        threshold: above,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        evaluationPeriods: periods,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }).addAlarmAction(action);
    };

    const ofQueue = { period: Duration.minutes(1), statistic: Stats.MAXIMUM };
    for (const [name, queue] of Object.entries(queues.dlqs)) {
      alarm(name, queue.metricApproximateNumberOfMessagesVisible(ofQueue), 0, 1);
    }
    for (const name of ['deliveries', 'retries', 'evaluations', 'matches'] as const) {
      alarm(`${name}-age`, queues[name].metricApproximateAgeOfOldestMessage(ofQueue), OLDEST_MESSAGE[name], 1);
    }
    const age = pipelines['evaluate-rules'].metric('IteratorAge', { period: PERIOD, statistic: Stats.MAXIMUM });
    alarm('stream-age', age, Duration.minutes(5).toMilliseconds(), 1);
    // `authorize` has no alarm, because the function fails when it refuses a key: any caller with a wrong key could
    // raise the alarm. API Gateway answers 5xx when `authorize` has a fault.
    const { authorize: _, ...watched } = pipelines;
    for (const [name, handler] of Object.entries(watched)) alarm(`${name}-errors`, errorRate(handler), 5, 2);
    // Trouble with a chain does not fail the run of its watcher. So a single log line of these events raises the alarm.
    for (const [line, ...others] of WATCHED_LINES) {
      const pattern = FilterPattern.any(...[line, ...others].map(isEvent));
      alarm(line.replace(/[._]/g, '-'), linesLogged(pipelines['watch-chain'], line, stage, pattern), 0, 1);
      // The lines of both functions feed the same metric.
      linesLogged(pipelines['watch-busy-chain'], line, stage, pattern);
    }
    // Backfills log this event too. The filter of backfills feeds the same metric and the alarm above. A trace that
    // fails in a backfill raises no alarm: the caller of the backfill sees `detail: logs`.
    linesLogged(pipelines['backfill-blocks'], 'transaction.decode_failed', stage);
    // Recorders of deferred matches log this event too, and feed the alarm of the watchers.
    linesLogged(pipelines['record-matches'], 'transaction.record_failed', stage);
    alarm('matches-overdue', linesLogged(pipelines['record-matches'], 'matches.overdue', stage), 0, 1);
    alarm('list-drift', linesLogged(pipelines.reconcile, 'list.drift', stage), 0, 1);
    alarm('replay-given-up', linesLogged(pipelines.admin, 'replay.given_up', stage), 0, 1);
    alarm('export-given-up', linesLogged(pipelines['write-export'], 'export.given_up', stage), 0, 1);
    // The filter leaves out refusals of a tenant's address or text, because any tenant could cause such refusals.
    const ours = FilterPattern.all(
      isEvent('mail.failed'),
      FilterPattern.stringValue('$.error', '!=', 'BadRequestException'),
    );
    alarm('mail-failed', linesLogged(pipelines.deliver, 'mail.failed', stage, ours), 0, 1);
    // Three periods are a quarter of an hour: the mails of a short burst go out a minute later and raise no alarm.
    alarm('mail-throttled', linesLogged(pipelines.deliver, 'mail.throttled', stage), 0, 3);
    // Every endpoint logs this event, so the log line itself contains the metric and no metric filter is necessary. One
    // line does no harm, because the throttle of the stage holds.
    const notCounted = { namespace: namespaceOf(stage), metricName: NOT_COUNTED, period: PERIOD, statistic: Stats.SUM };
    alarm('rate-limit-not-counted', new Metric(notCounted), 0, 2);
    // The metric is 0 or 1 per request, so that its average is the rate.
    alarm('api-5xx', api.metricServerError({ period: PERIOD, statistic: Stats.AVERAGE }), 0.01, 2);
  }

  private topic(stage: Stage): Topic {
    // Our own key, because CloudWatch may not use the key that AWS manages for SNS.
    const key = new Key(this, 'TopicKey', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY });
    const topic = new Topic(this, 'Topic', {
      topicName: `chainwatch-${stage.name}-alarms`,
      masterKey: key,
      enforceSSL: true,
    });
    // `grantPublish` also grants the use of the key.
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    if (stage.alarmEmail) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    return topic;
  }
}

/** How often a function logs an event. The line names the chain: a metric per chain would need an alarm per chain. */
function linesLogged(
  handler: LambdaFunction,
  event: string,
  stage: Stage,
  filterPattern: IFilterPattern = isEvent(event),
): IMetric {
  return handler.logGroup
    .addMetricFilter(event, {
      filterPattern,
      metricNamespace: namespaceOf(stage),
      metricName: event,
    })
    .metric({ period: PERIOD, statistic: Stats.SUM });
}

const isEvent = (event: string) => FilterPattern.stringValue('$.event', '=', event);

const namespaceOf = ({ name }: Stage): string => metricNamespace(name);

/** The share of failed invocations in per cent. */
function errorRate(handler: LambdaFunction): IMetric {
  return new MathExpression({
    expression: '100 * errors / invocations',
    usingMetrics: {
      errors: handler.metricErrors({ period: PERIOD }),
      invocations: handler.metricInvocations({ period: PERIOD }),
    },
    period: PERIOD,
  });
}
