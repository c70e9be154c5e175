import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { createAlarm } from './create-alarm.ts';
import { everyAlarm } from './monitoring-alarms.ts';
import type { Stage } from './stages.ts';

export const alarmTopicName = (stage: Stage): string => `chainwatch-${stage.name}-alarms`;

/** The topic of all alarms, and the alarms that undo a release. The other alarms are in the monitoring stack. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const topic = this.topic(stage);
    for (const row of everyAlarm(stage)) if (row.undoesRelease) createAlarm(this, stage, row, topic);
  }

  private topic(stage: Stage): ITopic {
    const { alarms } = stage;
    if (alarms && 'topicArn' in alarms) return Topic.fromTopicArn(this, 'Topic', alarms.topicArn);
    // Our own key, because CloudWatch may not use the key that AWS manages for SNS.
    const key = new Key(this, 'TopicKey', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY });
    const topic = new Topic(this, 'Topic', { topicName: alarmTopicName(stage), masterKey: key, enforceSSL: true });
    // `grantPublish` also grants the use of the key. Other accounts must not publish here through these services.
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      topic.grantPublish(new ServicePrincipal(service, { conditions }));
    }
    if (alarms) topic.addSubscription(new EmailSubscription(alarms.email));
    return topic;
  }
}
