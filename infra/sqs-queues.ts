import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { pipelines } from '../functions/pipelines/pipelines.ts';
import { MOST_RECEIVES } from '../lib/backfill/parts.ts';
import type { Stage } from './stages.ts';

export interface Queues {
  /** First attempts. */
  readonly deliveries: Queue;
  /** Later attempts: a message delay up to 15 minutes, a schedule for longer delays. */
  readonly retries: Queue;
  /** Parts of backfills. */
  readonly backfill: Queue;
  /** Evaluations that handover found pending. */
  readonly evaluations: Queue;
  /** Organisations with deferred matches. */
  readonly matches: Queue;
  /** Messages that could not be processed, by the name of the alarm. */
  readonly dlqs: Readonly<
    Record<'deliveries-dlq' | 'retries-dlq' | 'backfill-dlq' | 'evaluations-dlq' | 'matches-dlq' | 'stream-dlq', Queue>
  >;
}

/** The queues and their DLQs. */
export const everyQueue = ({ dlqs, ...queues }: Queues): Queue[] => [...Object.values(queues), ...Object.values(dlqs)];

/**
 * Receives before a message moves to its DLQ. A failed delivery is a recorded attempt: only our own faults count.
 * Without reservations Lambda may refuse a call, because other functions run at the time. Such a receive counts, too.
 */
const receivesOf = ({ reserve }: Stage): number => (reserve ? 5 : 20);

/** A queue that calls a function. */
interface Consumed {
  readonly dlq: Queue;
  readonly receives: number;
  /** How long a message is hidden while its consumer works. AWS refuses less than the time-out of the consumer. */
  readonly hiddenSeconds: number;
}

export function createQueues(scope: Construct, stage: Stage): Queues {
  const queue = (name: string, props: Consumed | { keep: Duration }): Queue =>
    new Queue(scope, name, {
      queueName: `chainwatch-${stage.name}-${name}`,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      ...('keep' in props
        ? { retentionPeriod: props.keep }
        : {
            visibilityTimeout: Duration.seconds(props.hiddenSeconds),
            deadLetterQueue: { queue: props.dlq, maxReceiveCount: props.receives },
          }),
    });
  const dlq = (name: string): Queue => queue(name, { keep: Duration.days(14) });

  const dlqs = {
    'deliveries-dlq': dlq('deliveries-dlq'),
    'retries-dlq': dlq('retries-dlq'),
    'backfill-dlq': dlq('backfill-dlq'),
    'evaluations-dlq': dlq('evaluations-dlq'),
    'matches-dlq': dlq('matches-dlq'),
    'stream-dlq': dlq('stream-dlq'),
  };
  Validations.of(dlqs['stream-dlq']).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It is itself a dead-letter queue: the on-failure destination of the table stream.',
  });
  const receives = receivesOf(stage);
  // AWS recommends six times the consumer's time-out, so that no message reappears while its batch is retried.
  const hiddenSeconds = 6 * pipelines.deliver.timeoutSeconds;
  return {
    deliveries: queue('deliveries', { dlq: dlqs['deliveries-dlq'], receives, hiddenSeconds }),
    retries: queue('retries', { dlq: dlqs['retries-dlq'], receives, hiddenSeconds }),
    // Barely more than the time-out, so that another worker continues the part of a killed worker within two minutes.
    // The function postpones the parts that failed.
    backfill: queue('backfill', {
      dlq: dlqs['backfill-dlq'],
      receives: MOST_RECEIVES,
      hiddenSeconds: pipelines['backfill-blocks'].timeoutSeconds + 10,
    }),
    evaluations: queue('evaluations', {
      dlq: dlqs['evaluations-dlq'],
      receives,
      hiddenSeconds: 6 * pipelines['evaluate-pending'].timeoutSeconds,
    }),
    matches: queue('matches', {
      dlq: dlqs['matches-dlq'],
      receives,
      hiddenSeconds: 6 * pipelines['record-matches'].timeoutSeconds,
    }),
    dlqs,
  };
}

export interface RetrySchedules {
  readonly group: CfnScheduleGroup;
  /** The role of EventBridge Scheduler. */
  readonly role: Role;
}

/**
 * The group of the one-time schedules of `deliver`, whose target is the retry queue. The schedules have no DLQ: when a
 * schedule cannot send, its delivery is overdue and `handover` queues the delivery.
 */
export function createRetrySchedules(scope: Construct, stage: Stage, retries: Queue): RetrySchedules {
  const group = new CfnScheduleGroup(scope, 'RetrySchedules', { name: `chainwatch-${stage.name}-retries` });
  const role = new Role(scope, 'RetrySchedulesRole', {
    // Only schedules of this account and group may assume the role.
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': group.attrArn } },
    }),
    inlinePolicies: {
      access: new PolicyDocument({
        statements: [
          new PolicyStatement({ effect: Effect.ALLOW, actions: ['sqs:SendMessage'], resources: [retries.queueArn] }),
        ],
      }),
    },
  });
  return { group, role };
}
