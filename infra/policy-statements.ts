import { ArnFormat, type Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ConfigurationSet } from 'aws-cdk-lib/aws-ses';
import type { Access } from '../lib/platform/access.ts';
import { RATES } from '../lib/platform/table/keys.ts';
import { SUSPENSIONS } from '../lib/platform/table/operator-keys.ts';
import { everyQueue, type Queues, type RetrySchedules } from './sqs-queues.ts';
import type { Secrets } from './stage-secrets.ts';

/** The resources that functions may access. */
export interface Resources {
  readonly table: ITable;
  readonly queues: Queues;
  readonly schedules: RetrySchedules;
  readonly secrets: Secrets;
  /** Signs the checkpoints of the audit log. */
  readonly checkpointKey: Key;
  /** The beginning of the names of all functions. */
  readonly functionPrefix: string;
  readonly exportBucket: Bucket;
  readonly archiveBucket: Bucket;
  /** The sender of mail. */
  readonly mailFrom: string;
  readonly configurationSet: ConfigurationSet;
  /** The public URL of the API. */
  readonly serviceUrl: string;
}

export const allow = (actions: string[], resources: string[]): PolicyStatement =>
  new PolicyStatement({ effect: Effect.ALLOW, actions, resources });

/** Limits actions on the table to these partitions. No function may have `Scan` so, which names no key. */
const within = (partitions: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions.map((beginning) => `${beginning}*`) },
});

/** An action on the items of one partition alone, for a function that may not touch the other items in this way. */
const allowWithin = (action: string, { tableArn }: ITable, partition: string): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [action],
    resources: [tableArn],
    conditions: within([partition]),
  });

const SCHEDULER = 'scheduler.amazonaws.com';

/** A function's access as IAM statements: these actions on these resources, nothing else. */
export function statementsOf(access: Access, stack: Stack, resources: Resources): PolicyStatement[] {
  const { table, queues, secrets, schedules } = resources;
  const secretArns = { 'data-key': secrets.dataKey.secretArn, rpc: secrets.rpc.secretArn };
  const statements: PolicyStatement[] = [];
  if (access.table) {
    statements.push(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: access.table.map((action) => `dynamodb:${action}`),
        resources: [table.tableArn],
        ...(access.partitions && { conditions: within(access.partitions) }),
      }),
    );
  }
  if (access.rateLimit) statements.push(allowWithin('dynamodb:UpdateItem', table, RATES));
  if (access.suspensions) statements.push(allowWithin('dynamodb:GetItem', table, SUSPENSIONS));
  if (access.indexes) {
    statements.push(
      allow(
        ['dynamodb:Query'],
        access.indexes.map((index) => `${table.tableArn}/index/${index}`),
      ),
    );
  }
  if (access.queues) {
    statements.push(
      allow(
        ['sqs:SendMessage', ...(access.queueDepths ? ['sqs:GetQueueAttributes'] : [])],
        access.queues.map((queue) => queues[queue].queueArn),
      ),
    );
  }
  if (access.postpones) statements.push(allow(['sqs:ChangeMessageVisibility'], [queues.backfill.queueArn]));
  if (access.secrets) {
    statements.push(
      allow(
        ['secretsmanager:GetSecretValue'],
        access.secrets.map((secret) => secretArns[secret]),
      ),
    );
  }
  if (access.checkpointKey) statements.push(allow([`kms:${access.checkpointKey}`], [resources.checkpointKey.keyArn]));
  if (access.scheduler) {
    statements.push(
      allow(['scheduler:CreateSchedule'], [scheduleArn(stack, resources)]),
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['iam:PassRole'],
        resources: [schedules.role.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': SCHEDULER } },
      }),
    );
  }
  if (access.invokes) {
    const arns = access.invokes.map((name) => lambdaArn(stack, `${resources.functionPrefix}${name}`));
    statements.push(allow(['lambda:InvokeFunction'], arns));
  }
  if (access.inspects) {
    statements.push(
      allow(
        ['sqs:GetQueueAttributes'],
        everyQueue(queues).map(({ queueArn }) => queueArn),
      ),
    );
  }
  if (access.files) {
    statements.push(
      allow(
        access.files.map((action) => `s3:${action}`),
        [resources.exportBucket.arnForObjects('*')],
      ),
    );
  }
  if (access.archive) {
    const { bucketArn } = resources.archiveBucket;
    for (const action of access.archive) {
      statements.push(allow([`s3:${action}`], [action === 'ListBucket' ? bucketArn : `${bucketArn}/*`]));
    }
  }
  if (access.mail) {
    statements.push(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['ses:SendEmail'],
        // SES asks for the identity of the sender, which may be the address, its domain or a parent domain, and for the
        // configuration set. In the sandbox, SES asks for the identity of the recipient too.
        resources: [
          stack.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' }),
          stack.formatArn({
            service: 'ses',
            resource: 'configuration-set',
            resourceName: resources.configurationSet.configurationSetName,
          }),
        ],
        conditions: { StringEquals: { 'ses:FromAddress': resources.mailFrom } },
      }),
    );
  }
  return statements;
}

/** Every schedule of the stage's group. */
const scheduleArn = (stack: Stack, { schedules }: Resources): string =>
  stack.formatArn({ service: 'scheduler', resource: 'schedule', resourceName: `${schedules.group.name}/*` });

/**
 * Uses the name. A reference would make CloudFormation order the function before each endpoint that invokes it.
 */
export const lambdaArn = (stack: Stack, name: string): string =>
  stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
