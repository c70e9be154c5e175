import { describe, expect, it } from '@jest/globals';
import { everyAlarm } from '../../infra/monitoring-alarms.ts';
import { stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const template = new ReadableTemplate('prod');
const name = 'chainwatch-prod';
const alarm = (id: string) => template.one('AWS::CloudWatch::Alarm', { AlarmName: `${name}-${id}` });

describe('The alarms of the main stack', () => {
  it('are those that undo a release', () => {
    const names = template.properties('AWS::CloudWatch::Alarm').map(({ AlarmName }) => String(AlarmName));
    const wanted = everyAlarm(stageNamed('prod')).filter(({ undoesRelease }) => undoesRelease);
    // The version of a function reads as `<function>.Version`.
    const named = names.map((each) => each.replace(/-chainwatch-prod-[a-z-]+\.Version$/, '-<version>'));
    expect(named.sort()).toEqual(wanted.map((row) => `${name}-${row.name}`).sort());
  });

  it('ring when more than one of a hundred requests answers 5xx, and at least five in five minutes', () => {
    const of = (MetricName: string) => ({
      MetricStat: {
        Metric: { Namespace: 'AWS/ApiGateway', MetricName, Dimensions: [{ Name: 'ApiName', Value: name }] },
        Period: 300,
        Stat: 'Sum',
      },
      ReturnData: false,
    });
    expect(alarm('api-5xx')).toMatchObject({
      Metrics: [
        { Expression: 'IF(part >= 5, 100 * part / whole, 0)' },
        { Id: 'part', ...of('5XXError') },
        { Id: 'whole', ...of('Count') },
      ],
      Threshold: 1,
      EvaluationPeriods: 2,
    });
  });

  it('all notify the topic', () => {
    for (const { AlarmActions } of template.properties('AWS::CloudWatch::Alarm')) {
      expect(AlarmActions).toEqual([`${name}-alarms`]);
    }
  });

  it('notify a topic over TLS, encrypted with a key that CloudWatch and Budgets may use for this account', () => {
    const allowed = (service: string, actions: unknown) =>
      expect.objectContaining({
        Effect: 'Allow',
        Principal: { Service: service },
        Action: actions,
        Condition: { StringEquals: { 'aws:SourceAccount': 'AWS::AccountId' } },
      });
    const services = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];
    expect(template.one('AWS::SNS::Topic').KmsMasterKeyId).toMatch(/^AlarmsTopicKey\w+\.Arn$/);
    expect(template.one('AWS::KMS::Key')).toMatchObject({
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: expect.arrayContaining(
          services.map((service) => allowed(service, ['kms:Decrypt', 'kms:GenerateDataKey*'])),
        ),
      },
    });
    expect(template.one('AWS::SNS::TopicPolicy')).toMatchObject({
      PolicyDocument: {
        Statement: [
          { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
          ...services.map((service) => allowed(service, 'sns:Publish')),
        ],
      },
    });
  });

  it('are sent by mail when the stage names an address, or to its own topic', () => {
    expect(template.one('AWS::SNS::Subscription')).toMatchObject({
      Protocol: 'email',
      Endpoint: 'operators@example.com',
    });
    const topicArn = 'arn:aws:sns:eu-central-1:444455556666:pager';
    const paged = new ReadableTemplate('other-prod');
    expect(paged.all('AWS::SNS::Topic')).toEqual([]);
    for (const { AlarmActions } of paged.properties('AWS::CloudWatch::Alarm')) expect(AlarmActions).toEqual([topicArn]);
  });
});
