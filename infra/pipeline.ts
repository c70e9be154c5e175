import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import {
  CfnEventSourceMapping,
  EventSourceMapping,
  type EventSourceMappingOptions,
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  RecursiveLoop,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type PipelineName, pipelines } from '../functions/pipelines/pipelines.ts';
import { listPrefixes } from '../lib/platform/table/counted-list-keys.ts';
import { prefixes } from '../lib/platform/table/keys.ts';
import { createClockRules } from './clock-rules.ts';
import type { CreateFunction, FunctionSpec } from './lambda-functions.ts';
import type { Network } from './network-stack.ts';
import { allow } from './policy-statements.ts';
import type { Releases } from './releases.ts';
import type { Queues } from './sqs-queues.ts';
import type { Stage } from './stages.ts';

export interface PipelineProps {
  readonly stage: Stage;
  readonly table: ITable;
  readonly queues: Queues;
  readonly createFunction: CreateFunction;
  readonly releases: Releases;
  readonly network: Network | undefined;
}

/**
 * Parts of backfills scanned at once, for all organisations together. The number is small, because each part reads
 * several blocks at a time from the providers that the watchers need too.
 */
const BACKFILL_PARTS = 5;

/**
 * Exports that run at once, for all organisations together: each reads the table as fast as it answers. Others wait
 * until handover starts them.
 */
const EXPORTS = 10;

/**
 * Expiries that run at once, for all organisations together: a thousand removals a second. Others wait until handover
 * starts them.
 */
const EXPIRIES = 5;

/**
 * A new table on demand has four partitions, and its stream a shard for each. The lanes of all shards together must not
 * exceed the reserved concurrency: Lambda would throttle the batches beyond, which wait for seconds then.
 */
const STREAM_SHARDS = 4;

/** Lambda's limit on the lanes of a shard. */
const MOST_LANES = 10;

/** The functions without an HTTP route, and their triggers: the table's stream, the queues, the clock, operators. */
export class Pipeline extends Construct {
  readonly functions: Readonly<Record<PipelineName, LambdaFunction>>;

  readonly #releases: Releases;

  constructor(scope: Construct, id: string, props: PipelineProps) {
    super(scope, id);
    const { stage, table, queues, createFunction, releases, network } = props;
    this.#releases = releases;
    const create = (name: PipelineName, more: Partial<FunctionSpec> = {}): LambdaFunction =>
      createFunction({ handler: `pipelines/${name}`, ...pipelines[name], ...more });
    const fromStream = [
      allow(
        ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
        [streamArn(table)],
      ),
      allow(['sqs:SendMessage'], [queues.dlqs['stream-dlq'].queueArn]),
    ];
    const from = (...sources: readonly Queue[]) => [
      allow(
        ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        sources.map(({ queueArn }) => queueArn),
      ),
    ];
    /** An invocation that waits longer than this is useless, because the next run has started. */
    const withoutRetry = (minutes = 1) => ({ retryAttempts: 0, maxEventAge: Duration.minutes(minutes) }) as const;

    this.functions = {
      authorize: create('authorize'),
      admin: create('admin'),
      // No retry: the job is leased until the failed run would have timed out, and then handover starts the next run.
      'run-jobs': create('run-jobs', withoutRetry()),
      'run-operator-jobs': create('run-operator-jobs', withoutRetry()),
      'check-health': create('check-health'),
      'make-checkpoints': create('make-checkpoints'),
      'evaluate-rules': create('evaluate-rules', {
        reservedConcurrency: stage.evaluations,
        eventSource: fromStream,
      }),
      'evaluate-pending': create('evaluate-pending', {
        reservedConcurrency: stage.pendingEvaluations,
        eventSource: from(queues.evaluations),
        // Sends the messages of an organisation again whose budget is used up. The number of matches bounds the loop.
        recursiveLoop: RecursiveLoop.ALLOW,
      }),
      'record-matches': create('record-matches', {
        reservedConcurrency: stage.matchRecorders,
        eventSource: from(queues.matches),
        // A run whose time is over sends the message for the next run. The number of deferred matches bounds the loop.
        recursiveLoop: RecursiveLoop.ALLOW,
      }),
      'compact-lists': create('compact-lists', { eventSource: fromStream }),
      deliver: create('deliver', {
        ...(network && { network }),
        // The sum of both mappings: a lower number would throttle their pollers, and throttled messages end in the DLQ.
        reservedConcurrency: stage.deliveries + stage.retries,
        eventSource: from(queues.deliveries, queues.retries),
        // The function queues its own next attempt, which the loop detection of Lambda would stop. The retry schedule
        // bounds the loop.
        recursiveLoop: RecursiveLoop.ALLOW,
      }),
      'receive-mail-feedback': create('receive-mail-feedback'),
      'backfill-blocks': create('backfill-blocks', {
        reservedConcurrency: BACKFILL_PARTS,
        eventSource: from(queues.backfill),
      }),
      // No retry: the job is leased until the failed run would have timed out, and then handover starts the next run.
      'write-export': create('write-export', { reservedConcurrency: EXPORTS, ...withoutRetry() }),
      // One run at a time and no retry: the run of the next minute is the retry.
      handover: create('handover', { reservedConcurrency: 1, ...withoutRetry() }),
      // The same: two runs at a time would ask for each price twice.
      'set-values': create('set-values', { reservedConcurrency: 1, ...withoutRetry() }),
      // No retry: the job is leased until the failed run would have timed out, and then handover starts the next run.
      // The run of the clock waits until one of the runs has ended, which takes five minutes at most.
      'expire-records': create('expire-records', { reservedConcurrency: EXPIRIES, ...withoutRetry(10) }),
      // No retry: the next run says more than a repetition.
      'run-canary': create('run-canary', withoutRetry()),
    };

    this.evaluateInserts(table, queues.dlqs['stream-dlq'], stage);
    this.compactLists(table, queues.dlqs['stream-dlq']);
    this.consume('Deliveries', 'deliver', queues.deliveries, stage.deliveries);
    this.consume('Retries', 'deliver', queues.retries, stage.retries);
    // A part may take the whole time-out of the function.
    this.consume('Backfill', 'backfill-blocks', queues.backfill, BACKFILL_PARTS, 1);
    this.consume('PendingEvaluations', 'evaluate-pending', queues.evaluations, stage.pendingEvaluations);
    this.consume('Matches', 'record-matches', queues.matches, stage.matchRecorders);
    createClockRules(this, stage, this.functions);
  }

  /** Calls evaluate-rules for new outbox entries and for no other change of the table. */
  private evaluateInserts(table: ITable, dlq: Queue, stage: Stage): void {
    this.map('Inserts', 'evaluate-rules', {
      eventSourceArn: streamArn(table),
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { Keys: { sk: { S: FilterRule.beginsWith(prefixes.evaluations) } } },
        }),
      ],
      batchSize: 25,
      maxBatchingWindow: Duration.seconds(0),
      // Lanes per shard: a burst or a poison record delays one lane. Lambda keeps the order of changes of one item
      // only, so that records of one organisation may run at the same time.
      parallelizationFactor: Math.min(MOST_LANES, Math.floor(stage.evaluations / STREAM_SHARDS)),
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // By default Lambda retries for 24 hours. `handover` finds each abandoned record after two minutes.
      retryAttempts: 5,
      maxRecordAge: Duration.hours(1),
      onFailure: new SqsDlq(dlq),
    });
  }

  /**
   * Calls compact-lists for the changes of lists that ask for a compaction, some two in a hundred, and for the entries
   * of the audit log that ask for a notice.
   */
  private compactLists(table: ITable, dlq: Queue): void {
    this.map('ListChanges', 'compact-lists', {
      eventSourceArn: streamArn(table),
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: ['compact', 'notice'].map((asks) =>
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: {
            Keys: { sk: { S: FilterRule.beginsWith(listPrefixes.changes) } },
            NewImage: { [asks]: { S: FilterRule.isEqual('yes') } },
          },
        }),
      ),
      // Several changes of a list need one compaction.
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(1),
      bisectBatchOnError: true,
      // The next change of the list that asks is the retry, and the next checkpoint of the log brings lost notices.
      retryAttempts: 2,
      maxRecordAge: Duration.hours(1),
      onFailure: new SqsDlq(dlq),
    });
  }

  /** Calls a function for the messages of a queue, in batches of ten unless a message takes long. */
  private consume(id: string, name: PipelineName, queue: Queue, maxConcurrency: number, batchSize = 10): void {
    this.map(id, name, { eventSourceArn: queue.queueArn, batchSize, reportBatchItemFailures: true, maxConcurrency });
  }

  /** Makes an event source call a function, by its alias if it has one. */
  private map(id: string, name: PipelineName, options: EventSourceMappingOptions): void {
    const mapping = new EventSourceMapping(this, id, { target: this.functions[name], ...options });
    const alias = this.#releases.aliasOf(`pipelines/${name}`, this.functions[name]);
    const resource = mapping.node.defaultChild;
    if (!(resource instanceof CfnEventSourceMapping)) throw new Error(`${id} has no resource`);
    // The CDK would take the name of the alias apart in the template.
    if (alias !== undefined) resource.functionName = alias.functionArn;
  }
}

function streamArn(table: ITable): string {
  if (table.tableStreamArn === undefined) throw new Error('The table has no stream');
  return table.tableStreamArn;
}
