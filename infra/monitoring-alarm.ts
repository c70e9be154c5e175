import type { LineMetricName } from '../lib/platform/metrics.ts';
import { vaultName } from './backup-stacks.ts';
import { tableName } from './dynamodb-table.ts';
import { functionName } from './lambda-functions.ts';
import type { Stage } from './stages.ts';

/** A metric that an AWS service publishes. */
export interface AwsMetric {
  readonly namespace: `AWS/${string}`;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** What an alarm watches. */
export type Watched =
  /**
   * How often these functions log an event, or an event of `also`, which means the same for operators. The names lack
   * the prefix of the stage.
   */
  | {
      readonly kind: 'events';
      readonly event: string;
      readonly also?: readonly string[];
      readonly loggedBy: readonly string[];
    }
  /** A metric that log lines carry. */
  | {
      readonly kind: 'lines';
      readonly name: LineMetricName;
      readonly dimensions?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'aws'; readonly metric: AwsMetric }
  /** The sum of several metrics. */
  | { readonly kind: 'sum'; readonly of: readonly AwsMetric[] }
  /** One metric as a percentage of another. A part that is smaller than `least` counts as none. */
  | { readonly kind: 'percentage'; readonly part: AwsMetric; readonly whole: AwsMetric; readonly least?: number }
  /** One metric of log lines as a percentage of another with the same dimensions. */
  | {
      readonly kind: 'share';
      readonly part: LineMetricName;
      readonly whole: LineMetricName;
      readonly dimensions: Readonly<Record<string, string>>;
    }
  /** The bill of the account. */
  | { readonly kind: 'bill' };

/** An alarm as data. Resources and docs/operations.md derive from the rows. */
export interface AlarmRow {
  /** The name without the prefix of the stage. */
  readonly name: string;
  /** The name in the documentation, for an alarm that exists once for each chain or function. */
  readonly pattern?: string;
  readonly watches: Watched;
  readonly statistic: 'Sum' | 'Maximum' | 'Average' | 'SampleCount' | 'p90' | 'p99';
  /** The alarm rings above or below this number. */
  readonly threshold: { readonly above: number } | { readonly below: number };
  /** The length of a period, and the number of periods in a row that must be bad. */
  readonly minutes: number;
  readonly periods: number;
  /** How many of these periods are enough, if not all. */
  readonly enough?: number;
  /** Whether the absence of data is the fault. */
  readonly ringsWithoutData?: true;
  /**
   * The alarm undoes a release, so it is part of the main stack: the release of any function, or of the function whose
   * new version it watches.
   */
  readonly undoesRelease?: 'any' | 'own';
  /** What breaks, and for whom. */
  readonly breaks: string;
  /** What an operator does. */
  readonly act: string;
}

export const ofQueue = (stage: Stage, queue: string, name: string): AwsMetric => ({
  namespace: 'AWS/SQS',
  name,
  dimensions: { QueueName: `chainwatch-${stage.name}-${queue}` },
});

export const ofFunction = (stage: Stage, handler: string, name: string): AwsMetric => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: { FunctionName: functionName(stage, handler) },
});

export const ofTable = (stage: Stage, name: string, more: Readonly<Record<string, string>> = {}): AwsMetric => ({
  namespace: 'AWS/DynamoDB',
  name,
  dimensions: { TableName: tableName(stage), ...more },
});

export const ofApi = (stage: Stage, name: string): AwsMetric => ({
  namespace: 'AWS/ApiGateway',
  name,
  dimensions: { ApiName: `chainwatch-${stage.name}` },
});

export const ofSchedules = (stage: Stage, group: 'chains' | 'retries', name: string): AwsMetric => ({
  namespace: 'AWS/Scheduler',
  name,
  dimensions: { ScheduleGroup: `chainwatch-${stage.name}-${group}` },
});

export const ofBackups = (stage: Stage, name: string): AwsMetric => ({
  namespace: 'AWS/Backup',
  name,
  dimensions: { BackupVaultName: vaultName(stage) },
});

/** A metric of the whole account in the region. */
export const ofAccount = (namespace: 'AWS/Lambda' | 'AWS/SES', name: string): AwsMetric => ({
  namespace,
  name,
  dimensions: {},
});

/** Rings at the first line in five minutes. */
export const atFirstLine = {
  statistic: 'Sum',
  threshold: { above: 0 },
  minutes: 5,
  periods: 1,
} as const satisfies Partial<AlarmRow>;
