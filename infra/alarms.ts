import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { createAlarm, type Topics } from './create-alarm.ts';
import type { Severity } from './monitoring-alarm.ts';
import { everyAlarm } from './monitoring-alarms.ts';
import { releaseAlarms } from './monitoring-release-alarms.ts';
import type { Stage } from './stages.ts';

export const alarmTopicName = (stage: Stage, severity: Severity): string => `chainwatch-${stage.name}-${severity}s`;

/** The services that publish in the topic: the alarms, and the budget among the tickets. */
export const publishersOf = (severity: Severity): readonly string[] => [
  'cloudwatch.amazonaws.com',
  ...(severity === 'ticket' ? ['budgets.amazonaws.com'] : []),
];

/** The topics of all alarms, and the alarms that undo a release. The other alarms are in the monitoring stack. */
export class Alarms extends Construct {
  readonly #stage: Stage;
  readonly #topics: Topics;
  /** The alarms that undo the release of any function. */
  readonly #ofEveryRelease: readonly Alarm[];
  #key: Key | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#stage = stage;
    this.#topics = { page: this.#topic('page'), ticket: this.#topic('ticket') };
    this.#ofEveryRelease = everyAlarm(stage)
      .filter(({ undoesRelease }) => undoesRelease === 'any')
      .map((row) => createAlarm(this, stage, row, this.#topics));
  }

  /**
   * The alarms that undo the release of a function. Those on its version are new for each version: an alarm of the old
   * version that rings cannot stop the release of the fix.
   */
  undoing(name: string, version: string): readonly Alarm[] {
    const own = releaseAlarms(this.#stage, name, version);
    // The id must not contain the version, which is known only when the stack deploys.
    const ids = releaseAlarms(this.#stage, name, 'version').map((row) => row.name);
    return [...this.#ofEveryRelease, ...own.map((row, n) => createAlarm(this, this.#stage, row, this.#topics, ids[n]))];
  }

  #topic(severity: Severity): ITopic {
    const target = this.#stage.alarms?.[severity];
    const id = severity === 'page' ? 'Pages' : 'Tickets';
    if (target && 'topicArn' in target) return Topic.fromTopicArn(this, id, target.topicArn);
    // Our own key, because CloudWatch may not use the key that AWS manages for SNS.
    this.#key ??= new Key(this, 'TopicKey', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY });
    const topicName = alarmTopicName(this.#stage, severity);
    const topic = new Topic(this, id, { topicName, masterKey: this.#key, enforceSSL: true });
    // `grantPublish` also grants the use of the key. Other accounts must not publish here through these services.
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    for (const service of publishersOf(severity)) topic.grantPublish(new ServicePrincipal(service, { conditions }));
    if (target) topic.addSubscription(new EmailSubscription(target.email));
    return topic;
  }
}
