import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { readGatewayDocument } from '../../local/aws/gateway-document.ts';
import { everyStage } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

/** The longest values that the parameters of AWS have. */
const longest = (text: string): string =>
  text
    .replaceAll('AWS::Partition', 'aws-us-gov')
    .replaceAll('AWS::Region', 'ap-southeast-2')
    .replaceAll('AWS::AccountId', '123456789012');

const Role = z.object({ Policies: z.array(z.object({ PolicyDocument: z.unknown() })).default([]) });
const Variables = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.string()) }).optional() });
const Mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number(),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).optional(),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']).optional(),
  ParallelizationFactor: z.number().default(1),
  MaximumRetryAttempts: z.number().default(-1),
  MaximumRecordAgeInSeconds: z.number().default(-1),
  BisectBatchOnFunctionError: z.boolean().optional(),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
});

describe.each(everyStage)('The template of stage $name', (stage) => {
  const template = new ReadableTemplate(stage.name);
  const functions = template.properties('AWS::Lambda::Function');
  const mappings = template.properties('AWS::Lambda::EventSourceMapping').map((each) => Mapping.parse(each));
  const ofStreams = mappings.filter(({ EventSourceArn }) => EventSourceArn.endsWith('.StreamArn'));
  const ofQueues = mappings.filter(({ EventSourceArn }) => EventSourceArn.endsWith('.Arn'));

  it('is smaller than 1 MB, and has at most 200 outputs', () => {
    for (const each of z
      .array(z.looseObject({ Outputs: z.object({}).loose().default({}) }))
      .parse(JSON.parse(template.text))) {
      expect(Buffer.byteLength(JSON.stringify(each))).toBeLessThan(1_000_000);
      expect(Object.keys(each.Outputs).length).toBeLessThanOrEqual(200);
    }
  });

  it('has inline policies of at most 10,240 characters for each role, where names are the longest', () => {
    for (const [id, { Type, Properties }] of Object.entries(template.resources)) {
      if (Type !== 'AWS::IAM::Role') continue;
      const text = Role.parse(Properties)
        .Policies.map(({ PolicyDocument }) => longest(JSON.stringify(PolicyDocument)))
        .join('')
        // A name without its ARN stands for a reference, of which the ARN has up to 60 characters more.
        .replaceAll('.Arn', 'x'.repeat(60));
      expect([id, text.length <= 10_240]).toEqual([id, true]);
    }
  });

  it.each([
    ['AWS::Lambda::Function', 'FunctionName', 64],
    ['AWS::SQS::Queue', 'QueueName', 80],
    ['AWS::DynamoDB::Table', 'TableName', 255],
    ['AWS::S3::Bucket', 'BucketName', 63],
    ['AWS::Scheduler::Schedule', 'Name', 64],
    ['AWS::Scheduler::ScheduleGroup', 'Name', 64],
    ['AWS::SNS::Topic', 'TopicName', 256],
    ['AWS::CloudWatch::Alarm', 'AlarmName', 255],
    ['AWS::CodeDeploy::DeploymentGroup', 'DeploymentGroupName', 100],
  ])('names each %s in the %s of at most %i characters', (type, property, most) => {
    const names = template.properties(type).map((properties) => longest(String(properties[property] ?? '')));
    expect(names.filter((name) => name.length > most)).toEqual([]);
  });

  it('gives each function at most 4 KB of environment, 900 s and 10,240 MB', () => {
    for (const properties of functions) {
      const variables = Variables.parse(properties).Environment?.Variables ?? {};
      expect(longest(JSON.stringify(variables)).length + 60 * Object.keys(variables).length).toBeLessThan(4096);
      expect(Number(properties.Timeout)).toBeLessThanOrEqual(900);
      expect(Number(properties.MemorySize)).toBeLessThanOrEqual(10_240);
    }
  });

  it('has at most 300 resources in the API, and 20 indexes in the table', () => {
    const { operations } = readGatewayDocument(template.one('AWS::ApiGateway::RestApi'));
    // API Gateway makes a resource for each part of a path: three for `/api/wallets/{id}`.
    const parts = operations.flatMap(({ path }) => path.split('/').map((_, n, all) => all.slice(0, n + 1).join('/')));
    expect(new Set(parts).size).toBeLessThanOrEqual(300);
    const Indexes = z.object({ GlobalSecondaryIndexes: z.array(z.unknown()) });
    const { GlobalSecondaryIndexes } = Indexes.parse(template.one('AWS::DynamoDB::Table'));
    expect(GlobalSecondaryIndexes.length).toBeLessThanOrEqual(20);
  });

  it('maps streams within the limits of Lambda', () => {
    expect(ofStreams.length).toBeGreaterThan(0);
    for (const mapping of ofStreams) {
      expect(mapping.StartingPosition).toBeDefined();
      expect(mapping.BatchSize).toBeLessThanOrEqual(10_000);
      expect(mapping.MaximumBatchingWindowInSeconds).toBeLessThanOrEqual(300);
      expect(mapping.ParallelizationFactor).toBeGreaterThanOrEqual(1);
      expect(mapping.ParallelizationFactor).toBeLessThanOrEqual(10);
      expect(mapping.MaximumRetryAttempts).toBeLessThanOrEqual(10_000);
      const age = mapping.MaximumRecordAgeInSeconds;
      expect(age === -1 || (age >= 60 && age <= 604_800)).toBe(true);
      expect(mapping.ScalingConfig).toBeUndefined();
    }
  });

  it('maps queues within the limits of Lambda and SQS', () => {
    expect(ofStreams.length + ofQueues.length).toBe(mappings.length);
    for (const mapping of ofQueues) {
      // A larger batch needs a batching window of a second or more.
      const most = mapping.MaximumBatchingWindowInSeconds === 0 ? 10 : 10_000;
      expect(mapping.BatchSize).toBeLessThanOrEqual(most);
      const { MaximumConcurrency = 2 } = mapping.ScalingConfig ?? {};
      expect(MaximumConcurrency).toBeGreaterThanOrEqual(2);
      expect(MaximumConcurrency).toBeLessThanOrEqual(1000);
      // These settings are those of streams, and Lambda refuses them for a queue.
      expect([mapping.StartingPosition, mapping.BisectBatchOnFunctionError]).toEqual([undefined, undefined]);
      const queue = template.one('AWS::SQS::Queue', { QueueName: mapping.EventSourceArn.replace(/\.Arn$/, '') });
      const called = functions.find(({ FunctionName }) => FunctionName === mapping.FunctionName.replace(/:live$/, ''));
      expect(Number(queue.VisibilityTimeout)).toBeGreaterThanOrEqual(Number(called?.Timeout));
    }
  });

  it('reserves for each function at least the concurrency that its queues may take', () => {
    for (const { FunctionName, ReservedConcurrentExecutions: reserved } of functions) {
      const taken = ofQueues
        .filter((mapping) => mapping.FunctionName.replace(/:live$/, '') === FunctionName)
        .reduce((sum, { ScalingConfig }) => sum + (ScalingConfig?.MaximumConcurrency ?? 0), 0);
      if (reserved !== undefined) expect(Number(reserved)).toBeGreaterThanOrEqual(taken);
    }
  });

  it('filters by at most five patterns of 4,096 characters', () => {
    for (const { FilterCriteria } of mappings) {
      expect(FilterCriteria?.Filters.length ?? 0).toBeLessThanOrEqual(5);
      for (const { Pattern } of FilterCriteria?.Filters ?? []) expect(Pattern.length).toBeLessThanOrEqual(4096);
    }
  });
});

describe('The names of prod that an account has once, for all regions', () => {
  const Named = z.looseObject({
    RoleName: z.string().optional(),
    Name: z.string().optional(),
    Budget: z.object({ BudgetName: z.string() }).optional(),
    ResponseHeadersPolicyConfig: z.object({ Name: z.string() }).optional(),
    OriginAccessControlConfig: z.object({ Name: z.string() }).optional(),
  });
  const names = ([undefined, 'console', 'budget', 'backups', 'network'] as const).flatMap((part) =>
    Object.values(new ReadableTemplate('other-prod', part).resources)
      .filter(({ Type }) => /^AWS::(IAM|CloudFront|Budgets)::/.test(Type))
      .map(({ Properties }) => Named.parse(Properties))
      .flatMap(({ RoleName, Name, Budget, ResponseHeadersPolicyConfig, OriginAccessControlConfig }) => [
        RoleName ?? Name ?? Budget?.BudgetName ?? ResponseHeadersPolicyConfig?.Name ?? OriginAccessControlConfig?.Name,
      ])
      .filter((name) => name !== undefined),
  );

  it('contain the region, so that the stage can be made again in another region while the first is lost', () => {
    expect(names.length).toBeGreaterThanOrEqual(6);
    for (const name of names) expect(name).toContain('AWS::Region');
  });
});
