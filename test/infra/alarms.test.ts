import { describe, expect, it } from '@jest/globals';
import { pipelines } from '../../functions/pipelines.ts';
import { ReadableTemplate, stageNamed } from './template.ts';

const template = new ReadableTemplate(stageNamed('prod'));
const name = 'chainwatch-prod';
const alarm = (id: string) => template.one('AWS::CloudWatch::Alarm', { AlarmName: `${name}-${id}` });

describe('Alarms', () => {
  it.each(['deliveries-dlq', 'retries-dlq', 'backfill-dlq', 'stream-dlq'])(
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

  it('ring when the stream is five minutes behind', () => {
    expect(alarm('stream-age')).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'IteratorAge',
      Dimensions: [{ Name: 'FunctionName', Value: `${name}-evaluate-rules` }],
      Threshold: 300_000,
    });
  });

  const watched = Object.keys(pipelines).filter((handler) => handler !== 'authorize');
  it.each(watched)('ring when more than one in twenty runs of %s fails', (handler) => {
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
    ['chain.stopped', ['watch-chain']],
    ['chain.lagging', ['watch-chain']],
    ['transaction.unrecorded', ['watch-chain']],
    ['transaction.unretracted', ['watch-chain']],
    ['transaction.undecoded', ['backfill-blocks', 'watch-chain']],
  ])('ring at the first line that says %s of %j', (event, handlers) => {
    const filters = template
      .properties('AWS::Logs::MetricFilter')
      .filter(({ FilterPattern }) => FilterPattern === `{ $.event = "${event}" }`);
    const groups = handlers.map((handler) => `/aws/lambda/${name}-${handler}`);
    expect(filters.map(({ LogGroupName }) => LogGroupName).sort()).toEqual(groups);
    for (const { MetricTransformations } of filters) {
      expect(MetricTransformations).toMatchObject([{ MetricName: event, MetricNamespace: name, MetricValue: '1' }]);
    }
    expect(alarm(event.replace('.', '-'))).toMatchObject({
      MetricName: event,
      Namespace: name,
      Statistic: 'Sum',
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      EvaluationPeriods: 1,
    });
  });

  it('do not ring when keys are refused, which the authorizer tells by failing', () => {
    expect(() => alarm('authorize-errors')).toThrow();
  });

  it('ring when more than one in a hundred requests answers 5xx', () => {
    expect(alarm('api-5xx')).toMatchObject({ MetricName: '5XXError', Statistic: 'Average', Threshold: 0.01 });
  });

  it('all ring at the topic', () => {
    for (const { AlarmActions } of template.properties('AWS::CloudWatch::Alarm')) {
      expect(AlarmActions).toEqual([`${name}-alarms`]);
    }
  });

  it('reach a topic that is encrypted with a key CloudWatch may use, over TLS', () => {
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

  it('go by mail where the stage names an address', () => {
    const mailed = new ReadableTemplate({ ...stageNamed('prod'), alarmEmail: 'ops@example.com' });
    expect(mailed.one('AWS::SNS::Subscription')).toMatchObject({ Protocol: 'email', Endpoint: 'ops@example.com' });
    expect(template.all('AWS::SNS::Subscription')).toEqual([]);
  });
});
