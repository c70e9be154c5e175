import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { pipelines, watcher } from '../../functions/pipelines/pipelines.ts';
import { retentionVariables } from '../../infra/record-retention.ts';
import { MOST_RECEIVES } from '../../lib/backfill/parts.ts';
import { FILE_SECONDS } from '../../lib/exports/export-job.ts';
import { deployedStages, stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const stage = stageNamed('prod');
const template = new ReadableTemplate('prod');
const name = 'chainwatch-prod';
const queueNamed = (queue: string) => template.one('AWS::SQS::Queue', { QueueName: `${name}-${queue}` });
const functionNamed = (handler: string) =>
  template.one('AWS::Lambda::Function', { FunctionName: `${name}-${handler}` });
const mappingOf = (source: string, more: object = {}) =>
  template.one('AWS::Lambda::EventSourceMapping', { EventSourceArn: source, ...more });

const Redrive = z.object({ maxReceiveCount: z.number() });

describe('The table', () => {
  const table = template.one('AWS::DynamoDB::Table');

  it('is keyed by pk and sk, streams both images and expires by ttl', () => {
    expect(table).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
  });

  it('has one index, which projects keys', () => {
    expect(table.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'gsi3',
        KeySchema: [
          { AttributeName: 'gsi3pk', KeyType: 'HASH' },
          { AttributeName: 'gsi3sk', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ]);
  });
});

describe('The stream of the table', () => {
  const source = `${name}.StreamArn`;
  const mapping = mappingOf(source, { FunctionName: `${name}-evaluate-rules:live` });
  const compacting = mappingOf(source, { FunctionName: `${name}-compact-lists` });
  const patternsOf = (given: object): unknown[] => {
    const { FilterCriteria } = z
      .object({ FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }) })
      .parse(given);
    return FilterCriteria.Filters.map(({ Pattern }): unknown => JSON.parse(Pattern));
  };

  it('calls two functions, because DynamoDB throttles more than two readers of a shard', () => {
    const mappings = template.properties('AWS::Lambda::EventSourceMapping');
    expect(mappings.filter(({ EventSourceArn }) => EventSourceArn === source)).toHaveLength(2);
  });

  it('calls evaluate-rules for outbox entries, which say that a transaction is to be evaluated', () => {
    expect(patternsOf(mapping)).toEqual([
      { eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: 'EVALUATION#' }] } } } },
    ]);
  });

  it('calls compact-lists for the changes of lists that ask for a compaction or a notice', () => {
    const asking = (name: string) => ({
      eventName: ['INSERT'],
      dynamodb: { Keys: { sk: { S: [{ prefix: 'C#' }] } }, NewImage: { [name]: { S: ['yes'] } } },
    });
    expect(patternsOf(compacting)).toEqual([asking('compact'), asking('notice')]);
  });

  it('starts at the oldest record and does not wait to fill a batch', () => {
    expect(mapping).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      MaximumBatchingWindowInSeconds: 0,
      BatchSize: 25,
    });
  });

  it('bisects a failing batch and sends it to a queue after five retries', () => {
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 5,
      MaximumRecordAgeInSeconds: 3600,
      DestinationConfig: { OnFailure: { Destination: `${name}-stream-dlq.Arn` } },
    });
  });
});

describe('The queues', () => {
  it.each(['deliveries', 'retries'] as const)('%s call deliver up to the concurrency of the stage', (queue) => {
    expect(mappingOf(`${name}-${queue}.Arn`)).toMatchObject({
      FunctionName: `${name}-deliver:live`,
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: stage[queue] },
    });
  });

  it('of backfills call backfill-blocks with one part each, a few at once', () => {
    expect(mappingOf(`${name}-backfill.Arn`)).toMatchObject({
      FunctionName: `${name}-backfill-blocks`,
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: functionNamed('backfill-blocks').ReservedConcurrentExecutions },
    });
  });

  it('of evaluations calls evaluate-pending up to its reserved concurrency', () => {
    expect(mappingOf(`${name}-evaluations.Arn`)).toMatchObject({
      FunctionName: `${name}-evaluate-pending`,
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: stage.pendingEvaluations },
    });
    expect(functionNamed('evaluate-pending').ReservedConcurrentExecutions).toBe(stage.pendingEvaluations);
  });

  it.each([
    ['deliveries', 'deliver'],
    ['retries', 'deliver'],
    ['evaluations', 'evaluate-pending'],
    ['matches', 'record-matches'],
  ] as const)('%s hide a message for six timeouts of %s at least', (queue, consumer) => {
    expect(queueNamed(queue).VisibilityTimeout).toBeGreaterThanOrEqual(6 * pipelines[consumer].timeoutSeconds);
  });

  it('of backfills show the part of a killed worker again within two minutes, and not before its time-out', () => {
    const { VisibilityTimeout } = queueNamed('backfill');
    expect(VisibilityTimeout).toBeGreaterThan(pipelines['backfill-blocks'].timeoutSeconds);
    expect(VisibilityTimeout).toBeLessThanOrEqual(110);
  });

  it.each([
    ['deliveries', 5],
    ['retries', 5],
    ['backfill', MOST_RECEIVES],
    ['evaluations', 5],
  ])('%s move a poison message to their own DLQ', (queue, maxReceiveCount) => {
    expect(queueNamed(queue).RedrivePolicy).toEqual({
      deadLetterTargetArn: `${name}-${queue}-dlq.Arn`,
      maxReceiveCount,
    });
  });

  it('receive a message 20 times where functions share the concurrency of the account, as refused calls count', () => {
    const queues = new ReadableTemplate('other-prod').properties('AWS::SQS::Queue');
    const receives = queues.flatMap(({ QueueName, RedrivePolicy }) =>
      RedrivePolicy === undefined ? [] : [[QueueName, Redrive.parse(RedrivePolicy).maxReceiveCount]],
    );
    expect(receives).toEqual([
      ['chainwatch-prod-deliveries', 20],
      ['chainwatch-prod-retries', 20],
      ['chainwatch-prod-backfill', MOST_RECEIVES],
      ['chainwatch-prod-evaluations', 20],
      ['chainwatch-prod-matches', 20],
    ]);
  });

  it.each(['deliveries-dlq', 'retries-dlq', 'backfill-dlq', 'evaluations-dlq', 'matches-dlq', 'stream-dlq'])(
    '%s keeps what it holds for 14 days',
    (queue) => {
      expect(queueNamed(queue).MessageRetentionPeriod).toBe(14 * 86_400);
    },
  );

  it('are encrypted and accept TLS only', () => {
    const queues = template.properties('AWS::SQS::Queue');
    const secured = template.properties('AWS::SQS::QueuePolicy').flatMap(({ Queues, PolicyDocument }) => {
      expect(PolicyDocument).toMatchObject({
        Statement: [{ Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
      });
      return Queues;
    });
    expect(secured.sort()).toEqual(queues.map(({ QueueName }) => QueueName).sort());
    for (const queue of queues) expect(queue.SqsManagedSseEnabled).toBe(true);
  });
});

const bucketNamed = (what: string) =>
  template.one('AWS::S3::Bucket', { BucketName: `${name}-${what}-AWS::AccountId-AWS::Region` });

describe.each(['exports', 'archive'])('The bucket %s', (what) => {
  it('is private and encrypted, and its name is unique over accounts and regions', () => {
    const blocked = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];
    expect(bucketNamed(what)).toMatchObject({
      PublicAccessBlockConfiguration: Object.fromEntries(blocked.map((what) => [what, true])),
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
  });

  it('accepts TLS 1.2 or later only', () => {
    const denied = (Condition: object) => expect.objectContaining({ Effect: 'Deny', Action: 's3:*', Condition });
    const Bucket = bucketNamed(what).BucketName;
    expect(template.one('AWS::S3::BucketPolicy', { Bucket }).PolicyDocument).toMatchObject({
      Statement: [
        denied({ Bool: { 'aws:SecureTransport': 'false' } }),
        denied({ NumericLessThan: { 's3:TlsVersion': 1.2 } }),
      ],
    });
  });
});

describe('The lifecycle of files', () => {
  it('keeps the files of the archive, and their versions for 35 days', () => {
    expect(bucketNamed('archive')).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: [
          { NoncurrentVersionExpiration: { NoncurrentDays: 35 }, ExpiredObjectDeleteMarker: true, Status: 'Enabled' },
        ],
      },
    });
  });

  it('deletes exports and unfinished uploads after two days, which is longer than a link works', () => {
    const days = 2;
    expect(bucketNamed('exports').LifecycleConfiguration).toEqual({
      Rules: [
        {
          Status: 'Enabled',
          ExpirationInDays: days,
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: days },
        },
      ],
    });
    expect(days * 86_400).toBeGreaterThan(FILE_SECONDS);
  });
});

describe('The runs of exports', () => {
  it('are limited over all organisations, and handover is their only retry', () => {
    expect(functionNamed('write-export').ReservedConcurrentExecutions).toBe(10);
    expect(template.one('AWS::Lambda::EventInvokeConfig', { FunctionName: `${name}-write-export` })).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });
});

describe('The reserved concurrency', () => {
  it('of deliver is the sum of its two queues, so that Lambda throttles neither queue', () => {
    expect(functionNamed('deliver').ReservedConcurrentExecutions).toBe(stage.deliveries + stage.retries);
  });

  it.each(['local', 'dev', 'staging', 'prod'] as const)(
    'of evaluate-rules in %s has room for the lanes of all shards that a new table has',
    (stageName) => {
      const of = new ReadableTemplate(stageName);
      const FunctionName = `chainwatch-${stageName}-evaluate-rules`;
      const { ReservedConcurrentExecutions } = of.one('AWS::Lambda::Function', { FunctionName });
      const { ParallelizationFactor } = of.one('AWS::Lambda::EventSourceMapping', {
        FunctionName: `${FunctionName}:live`,
      });
      expect(ReservedConcurrentExecutions).toBe(stageNamed(stageName).evaluations);
      expect(ParallelizationFactor).toBeGreaterThanOrEqual(2);
      expect(4 * Number(ParallelizationFactor)).toBeLessThanOrEqual(Number(ReservedConcurrentExecutions));
    },
  );

  it('of handover is one, and a run that waits longer than a minute is dropped', () => {
    expect(functionNamed('handover').ReservedConcurrentExecutions).toBe(1);
    expect(template.one('AWS::Lambda::EventInvokeConfig', { FunctionName: `${name}-handover` })).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });

  it('is left out where the stage reserves none', () => {
    const reservedBy = (variant: string) =>
      new ReadableTemplate(variant)
        .properties('AWS::Lambda::Function')
        .filter(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions !== undefined)
        .map(({ FunctionName }) => FunctionName);
    expect(reservedBy('other-prod')).toEqual([]);
    expect(reservedBy('first-prod')).toContain(`${name}-deliver`);
  });

  it('of the watchers allows two overlapping runs of each chain', () => {
    for (const { chain } of stage.watches) {
      expect(functionNamed(`watch-${chain}`).ReservedConcurrentExecutions).toBe(2);
    }
  });
});

describe('The clock', () => {
  it.each([
    ['handover', 'rate(1 minute)'],
    ['set-values', 'rate(1 minute)'],
    ['run-canary', 'rate(5 minutes)'],
  ])('calls %s at the %s, without retries', (pipeline, ScheduleExpression) => {
    expect(template.properties('AWS::Events::Rule')).toContainEqual(
      expect.objectContaining({
        ScheduleExpression,
        State: 'ENABLED',
        Targets: [
          expect.objectContaining({
            Arn: `${name}-${pipeline}.Arn`,
            RetryPolicy: expect.objectContaining({ MaximumRetryAttempts: 0 }),
          }),
        ],
      }),
    );
    expect(template.one('AWS::Lambda::EventInvokeConfig', { FunctionName: `${name}-${pipeline}` })).toMatchObject({
      MaximumRetryAttempts: 0,
    });
    expect(template.one('AWS::Lambda::Permission', { FunctionName: `${name}-${pipeline}.Arn` })).toMatchObject({
      Principal: 'events.amazonaws.com',
    });
  });
});

describe('The expiry of records', () => {
  it('begins each hour, runs five at a time, and waits ten minutes for its turn', () => {
    expect(template.one('AWS::Events::Rule', { ScheduleExpression: 'rate(1 hour)' })).toMatchObject({
      State: 'ENABLED',
      Targets: [{ Arn: `${name}-expire-records.Arn`, RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
    expect(template.one('AWS::Lambda::EventInvokeConfig', { FunctionName: `${name}-expire-records` })).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 600,
    });
    expect(functionNamed('expire-records').ReservedConcurrentExecutions).toBe(5);
  });

  it.each(['deliveries', 'decisions', 'events', 'transactions'])('is refused for %s of less than 35 days', (kind) => {
    const retention = { deliveries: 35, decisions: 35, events: 35, audit: 400, transactions: 35 };
    expect(retentionVariables(retention)).toMatchObject({ TRANSACTION_DAYS: '35' });
    expect(() => retentionVariables({ ...retention, [kind]: 34 })).toThrow('at least 35 days');
  });
});

describe('The watches', () => {
  it('rest while nobody watches an address of their chain', () => {
    for (const { name, watches } of deployedStages) {
      expect([name, watches.every(({ restsUnwatched }) => restsUnwatched)]).toEqual([name, true]);
    }
  });

  it('trace whole blocks as the registry says, except where the deployment says otherwise', () => {
    const traced = deployedStages.flatMap(({ name, watches }) =>
      watches.flatMap(({ chain, traceBlocks }) => (traceBlocks === undefined ? [] : [[name, chain, traceBlocks]])),
    );
    expect(traced).toEqual([['staging', 'sepolia', 'never']]);
  });

  it.each(stage.watches)('run the watcher of $chain each minute, without retries', (watch) => {
    const schedule = template.one('AWS::Scheduler::Schedule', { Name: watch.chain });
    expect(schedule).toMatchObject({
      GroupName: `${name}-chains`,
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: `${name}-watch-${watch.chain}.Arn`, RetryPolicy: { MaximumRetryAttempts: 0 } },
    });
    const { Target } = z.object({ Target: z.object({ Input: z.string() }) }).parse(schedule);
    expect(JSON.parse(Target.Input)).toEqual(watch);
  });

  it.each(stage.watches)('drop a run of $chain that failed or that waited for more than a minute', ({ chain }) => {
    expect(template.one('AWS::Lambda::EventInvokeConfig', { FunctionName: `${name}-watch-${chain}` })).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });

  it('leave a run enough time to finish its last block', () => {
    // The next one comes up to two minutes later.
    expect(watcher.timeoutSeconds).toBeGreaterThanOrEqual(120 + 20);
  });

  it('have a whole processor for busy chains, and the memory for a million addresses for other chains', () => {
    for (const { chain } of stage.watches) {
      const MemorySize = ['base', 'bsc', 'solana'].includes(chain) ? 1769 : 768;
      expect(functionNamed(`watch-${chain}`)).toMatchObject({ MemorySize, Timeout: 150 });
    }
  });
});
