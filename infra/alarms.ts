import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { createAlarm } from './create-alarm.ts';
import { everyAlarm } from './monitoring-alarms.ts';
import { releaseAlarms } from './monitoring-release-alarms.ts';
import type { Stage } from './stages.ts';

export const alarmTopicName = (stage: Stage): string => `chainwatch-${stage.name}-alarms`;

/** The topic of all alarms, and the alarms that undo a release. The other alarms are in the monitoring stack. */
export class Alarms extends Construct {
  readonly #stage: Stage;
  readonly #topic: ITopic;
  /** The alarms that undo the release of any function. */
  readonly #ofEveryRelease: readonly Alarm[];

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#stage = stage;
    this.#topic = this.#createTopic();
    this.#ofEveryRelease = everyAlarm(stage)
      .filter(({ undoesRelease }) => undoesRelease === 'any')
      .map((row) => createAlarm(this, stage, row, this.#topic));
  }

  /**
   * The alarms that undo the release of a function. Those on its version are new for each version: an alarm of the old
   * version that rings cannot stop the release of the fix.
   */
  undoing(name: string, version: string): readonly Alarm[] {
    const own = releaseAlarms(this.#stage, name, version);
    // The id must not contain the version, which is known only when the stack deploys.
    const ids = releaseAlarms(this.#stage, name, 'version').map((row) => row.name);
    return [...this.#ofEveryRelease, ...own.map((row, n) => createAlarm(this, this.#stage, row, this.#topic, ids[n]))];
  }

  #createTopic(): ITopic {
    const { alarms } = this.#stage;
    if (alarms && 'topicArn' in alarms) return Topic.fromTopicArn(this, 'Topic', alarms.topicArn);
    // Our own key, because CloudWatch may not use the key that AWS manages for SNS.
    const key = new Key(this, 'TopicKey', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY });
    const topic = new Topic(this, 'Topic', {
      topicName: alarmTopicName(this.#stage),
      masterKey: key,
      enforceSSL: true,
    });
    // `grantPublish` also grants the use of the key. Other accounts must not publish here through these services.
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      topic.grantPublish(new ServicePrincipal(service, { conditions }));
    }
    if (alarms) topic.addSubscription(new EmailSubscription(alarms.email));
    return topic;
  }
}
