import * as z from 'zod';
import { type Filter, filterOf } from './event-filter.ts';
import type { Outcome } from './lambda-outcome.ts';
import type { ResolvedTemplate } from './template.ts';
import { functionNameIn } from './template-functions.ts';

const Common = z.object({
  // A name, or the ARN of an alias.
  FunctionName: z.string().transform((name) => (name.startsWith('arn:') ? functionNameIn(name) : name)),
  EventSourceArn: z.string(),
  BatchSize: z.number(),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).optional(),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]).optional(),
});
const OfStream = Common.extend({
  BisectBatchOnFunctionError: z.boolean().default(false),
  // Lambda's defaults: no limit.
  MaximumRetryAttempts: z.number().default(-1),
  MaximumRecordAgeInSeconds: z.number().default(-1),
  ParallelizationFactor: z.number().default(1),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }) }).optional(),
});
const OfQueue = Common.extend({
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).default({ MaximumConcurrency: 5 }),
});

interface Mapping {
  readonly functionName: string;
  readonly batchSize: number;
  readonly filter: Filter;
  readonly reportsFailures: boolean;
}

export interface StreamMapping extends Mapping {
  readonly id: string;
  readonly tableName: string;
  readonly streamArn: string;
  readonly bisect: boolean;
  readonly maxRetries: number;
  readonly maxAgeMs: number;
  readonly lanes: number;
  /** The ARN of the queue for discarded batches. */
  readonly onFailure: string | undefined;
}

export interface QueueMapping extends Mapping {
  readonly queueName: string;
  readonly queueArn: string;
  readonly concurrency: number;
}

const TYPE = 'AWS::Lambda::EventSourceMapping';

const mapping = (properties: z.output<typeof Common>): Mapping => ({
  functionName: properties.FunctionName,
  batchSize: properties.BatchSize,
  filter: filterOf(properties.FilterCriteria?.Filters.map(({ Pattern }) => Pattern) ?? []),
  reportsFailures: properties.FunctionResponseTypes !== undefined,
});

const boundOf = (value: number): number => (value < 0 ? Number.POSITIVE_INFINITY : value);

/** The event source mappings of table streams. */
export const streamMappings = (template: ResolvedTemplate): StreamMapping[] =>
  template.resources(TYPE, OfStream).flatMap(({ id, properties }) => {
    const tableName = /^arn:aws:dynamodb:[^/]+\/([^/]+)\/stream\//.exec(properties.EventSourceArn)?.[1];
    if (tableName === undefined) return [];
    return {
      ...mapping(properties),
      id,
      tableName,
      streamArn: properties.EventSourceArn,
      bisect: properties.BisectBatchOnFunctionError,
      maxRetries: boundOf(properties.MaximumRetryAttempts),
      maxAgeMs: boundOf(properties.MaximumRecordAgeInSeconds) * 1000,
      lanes: properties.ParallelizationFactor,
      onFailure: properties.DestinationConfig?.OnFailure.Destination,
    };
  });

/** The event source mappings of queues. */
export const queueMappings = (template: ResolvedTemplate): QueueMapping[] =>
  template.resources(TYPE, OfQueue).flatMap(({ properties }) => {
    const queueName = /^arn:aws:sqs:[^:]+:[^:]+:(.+)$/.exec(properties.EventSourceArn)?.[1];
    if (queueName === undefined) return [];
    return {
      ...mapping(properties),
      queueName,
      queueArn: properties.EventSourceArn,
      concurrency: properties.ScalingConfig.MaximumConcurrency,
    };
  });

const BatchAnswer = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullish();

/**
 * The ids of the failed items of a batch, or `all`. As on AWS, `all` fail when the function throws, when its answer is
 * not a list of item failures, or when a failure has no id. If the function does not report failures, any answer is a
 * success.
 */
export function failuresIn(outcome: Outcome, reports: boolean): readonly string[] | 'all' {
  if (!outcome.ok) return 'all';
  if (!reports) return [];
  const answer = BatchAnswer.safeParse(outcome.result);
  return answer.success ? (answer.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier) : 'all';
}
