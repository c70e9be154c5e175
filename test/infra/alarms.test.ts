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

  it('notify topics over TLS, encrypted with a key that CloudWatch and Budgets may use for this account', () => {
    const allowed = (service: string, actions: unknown) =>
      expect.objectContaining({
        Effect: 'Allow',
        Principal: { Service: service },
        Action: actions,
        Condition: { StringEquals: { 'aws:SourceAccount': 'AWS::AccountId' } },
      });
    const [cloudWatch, budgets] = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];
    const topics = template.properties('AWS::SNS::Topic');
    expect(topics.map(({ TopicName }) => TopicName).sort()).toEqual([`${name}-pages`, `${name}-tickets`]);
    for (const { KmsMasterKeyId } of topics) expect(KmsMasterKeyId).toMatch(/^AlarmsTopicKey\w+\.Arn$/);
    expect(template.one('AWS::KMS::Key', { EnableKeyRotation: true })).toMatchObject({
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: expect.arrayContaining(
          [cloudWatch, budgets].map((service) => allowed(service, ['kms:Decrypt', 'kms:GenerateDataKey*'])),
        ),
      },
    });
    const policyOf = (services: readonly string[]) => ({
      Statement: [
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ...services.map((service) => allowed(service, 'sns:Publish')),
      ],
    });
    const policies = template.properties('AWS::SNS::TopicPolicy').map(({ PolicyDocument }) => PolicyDocument);
    expect(policies).toEqual([
      expect.objectContaining(policyOf([cloudWatch])),
      // The budget is a ticket.
      expect.objectContaining(policyOf([cloudWatch, budgets])),
    ]);
  });

  it('are sent by mail when the stage names addresses, or to its own topics', () => {
    const mails = template.properties('AWS::SNS::Subscription').map(({ Protocol, Endpoint }) => [Protocol, Endpoint]);
    expect(mails).toEqual([
      ['email', 'on-call@example.com'],
      ['email', 'operators@example.com'],
    ]);
    const paged = new ReadableTemplate('other-prod');
    expect(paged.all('AWS::SNS::Topic')).toEqual([]);
    const topics = paged.properties('AWS::CloudWatch::Alarm').map(({ AlarmActions }) => String(AlarmActions));
    expect(new Set(topics)).toEqual(
      new Set(['pager', 'tickets'].map((topic) => `arn:aws:sns:eu-central-1:444455556666:${topic}`)),
    );
  });
});
