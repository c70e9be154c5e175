import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { createAlarm } from './create-alarm.ts';
import type { Severity } from './monitoring-alarm.ts';
import { everyAlarm } from './monitoring-alarms.ts';
import type { Stage } from './stages.ts';

export const alarmTopicName = (stage: Stage, severity: Severity): string => `chainwatch-${stage.name}-${severity}s`;

/** The topics of all alarms, and the alarms that undo a release. The other alarms are in the monitoring stack. */
export class Alarms extends Construct {
  #key: Key | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const topics = { page: this.topic(stage, 'page'), ticket: this.topic(stage, 'ticket') };
    for (const row of everyAlarm(stage)) if (row.undoesRelease) createAlarm(this, stage, row, topics);
  }

  private topic(stage: Stage, severity: Severity): ITopic {
    const target = stage.alarms?.[severity];
    const id = severity === 'page' ? 'Pages' : 'Tickets';
    if (target && 'topicArn' in target) return Topic.fromTopicArn(this, id, target.topicArn);
    // Our own key, because CloudWatch may not use the key that AWS manages for SNS.
    this.#key ??= new Key(this, 'TopicKey', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY });
    const topicName = alarmTopicName(stage, severity);
    const topic = new Topic(this, id, { topicName, masterKey: this.#key, enforceSSL: true });
    // `grantPublish` also grants the use of the key. Other accounts must not publish here through these services.
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    const services = ['cloudwatch.amazonaws.com', ...(severity === 'ticket' ? ['budgets.amazonaws.com'] : [])];
    for (const service of services) topic.grantPublish(new ServicePrincipal(service, { conditions }));
    if (target) topic.addSubscription(new EmailSubscription(target.email));
    return topic;
  }
}
