import { basename, dirname } from 'node:path';
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  type RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Access } from '../lib/platform/access.ts';
import { type EnvironmentOf, type EnvPart, partsOf } from '../lib/platform/env.ts';
import packageJson from '../package.json' with { type: 'json' };
import { acknowledgeFiles } from './export-bucket.ts';
import { acknowledgeIdentities } from './mail.ts';
import { nagPlace } from './nag-place.ts';
import type { Network } from './network-stack.ts';
import { allow, type Resources, statementsOf } from './policy-statements.ts';
import { retentionVariables } from './record-retention.ts';
import { everyQueue } from './sqs-queues.ts';
import type { Stage } from './stages.ts';

export interface FunctionSpec {
  /** File under functions/ without `.ts`, and folder under dist/. The function is named after the file. */
  readonly handler: string;
  /** The handler whose code the function runs; by default `handler`. */
  readonly bundle?: string;
  readonly access: Access;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** The permissions that the event source needs in addition to the access. */
  readonly eventSource?: readonly PolicyStatement[];
  readonly reservedConcurrency?: number;
  /** Retries of a failed asynchronous invocation; Lambda's default is 2. */
  readonly retryAttempts?: number;
  /** How long an asynchronous invocation may wait for free concurrency; Lambda's default is 6 hours. */
  readonly maxEventAge?: Duration;
  readonly recursiveLoop?: RecursiveLoop;
  /** The function runs in this network. By default it runs in one of AWS, whose addresses change. */
  readonly network?: Network;
}

export type CreateFunction = (spec: FunctionSpec) => LambdaFunction;

/** The name of a handler's function. File names of handlers are unique, so the name contains no folder. */
export const functionName = (stage: Stage, handler: string): string => `chainwatch-${stage.name}-${basename(handler)}`;

/** The ARN of all schedules, as cdk-nag writes it. */
function schedulesOf(stack: Stack): string {
  const { account, region } = nagPlace(stack);
  return `arn:<AWS::Partition>:scheduler:${region}:${account}:schedule`;
}

/** What Lambda needs to place a function in a network. */
const NETWORK_ACTIONS = ['CreateNetworkInterface', 'DescribeNetworkInterfaces', 'DescribeSubnets']
  .concat('DeleteNetworkInterface', 'AssignPrivateIpAddresses', 'UnassignPrivateIpAddresses')
  .map((action) => `ec2:${action}`);

/** The folder of the only handlers that have a log group each: the metric filters of the alarms read these groups. */
const PIPELINES = 'pipelines';

/**
 * Where a handler logs: endpoints share one log group per resource, because a stack holds at most 500 resources. Each
 * line names its `route`, and each log stream its function.
 */
export const logGroupName = (stage: Stage, handler: string): string =>
  `/aws/lambda/chainwatch-${stage.name}-${dirname(handler) === PIPELINES ? basename(handler) : dirname(handler)}`;

/**
 * Makes functions of a stack. Each function has its own role with one inline policy and the environment that its
 * access names. `codeOf` returns the bundle of a handler.
 */
export function functionsOf(
  parent: Construct,
  stage: Stage,
  resources: Resources,
  codeOf: (handler: string) => Code,
): CreateFunction {
  const scope = new Construct(parent, 'Functions');
  const stack = Stack.of(parent);
  const environment = environmentOf(stage, resources);
  const shared = new Map<string, LogGroup>();
  const newLogGroup = (parent: Construct, id: string, logGroupName: string): LogGroup =>
    new LogGroup(parent, id, {
      logGroupName,
      retention: stage.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  const logGroupOf = (handler: string, own: Construct): LogGroup => {
    const name = logGroupName(stage, handler);
    // A group of a function's own keeps its logical id. CloudFormation creates a group under a new id before it deletes
    // the group under the old id, and fails because both have this name.
    if (dirname(handler) === PIPELINES) return newLogGroup(own, 'Logs', name);
    const group = shared.get(name) ?? newLogGroup(scope, `Logs-${basename(name)}`, name);
    shared.set(name, group);
    return group;
  };

  return (spec) => {
    const name = functionName(stage, spec.handler);
    // API Gateway decides which requests are traced. Of other runs Lambda would trace one a second and 5 % of the rest.
    const isTraced = stage.traces > 0 && dirname(spec.handler) !== PIPELINES;
    const own = new Construct(scope, basename(spec.handler));
    const logGroup = logGroupOf(spec.handler, own);
    const role = new Role(own, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        access: new PolicyDocument({
          statements: [
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
            ...(isTraced ? [allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*'])] : []),
            ...statementsOf(spec.access, stack, resources),
            ...(spec.eventSource ?? []),
            ...(spec.network ? [allow(NETWORK_ACTIONS, ['*'])] : []),
          ],
        }),
      },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'The actions that send traces take `*` only, and so do those by which Lambda joins a network.',
    });
    if (spec.access.scheduler) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${schedulesOf(stack)}/${resources.schedules.group.name}/*]`,
        reason: 'A schedule is named after its delivery, so only the group, which is ours alone, is known beforehand.',
      });
    }
    if (spec.access.mail) acknowledgeIdentities(role, stack);
    if (spec.access.files) acknowledgeFiles(role, stack, resources.exportBucket);
    if (spec.access.archive) acknowledgeFiles(role, stack, resources.archiveBucket);
    return new LambdaFunction(own, 'Function', {
      functionName: name,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: codeOf(spec.bundle ?? spec.handler),
      handler: 'index.handler',
      // The inline policy above is complete, so the CDK must add no grants of its own.
      role: role.withoutPolicyUpdates(),
      logGroup,
      // Without the lines of Lambda about each run, which were half of all logs. Those about a failed run stay.
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      memorySize: spec.memoryMb,
      timeout: Duration.seconds(spec.timeoutSeconds),
      tracing: isTraced ? Tracing.ACTIVE : Tracing.PASS_THROUGH,
      environment: Object.assign({}, ...partsOf(spec.access).map((part) => environment[part])),
      reservedConcurrentExecutions: stage.reserve ? spec.reservedConcurrency : undefined,
      retryAttempts: spec.retryAttempts,
      maxEventAge: spec.maxEventAge,
      recursiveLoop: spec.recursiveLoop,
      // A rollback needs the versions of the releases before. A version that its own release takes back is deleted: the
      // next release of the same code could not publish it again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...(spec.network && { vpc: spec.network.vpc, securityGroups: [spec.network.securityGroup] }),
    });
  };
}

const rateText = ({ rate, burst }: Stage['keyThrottle']): string => `${rate},${burst}`;

/** The values of all variables. A variable that lib/platform/env.ts reads and that is missing here is a type error. */
function environmentOf(stage: Stage, resources: Resources): { [P in EnvPart]: EnvironmentOf<P> } {
  const { table, queues, schedules, secrets } = resources;
  return {
    base: {
      STAGE: stage.name,
      LOG_LEVEL: stage.logLevel,
      LOG_SAMPLE: String(stage.logSample),
      // Stack traces then name the lines of the source.
      NODE_OPTIONS: '--enable-source-maps',
    },
    version: { VERSION: packageJson.version },
    table: { TABLE_NAME: table.tableName },
    queues: { DELIVERY_QUEUE_URL: queues.deliveries.queueUrl, RETRY_QUEUE_URL: queues.retries.queueUrl },
    backfill: { BACKFILL_QUEUE_URL: queues.backfill.queueUrl },
    evaluations: { EVALUATION_QUEUE_URL: queues.evaluations.queueUrl },
    matches: { MATCH_QUEUE_URL: queues.matches.queueUrl },
    budgets: {
      RECORDS_PER_BLOCK: String(stage.records.perBlock),
      RECORDS_AT_ONCE: String(stage.records.atOnce),
      RECORDS_PER_HOUR: String(stage.records.perHour),
    },
    scheduler: {
      SCHEDULE_GROUP: schedules.group.ref,
      SCHEDULE_ROLE_ARN: schedules.role.roleArn,
      RETRY_QUEUE_ARN: queues.retries.queueArn,
      RETRY_DELAYS: stage.retryDelays.join(','),
      ATTEMPTS_PER_DESTINATION: String(stage.attemptsPerDestination),
      ATTEMPTS_PER_ORGANISATION: String(stage.attemptsPerOrganisation),
    },
    dataKey: { DATA_KEY_SECRET_ARN: secrets.dataKey.secretArn },
    rpc: { RPC_SECRET_ARN: secrets.rpc.secretArn },
    invoking: { FUNCTION_PREFIX: resources.functionPrefix },
    files: { EXPORT_BUCKET: resources.exportBucket.bucketName },
    archive: { ARCHIVE_BUCKET: resources.archiveBucket.bucketName },
    checkpointKey: { CHECKPOINT_KEY_ID: resources.checkpointKey.keyId },
    checkpoints: {},
    retention: retentionVariables(stage.retention),
    mail: {
      MAIL_FROM: stage.mailFrom,
      MAIL_CONFIGURATION_SET: resources.configurationSet.configurationSetName,
      SERVICE_URL: resources.serviceUrl,
      MAILS_PER_MINUTE: String(stage.mailsPerMinute),
    },
    inspection: {
      QUEUE_URLS: everyQueue(queues)
        .map(({ queueUrl }) => queueUrl)
        .join(','),
      WATCHED_CHAINS: JSON.stringify(stage.watches.map(({ chain }) => chain)),
    },
    links: { SERVICE_URL: resources.serviceUrl, ...(stage.consoleUrl && { CONSOLE_URL: stage.consoleUrl }) },
    service: { SERVICE_URL: resources.serviceUrl },
    prices: { PRICE_SOURCE: 'live' },
    outbound: { OUTBOUND_POLICY: stage.outboundPolicy },
    rateLimit: {
      RATE_LIMIT: rateText(stage.keyThrottle),
      ORGANISATION_RATE_LIMIT: rateText(stage.organisationThrottle),
      READ_LIMIT: rateText(stage.keyReads),
    },
    limits: {
      WALLET_LIMIT: String(stage.wallets),
      RECORDS_PER_HOUR: String(stage.records.perHour),
      MAILS_PER_MINUTE: String(stage.mailsPerMinute),
    },
  };
}
