import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { pipelines } from '../../functions/pipelines/pipelines.ts';
import { MOST_RECEIVES } from '../../lib/backfill/parts.ts';
import { ReadableTemplate, stageNamed } from './template.ts';

const stage = stageNamed('prod');
const template = new ReadableTemplate(stage);
const name = 'chainwatch-prod';
const queueNamed = (queue: string) => template.one('AWS::SQS::Queue', { QueueName: `${name}-${queue}` });
const functionNamed = (handler: string) =>
  template.one('AWS::Lambda::Function', { FunctionName: `${name}-${handler}` });
const mappingOf = (source: string) => template.one('AWS::Lambda::EventSourceMapping', { EventSourceArn: source });

describe('Table', () => {
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

  it('projects the facets to the time indexes and keys to the lookups', () => {
    const index = (id: string, projection: object) => ({
      IndexName: id,
      KeySchema: [
        { AttributeName: `${id}pk`, KeyType: 'HASH' },
        { AttributeName: `${id}sk`, KeyType: 'RANGE' },
      ],
      Projection: projection,
    });
    const facets = {
      ProjectionType: 'INCLUDE',
      NonKeyAttributes: [
        'chain',
        'direction',
        'token',
        'walletId',
        'severity',
        'ruleId',
        'status',
        'webhookId',
        'eventId',
        'reorged',
      ],
    };
    expect(table.GlobalSecondaryIndexes).toEqual([
      index('gsi1', facets),
      index('gsi2', facets),
      index('gsi3', { ProjectionType: 'KEYS_ONLY' }),
    ]);
  });
});

describe('Stream', () => {
  const mapping = mappingOf(`${name}.StreamArn`);

  it('calls evaluate-rules, and is read by nothing else', () => {
    expect(mapping.FunctionName).toBe(`${name}-evaluate-rules`);
  });

  it('lets through that a transaction is to be evaluated and no other change', () => {
    const { FilterCriteria } = z
      .object({ FilterCriteria: z.object({ Filters: z.tuple([z.object({ Pattern: z.string() })]) }) })
      .parse(mapping);
    expect(JSON.parse(FilterCriteria.Filters[0].Pattern)).toEqual({
      eventName: ['INSERT'],
      dynamodb: { Keys: { sk: { S: [{ prefix: 'EVALUATION#' }] } } },
    });
  });

  it('starts at the oldest record and does not wait to fill a batch', () => {
    expect(mapping).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      MaximumBatchingWindowInSeconds: 0,
      BatchSize: 25,
    });
  });

  it('bisects a failing batch, gives up after bounded retries and keeps what it gave up in a queue', () => {
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 5,
      MaximumRecordAgeInSeconds: 3600,
      DestinationConfig: { OnFailure: { Destination: `${name}-stream-dlq.Arn` } },
    });
  });
});

describe('Queues', () => {
  it.each(['deliveries', 'retries'])('%s call deliver, message by message, up to what the stage allows', (queue) => {
    expect(mappingOf(`${name}-${queue}.Arn`)).toMatchObject({
      FunctionName: `${name}-deliver`,
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: stage.deliveriesPerQueue },
    });
  });

  it('of backfills call backfill-blocks, a part at a time, and few at once', () => {
    expect(mappingOf(`${name}-backfill.Arn`)).toMatchObject({
      FunctionName: `${name}-backfill-blocks`,
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: functionNamed('backfill-blocks').ReservedConcurrentExecutions },
    });
  });

  it.each([
    ['deliveries', 'deliver'],
    ['retries', 'deliver'],
    ['backfill', 'backfill-blocks'],
  ] as const)('%s hide a message for six timeouts of %s at least', (queue, consumer) => {
    expect(queueNamed(queue).VisibilityTimeout).toBeGreaterThanOrEqual(6 * pipelines[consumer].timeoutSeconds);
  });

  it.each([
    ['deliveries', 5],
    ['retries', 5],
    ['backfill', MOST_RECEIVES],
  ])('%s move a poison message to a DLQ of their own', (queue, maxReceiveCount) => {
    expect(queueNamed(queue).RedrivePolicy).toEqual({
      deadLetterTargetArn: `${name}-${queue}-dlq.Arn`,
      maxReceiveCount,
    });
  });

  it.each(['deliveries-dlq', 'retries-dlq', 'backfill-dlq', 'stream-dlq'])(
    '%s keeps what it holds for 14 days',
    (queue) => {
      expect(queueNamed(queue).MessageRetentionPeriod).toBe(14 * 86_400);
    },
  );

  it('are encrypted and take TLS only', () => {
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

describe('Concurrency', () => {
  it('of deliver is what its two queues may use, so that neither is throttled into its DLQ', () => {
    expect(functionNamed('deliver').ReservedConcurrentExecutions).toBe(2 * stage.deliveriesPerQueue);
  });

  it('of evaluate-rules leaves the rest of the account to the API', () => {
    expect(functionNamed('evaluate-rules').ReservedConcurrentExecutions).toBe(stage.evaluations);
  });

  it('of reconcile is one', () => {
    expect(functionNamed('reconcile').ReservedConcurrentExecutions).toBe(1);
  });

  it('of watch-chain lets a run of each chain overlap the next one', () => {
    expect(functionNamed('watch-chain').ReservedConcurrentExecutions).toBe(2 * stage.watches.length);
  });
});

describe('Clock', () => {
  it('calls reconcile each minute, without retries of its own', () => {
    expect(template.one('AWS::Events::Rule')).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Arn: `${name}-reconcile.Arn`, RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
    expect(template.one('AWS::Lambda::EventInvokeConfig', { FunctionName: `${name}-reconcile` })).toMatchObject({
      MaximumRetryAttempts: 0,
    });
    expect(template.one('AWS::Lambda::Permission', { FunctionName: `${name}-reconcile.Arn` })).toMatchObject({
      Principal: 'events.amazonaws.com',
    });
  });
});

describe('Watches', () => {
  it.each(stage.watches)('run the watcher of $chain each minute, without retries', (watch) => {
    const schedule = template.one('AWS::Scheduler::Schedule', { Name: watch.chain });
    expect(schedule).toMatchObject({
      GroupName: `${name}-watches`,
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: `${name}-watch-chain.Arn`, RetryPolicy: { MaximumRetryAttempts: 0 } },
    });
    const { Target } = z.object({ Target: z.object({ Input: z.string() }) }).parse(schedule);
    expect(JSON.parse(Target.Input)).toEqual(watch);
  });

  it('drop a run that failed, or that waited for a place until the next one came', () => {
    expect(template.one('AWS::Lambda::EventInvokeConfig', { FunctionName: `${name}-watch-chain` })).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });

  it('leave a run the time to end its last block', () => {
    // The next one comes up to two minutes later.
    expect(pipelines['watch-chain'].timeoutSeconds).toBeGreaterThanOrEqual(120 + 20);
    expect(functionNamed('watch-chain')).toMatchObject({ MemorySize: 1769, Timeout: 150 });
  });
});

describe('Secrets', () => {
  it('hold a data key of 64 random characters', () => {
    expect(
      template.one('AWS::SecretsManager::Secret', { Name: `${name}/data-key` }).GenerateSecretString,
    ).toMatchObject({
      PasswordLength: 64,
    });
  });

  it('leave the RPC URLs to operators', () => {
    expect(template.one('AWS::SecretsManager::Secret', { Name: `${name}/rpc-urls` }).SecretString).toBe('{}');
  });
});
