import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { pipelines, watcher } from '../../functions/pipelines/pipelines.ts';
import { routes } from '../../functions/routes.ts';
import type { Access } from '../../lib/platform/access.ts';
import { accessOf, type Route } from '../../lib/platform/http/route.ts';
import { stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const template = new ReadableTemplate('prod');

interface Row {
  readonly handler: string;
  readonly access: Access;
}
const rows: Row[] = [
  ...Object.values<Route>(routes).map((route) => ({ handler: route.handler, access: accessOf(route) })),
  ...Object.entries(pipelines).map(([handler, { access }]) => ({ handler, access })),
  ...stageNamed('prod').watches.map(({ chain }) => ({ handler: `watch-${chain}`, access: watcher.access })),
];

const name = 'chainwatch-prod';
const account = 'AWS::Region:AWS::AccountId';
const bucket = `${name}-exports-AWS::AccountId-AWS::Region`;
const archive = `${name}-archive-AWS::AccountId-AWS::Region`;
const functionName = (handler: string): string => `${name}-${basename(handler)}`;

/** The log group of a resource's endpoints, or of a pipeline. */
const logGroupOf = (handler: string): string => `/aws/lambda/${name}-${handler.split('/')[0]}`;

const receiving = (queue: string): string[] =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action} ${name}-${queue}.Arn`);

/** The permissions that an event source needs from the function that it calls. */
const ofStream = [
  ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
    (action) => `dynamodb:${action} ${name}.StreamArn`,
  ),
  `sqs:SendMessage ${name}-stream-dlq.Arn`,
];
const eventSources: Record<string, string[]> = {
  'evaluate-rules': ofStream,
  'compact-lists': ofStream,
  deliver: ['deliveries', 'retries'].flatMap(receiving),
  'backfill-blocks': receiving('backfill'),
  'evaluate-pending': receiving('evaluations'),
  'record-matches': receiving('matches'),
};

/** All queues, and the queues of what they could not process. */
const queues = [
  ...['deliveries', 'retries', 'backfill', 'evaluations', 'matches'].flatMap((queue) => [queue, `${queue}-dlq`]),
  'stream-dlq',
];

/** Updates of the rates of API keys and of no other item. */
const OF_RATES = '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["RATE#*"]}}';

const OF_SUSPENSIONS = '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["SUSPENDED*"]}}';

/** The condition that limits a grant to partitions, as `granted` prints it. */
function within(partitions: Access['partitions']): string {
  if (partitions === undefined) return '';
  const keys = { 'dynamodb:LeadingKeys': partitions.map((beginning) => `${beginning}*`) };
  return ` ${JSON.stringify({ 'ForAllValues:StringLike': keys })}`;
}

/** Every `action resource` that a function is allowed, derived from its access alone. */
function grantsOf({ handler, access }: Row): string[] {
  const log = `${logGroupOf(handler)}.Arn`;
  return [
    `logs:CreateLogStream ${log}`,
    `logs:PutLogEvents ${log}`,
    ...(handler in pipelines || handler.startsWith('watch-')
      ? []
      : ['xray:PutTraceSegments *', 'xray:PutTelemetryRecords *']),
    ...(access.table ?? []).map((action) => `dynamodb:${action} ${name}.Arn${within(access.partitions)}`),
    ...(access.rateLimit ? [`dynamodb:UpdateItem ${name}.Arn ${OF_RATES}`] : []),
    ...(access.suspensions ? [`dynamodb:GetItem ${name}.Arn ${OF_SUSPENSIONS}`] : []),
    ...(access.indexes ?? []).map((index) => `dynamodb:Query ${name}.Arn/index/${index}`),
    ...(access.queues ?? []).map((queue) => `sqs:SendMessage ${name}-${queue}.Arn`),
    ...(access.queueDepths ? (access.queues ?? []) : []).map((queue) => `sqs:GetQueueAttributes ${name}-${queue}.Arn`),
    ...(access.postpones ? [`sqs:ChangeMessageVisibility ${name}-backfill.Arn`] : []),
    ...(access.secrets ?? []).map(
      (secret) => `secretsmanager:GetSecretValue ${name}/${secret === 'rpc' ? 'rpc-urls' : secret}`,
    ),
    ...(access.scheduler
      ? [
          `scheduler:CreateSchedule arn:AWS::Partition:scheduler:${account}:schedule/${name}-retries/*`,
          `iam:PassRole ${schedulerRole}.Arn {"StringEquals":{"iam:PassedToService":"scheduler.amazonaws.com"}}`,
        ]
      : []),
    ...(access.invokes ?? []).map(
      (invoked) => `lambda:InvokeFunction arn:AWS::Partition:lambda:${account}:function:${name}-${invoked}`,
    ),
    ...(access.inspects ? queues.map((queue) => `sqs:GetQueueAttributes ${name}-${queue}.Arn`) : []),
    ...(access.files ?? []).map((action) => `s3:${action} ${bucket}.Arn/*`),
    ...(access.archive ?? []).map((action) => `s3:${action} ${archive}.Arn${action === 'ListBucket' ? '' : '/*'}`),
    ...(access.checkpointKey ? [`kms:${access.checkpointKey} ${checkpointKey}.Arn`] : []),
    ...(access.mail
      ? ['identity/*', 'configuration-set/chainwatch-prod'].map(
          (resource) => `ses:SendEmail arn:AWS::Partition:ses:${account}:${resource} ${JSON.stringify(onlySender)}`,
        )
      : []),
    ...(eventSources[handler] ?? []),
  ].sort();
}

const onlySender = { StringEquals: { 'ses:FromAddress': stageNamed('prod').mailFrom } };

const OneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const Role = z.strictObject({
  Tags: z.unknown().optional(),
  AssumeRolePolicyDocument: z.object({
    Statement: z.tuple([z.object({ Principal: z.object({ Service: z.string() }), Condition: z.unknown().optional() })]),
  }),
  Policies: z.tuple([
    z.object({
      PolicyDocument: z.object({
        Statement: z.array(
          z.strictObject({
            Effect: z.literal('Allow'),
            Action: OneOrMore,
            Resource: OneOrMore,
            Condition: z.unknown().optional(),
          }),
        ),
      }),
    }),
  ]),
});

function roleNamed(id: string): z.output<typeof Role> {
  return Role.parse(template.resources[id]?.Properties);
}

const granted = (role: z.output<typeof Role>): string[] =>
  role.Policies[0].PolicyDocument.Statement.flatMap(({ Action, Resource, Condition }) => {
    const when = Condition === undefined ? '' : ` ${JSON.stringify(Condition)}`;
    return Action.flatMap((action) => Resource.map((resource) => `${action} ${resource}${when}`));
  }).sort();

const propertiesOf = (handler: string) =>
  z
    .object({
      Role: z.string().transform((arn) => arn.replace(/\.Arn$/, '')),
      Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
      LoggingConfig: z.object({ LogGroup: z.string() }),
    })
    .parse(template.one('AWS::Lambda::Function', { FunctionName: functionName(handler) }));

const checkpointKey = Object.keys(template.resources).find((id) => id.startsWith('CheckpointKey')) ?? '';
const schedulerRole = Object.keys(template.resources).find((id) => id.startsWith('RetrySchedulesRole')) ?? '';

/**
 * Variables of each part of the environment; written out, so that a variable that lib/platform/env.ts loses is missed.
 */
function variablesOf(access: Access): string[] {
  const names = [
    'STAGE',
    'LOG_LEVEL',
    'LOG_SAMPLE',
    'NODE_OPTIONS',
    ...(access.version ? ['VERSION'] : []),
    ...(access.table || access.indexes || access.rateLimit ? ['TABLE_NAME'] : []),
    ...(access.queues?.some((queue) => ['deliveries', 'retries'].includes(queue))
      ? ['DELIVERY_QUEUE_URL', 'RETRY_QUEUE_URL', 'SERVICE_URL']
      : []),
    ...(access.queues?.includes('evaluations') ? ['EVALUATION_QUEUE_URL'] : []),
    ...(access.queues?.includes('matches') ? ['MATCH_QUEUE_URL'] : []),
    ...(access.budgets ? ['RECORDS_PER_BLOCK', 'RECORDS_AT_ONCE', 'RECORDS_PER_HOUR'] : []),
    ...(access.queues?.includes('backfill') || access.postpones ? ['BACKFILL_QUEUE_URL'] : []),
    ...(access.scheduler
      ? [
          'SCHEDULE_GROUP',
          'SCHEDULE_ROLE_ARN',
          'RETRY_QUEUE_ARN',
          'RETRY_DELAYS',
          'ATTEMPTS_PER_DESTINATION',
          'ATTEMPTS_PER_ORGANISATION',
        ]
      : []),
    ...(access.secrets?.includes('data-key') ? ['DATA_KEY_SECRET_ARN'] : []),
    ...(access.secrets?.includes('rpc') ? ['RPC_SECRET_ARN'] : []),
    ...(access.invokes ? ['FUNCTION_PREFIX'] : []),
    ...(access.files ? ['EXPORT_BUCKET'] : []),
    ...(access.archive ? ['ARCHIVE_BUCKET'] : []),
    ...(access.checkpointKey ? ['CHECKPOINT_KEY_ID'] : []),
    ...(access.retention ? ['DELIVERY_DAYS', 'DECISION_DAYS', 'EVENT_DAYS', 'AUDIT_DAYS'] : []),
    ...(access.mail ? ['MAIL_FROM', 'MAIL_CONFIGURATION_SET', 'SERVICE_URL', 'MAILS_PER_MINUTE'] : []),
    ...(access.inspects ? ['QUEUE_URLS', 'WATCHED_CHAINS'] : []),
    ...(access.callsApi ? ['SERVICE_URL'] : []),
    ...(access.prices || access.namesPrices ? ['PRICE_SOURCE'] : []),
    ...(access.outbound ? ['OUTBOUND_POLICY'] : []),
    ...(access.limits ? ['WALLET_LIMIT', 'RECORDS_PER_HOUR', 'MAILS_PER_MINUTE'] : []),
    ...(access.rateLimit ? ['RATE_LIMIT', 'ORGANISATION_RATE_LIMIT', 'READ_LIMIT'] : []),
  ];
  return [...new Set(names)].sort();
}

describe('The roles', () => {
  // Without the URLs of its nodes, a function has no prices of Chainlink behind the first source.
  it('let each function that asks for prices call the nodes of the chains', () => {
    const pricing = rows.filter(({ access }) => access.prices);
    expect(pricing.map(({ handler }) => handler)).toEqual(
      expect.arrayContaining(['set-values', 'watch-xrp', 'watch-solana', 'record-matches', 'backfill-blocks']),
    );
    expect(pricing.filter(({ access }) => !access.secrets?.includes('rpc'))).toEqual([]);
    const urls = `secretsmanager:GetSecretValue ${name}/rpc-urls`;
    for (const { handler } of pricing) expect(granted(roleNamed(propertiesOf(handler).Role))).toContain(urls);
  });

  it.each(rows)('allow $handler exactly what its access says', (row) => {
    expect(granted(roleNamed(propertiesOf(row.handler).Role))).toEqual(grantsOf(row));
  });

  it('let endpoints touch only items of organisations, except those that must', () => {
    const beyond = Object.values<Route>(routes).flatMap((route) => {
      const further = accessOf(route).partitions?.filter((each) => each !== 'ORG#') ?? [];
      return further.length === 0 ? [] : [[basename(route.handler), further.join(' ')]];
    });
    expect(Object.fromEntries(beyond)).toEqual({
      'create-wallet': 'WATCH# WATCHLOG# BALANCES# CHAIN#',
      'create-wallets': 'WATCH# WATCHLOG# BALANCES# CHAIN#',
      'update-wallet': 'WATCH# WATCHLOG# BALANCES# CHAIN#',
      'delete-wallet': 'WATCH# WATCHLOG# BALANCES# CHAIN#',
      'create-rule': 'ASKING',
      'update-rule': 'ASKING',
      'delete-rule': 'ASKING',
      'create-key': 'KEYHASH#',
      'list-keys': 'KEYHASH#',
      'delete-key': 'KEYHASH#',
      'resume-key': 'KEYHASH#',
      'get-coverage': 'CHAIN#',
      'create-backfill': 'CHAIN#',
      'get-balance-history': 'BALANCES# TOKEN# PRICE#',
      'get-wallet-coverage': 'CHAIN# BALANCES#',
      'list-balance-sums': 'CHAIN# BALANCES# TOKEN# PRICE#',
      'list-balances': 'CHAIN# BALANCES# TOKEN# PRICE#',
      'import-transaction': 'TOKEN# PRICE#',
      'lookup-transaction': 'TOKEN# PRICE#',
      'record-receipt': 'CANARY',
    });
    for (const row of rows) expect(row.access.table?.includes('Scan') && row.access.partitions).toBeFalsy();
  });

  it.each([
    ['kms:Sign', 'make-checkpoints'],
    ['kms:GetPublicKey', 'audit/show-audit-key'],
  ])('let one function alone use the key of the checkpoints: %s', (action, handler) => {
    const using = rows.filter((row) =>
      granted(roleNamed(propertiesOf(row.handler).Role)).some((grant) => grant.startsWith(`${action} `)),
    );
    expect(using.map((row) => row.handler)).toEqual([handler]);
  });

  it.each([
    ['admin', []],
    ['run-operator-jobs', ['handover', 'admin']],
    ['expire-records', ['handover']],
  ])('let no endpoint of customers invoke %s', (invoked, expected) => {
    const invoking = rows.filter(({ handler }) =>
      granted(roleNamed(propertiesOf(handler).Role)).some((grant) => grant.endsWith(`:function:${name}-${invoked}`)),
    );
    expect(invoking.map(({ handler }) => handler)).toEqual(expected);
  });

  it.each(rows)('give $handler its own role, which only Lambda may assume', ({ handler }) => {
    const { Role: role } = propertiesOf(handler);
    expect(rows.filter((other) => propertiesOf(other.handler).Role === role)).toHaveLength(1);
    expect(roleNamed(role).AssumeRolePolicyDocument.Statement[0].Principal.Service).toBe('lambda.amazonaws.com');
  });

  it('have one inline policy and no other policy', () => {
    expect(template.all('AWS::IAM::Policy')).toEqual([]);
    expect(template.all('AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  it('let the scheduler send to the retry queue, only for the schedules of this group', () => {
    const role = roleNamed(schedulerRole);
    expect(granted(role)).toEqual([`sqs:SendMessage ${name}-retries.Arn`]);
    expect(role.AssumeRolePolicyDocument.Statement[0]).toMatchObject({
      Principal: { Service: 'scheduler.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': 'AWS::AccountId', 'aws:SourceArn': `${name}-retries.Arn` } },
    });
  });

  it('let the scheduler run the watchers, only for the schedules of their group', () => {
    const [watch] = template.properties('AWS::Scheduler::Schedule');
    const { Target } = z.object({ Target: z.object({ RoleArn: z.string() }) }).parse(watch);
    const role = roleNamed(Target.RoleArn.replace(/\.Arn$/, ''));
    const watchers = stageNamed('prod').watches.map(({ chain }) => `lambda:InvokeFunction ${name}-watch-${chain}.Arn`);
    expect(granted(role)).toEqual(watchers.sort());
    expect(role.AssumeRolePolicyDocument.Statement[0]).toMatchObject({
      Principal: { Service: 'scheduler.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': 'AWS::AccountId', 'aws:SourceArn': `${name}-chains.Arn` } },
    });
  });
});

describe('The functions', () => {
  it('are those of the routes and the pipelines', () => {
    const names = template.properties('AWS::Lambda::Function').map(({ FunctionName }) => FunctionName);
    expect(names.sort()).toEqual(rows.map(({ handler }) => functionName(handler)).sort());
  });

  it.each(rows)('give $handler the variables of its access and no others', ({ handler, access }) => {
    expect(Object.keys(propertiesOf(handler).Environment.Variables).sort()).toEqual(variablesOf(access));
  });

  it.each([
    ['transactions/get-transaction', 'transactions'],
    ['transactions/export-transactions', 'transactions'],
    ['meta/health', 'meta'],
    ['pipelines/deliver', 'deliver'],
    ['pipelines/watch-xrp', 'watch-xrp'],
  ])('log from %s to the group of its resource or pipeline: %s', (handler, group) => {
    expect(propertiesOf(handler).LoggingConfig.LogGroup).toBe(`/aws/lambda/${name}-${group}`);
  });

  it('log to one group per resource, per pipeline and per watched chain', () => {
    const resources = new Set(Object.values(routes).map(({ handler }) => handler.split('/')[0]));
    const groups = template.properties('AWS::Logs::LogGroup').map(({ LogGroupName }) => LogGroupName);
    const watchers = stageNamed('prod').watches.map(({ chain }) => `watch-${chain}`);
    const expected = [...resources, ...Object.keys(pipelines), ...watchers].map(
      (group) => `/aws/lambda/${name}-${group}`,
    );
    expect(groups.filter((group) => String(group).startsWith('/aws/lambda/')).sort()).toEqual(expected.sort());
  });

  it('keep the logical ids of the log groups of the pipelines', () => {
    // Scenario: a deploy updates a stack in which these groups exist. CloudFormation creates a group under a new id
    // before it deletes the group under the old id, and fails because both groups have one name.
    const groups = Object.entries(template.resources).filter(([, { Type }]) => Type === 'AWS::Logs::LogGroup');
    const ids = Object.keys(pipelines).map((pipeline) => {
      const found = groups.find(([, group]) => group.Properties.LogGroupName === `/aws/lambda/${name}-${pipeline}`);
      return found?.[0].replace(/[0-9A-F]{8}$/, '');
    });
    expect(ids).toEqual(Object.keys(pipelines).map((pipeline) => `Functions${pipeline.replaceAll('-', '')}Logs`));
  });

  it('run Node 24 on arm64', () => {
    for (const properties of template.properties('AWS::Lambda::Function')) {
      expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
    }
  });

  it('have the names of their resources in the environment', () => {
    expect(propertiesOf('deliver').Environment.Variables).toMatchObject({
      TABLE_NAME: name,
      RETRY_QUEUE_URL: `${name}-retries`,
      RETRY_QUEUE_ARN: `${name}-retries.Arn`,
      SCHEDULE_GROUP: `${name}-retries`,
      SCHEDULE_ROLE_ARN: `${schedulerRole}.Arn`,
      DATA_KEY_SECRET_ARN: `${name}/data-key`,
    });
    expect(propertiesOf('handover').Environment.Variables).toMatchObject({
      DELIVERY_QUEUE_URL: `${name}-deliveries`,
      RETRY_QUEUE_URL: `${name}-retries`,
    });
    expect(propertiesOf('deliveries/replay-delivery').Environment.Variables).toMatchObject({
      FUNCTION_PREFIX: `${name}-`,
    });
    expect(propertiesOf('write-export').Environment.Variables).toMatchObject({ EXPORT_BUCKET: bucket });
    expect(propertiesOf('expire-records').Environment.Variables).toMatchObject({ ARCHIVE_BUCKET: archive });
  });
});
