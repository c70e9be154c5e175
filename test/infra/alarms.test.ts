import { describe, expect, it } from '@jest/globals';
import { pipelines } from '../../functions/pipelines/pipelines.ts';
import { NOT_COUNTED } from '../../lib/platform/http/request-limit.ts';
import { countedAs } from '../../lib/platform/log.ts';
import { ReadableTemplate, stageNamed } from './template.ts';

const template = new ReadableTemplate(stageNamed('prod'));
const name = 'chainwatch-prod';
const alarm = (id: string) => template.one('AWS::CloudWatch::Alarm', { AlarmName: `${name}-${id}` });

describe('Alarms', () => {
  it.each(['deliveries-dlq', 'retries-dlq', 'backfill-dlq', 'evaluations-dlq', 'matches-dlq', 'stream-dlq'])(
    'ring at the first message in %s',
    (queue) => {
      expect(alarm(queue)).toMatchObject({
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Dimensions: [{ Name: 'QueueName', Value: `${name}-${queue}.QueueName` }],
        Statistic: 'Maximum',
        Threshold: 0,
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
      });
    },
  );

  it.each([
    // Longer than a message is invisible that a crash brings back.
    ['deliveries', 300, 180, 180],
    // Longer than that and the longest delay that SQS keeps a retry for.
    ['retries', 1200, 180, 180 + 900],
    // Longer than that and the minute in which the messages of one run of reconcile are done.
    ['evaluations', 600, 360, 360 + 60],
  ])(
    'ring when the oldest message of %s is older than %i s, which no healthy stage reaches',
    (queue, age, hidden, healthy) => {
      expect(template.one('AWS::SQS::Queue', { QueueName: `${name}-${queue}` }).VisibilityTimeout).toBe(hidden);
      expect(age).toBeGreaterThan(healthy);
      expect(alarm(`${queue}-age`)).toMatchObject({
        MetricName: 'ApproximateAgeOfOldestMessage',
        Dimensions: [{ Name: 'QueueName', Value: `${name}-${queue}.QueueName` }],
        Statistic: 'Maximum',
        Period: 60,
        Threshold: age,
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
      });
    },
  );

  it('ring when the stream is five minutes behind', () => {
    expect(alarm('stream-age')).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'IteratorAge',
      Dimensions: [{ Name: 'FunctionName', Value: `${name}-evaluate-rules` }],
      Threshold: 300_000,
    });
  });

  const watched = Object.keys(pipelines).filter((handler) => handler !== 'authorize');
  it.each(watched)('ring when more than one of twenty runs of %s fails', (handler) => {
    const dimension = [{ Name: 'FunctionName', Value: `${name}-${handler}` }];
    expect(alarm(`${handler}-errors`)).toMatchObject({
      Threshold: 5,
      Metrics: expect.arrayContaining([
        expect.objectContaining({ Expression: '100 * errors / invocations', ReturnData: true }),
        expect.objectContaining({
          Id: 'errors',
          MetricStat: expect.objectContaining({ Metric: expect.objectContaining({ Dimensions: dimension }) }),
        }),
      ]),
    });
  });

  it.each([
    ['chain.stopped', ['watch-busy-chain', 'watch-chain']],
    ['chain.lagging', ['watch-busy-chain', 'watch-chain']],
    ['transaction.record_failed', ['record-matches', 'watch-busy-chain', 'watch-chain']],
    ['transaction.retract_failed', ['watch-busy-chain', 'watch-chain']],
    ['transaction.decode_failed', ['backfill-blocks', 'watch-busy-chain', 'watch-chain']],
    ['matches.overdue', ['record-matches']],
    ['replay.given_up', ['admin']],
    ['export.given_up', ['write-export']],
  ])('ring at the first line of the event %s, logged by %j', (event, handlers) => {
    const filters = template
      .properties('AWS::Logs::MetricFilter')
      .filter(({ FilterPattern }) => FilterPattern === `{ $.event = "${event}" }`);
    const groups = handlers.map((handler) => `/aws/lambda/${name}-${handler}`);
    expect(filters.map(({ LogGroupName }) => LogGroupName).sort()).toEqual(groups);
    for (const { MetricTransformations } of filters) {
      expect(MetricTransformations).toMatchObject([{ MetricName: event, MetricNamespace: name, MetricValue: '1' }]);
    }
    expect(alarm(event.replace(/[._]/g, '-'))).toMatchObject({
      MetricName: event,
      Namespace: name,
      Statistic: 'Sum',
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      EvaluationPeriods: 1,
    });
  });

  it('ring when no node traces a transaction, or when no node gives the storage of a Safe', () => {
    const FilterPattern = '{ ($.event = "transaction.trace_failed") || ($.event = "authority.slot_unread") }';
    const LogGroupName = `/aws/lambda/${name}-watch-chain`;
    expect(template.one('AWS::Logs::MetricFilter', { FilterPattern, LogGroupName })).toMatchObject({
      MetricTransformations: [{ MetricName: 'transaction.trace_failed', MetricNamespace: name, MetricValue: '1' }],
    });
    expect(alarm('transaction-trace-failed')).toMatchObject({
      MetricName: 'transaction.trace_failed',
      Namespace: name,
      Statistic: 'Sum',
      Threshold: 0,
      EvaluationPeriods: 1,
    });
  });

  it('ring when a mail failed, except when SES refuses its address or its text', () => {
    const FilterPattern = '{ ($.event = "mail.failed") && ($.error != "BadRequestException") }';
    expect(template.one('AWS::Logs::MetricFilter', { FilterPattern })).toMatchObject({
      LogGroupName: `/aws/lambda/${name}-deliver`,
      MetricTransformations: [{ MetricName: 'mail.failed', MetricNamespace: name, MetricValue: '1' }],
    });
    expect(alarm('mail-failed')).toMatchObject({
      MetricName: 'mail.failed',
      Namespace: name,
      Statistic: 'Sum',
      Threshold: 0,
      EvaluationPeriods: 1,
    });
  });

  it('ring when SES throttles mails for a quarter of an hour', () => {
    const FilterPattern = '{ $.event = "mail.throttled" }';
    expect(template.one('AWS::Logs::MetricFilter', { FilterPattern })).toMatchObject({
      LogGroupName: `/aws/lambda/${name}-deliver`,
      MetricTransformations: [{ MetricName: 'mail.throttled', MetricNamespace: name, MetricValue: '1' }],
    });
    expect(alarm('mail-throttled')).toMatchObject({
      MetricName: 'mail.throttled',
      Namespace: name,
      Statistic: 'Sum',
      Threshold: 0,
      Period: 300,
      EvaluationPeriods: 3,
    });
  });

  it('ring when requests pass uncounted for ten minutes, counted by the log lines themselves', () => {
    const fields = countedAs(NOT_COUNTED, 'prod', new Date(1_772_366_400_000));
    expect(fields).toEqual({
      rate_limit_not_counted: 1,
      _aws: {
        Timestamp: 1_772_366_400_000,
        CloudWatchMetrics: [{ Namespace: name, Dimensions: [[]], Metrics: [{ Name: 'rate_limit_not_counted' }] }],
      },
    });
    const watched = alarm('rate-limit-not-counted');
    expect(watched).toMatchObject({
      MetricName: 'rate_limit_not_counted',
      Namespace: name,
      Statistic: 'Sum',
      Threshold: 0,
      EvaluationPeriods: 2,
    });
    expect(watched).not.toHaveProperty('Dimensions');
  });

  it('do not ring when the authorizer fails, because it fails to refuse a key', () => {
    expect(() => alarm('authorize-errors')).toThrow();
  });

  it('ring when more than one of a hundred requests answers 5xx', () => {
    expect(alarm('api-5xx')).toMatchObject({ MetricName: '5XXError', Statistic: 'Average', Threshold: 0.01 });
  });

  it('all notify the topic', () => {
    for (const { AlarmActions } of template.properties('AWS::CloudWatch::Alarm')) {
      expect(AlarmActions).toEqual([`${name}-alarms`]);
    }
  });

  it('notify a topic over TLS, encrypted with a key that CloudWatch may use', () => {
    const service = { Service: 'cloudwatch.amazonaws.com' };
    expect(template.one('AWS::SNS::Topic').KmsMasterKeyId).toMatch(/^AlarmsTopicKey\w+\.Arn$/);
    expect(template.one('AWS::KMS::Key')).toMatchObject({
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: expect.arrayContaining([
          expect.objectContaining({ Principal: service, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
        ]),
      },
    });
    expect(template.one('AWS::SNS::TopicPolicy')).toMatchObject({
      PolicyDocument: {
        Statement: [
          { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
          { Effect: 'Allow', Action: 'sns:Publish', Principal: service },
        ],
      },
    });
  });

  it('are sent by mail when the stage names an address', () => {
    const mailed = new ReadableTemplate({ ...stageNamed('prod'), alarmEmail: 'ops@example.com' });
    expect(mailed.one('AWS::SNS::Subscription')).toMatchObject({ Protocol: 'email', Endpoint: 'ops@example.com' });
    expect(template.all('AWS::SNS::Subscription')).toEqual([]);
  });
});
