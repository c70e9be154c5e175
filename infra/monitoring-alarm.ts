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
  /** Only where it differs from the statistic of the alarm. */
  readonly statistic?: 'Maximum';
}

/** A metric that log lines carry. */
export interface LineCount {
  readonly name: LineMetricName;
  readonly dimensions?: Readonly<Record<string, string>>;
}

/**
 * Who hears an alarm: `page` wakes somebody, because alerts or requests of organisations fail now; `ticket` is read in
 * working hours.
 */
export type Severity = 'page' | 'ticket';

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
  | ({ readonly kind: 'lines' } & LineCount)
  /** How many requests API Gateway itself refused with this type of error. */
  | { readonly kind: 'refusals'; readonly error: 'THROTTLED' }
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
  /** What is used in a period, as a percentage of a quota that AWS publishes per second. */
  | { readonly kind: 'quota'; readonly used: AwsMetric; readonly perSecond: AwsMetric }
  /** The Lambda runs without a reservation, as a percentage of what the quota leaves beside the reservations. */
  | { readonly kind: 'unreserved'; readonly quota: number }
  /**
   * Nothing was counted in a period in which `while` adds up to `atLeast`: the stage was there, and this part of it was
   * not. Both begin with the stage. An alarm on the mere absence of data would ring for each new stage.
   */
  | {
      readonly kind: 'absence';
      readonly of: AwsMetric | LineCount;
      readonly while: readonly AwsMetric[];
      readonly atLeast: number;
    }
  /** The bill of the account. */
  | { readonly kind: 'bill' };

/** An alarm as data. Resources and docs/operations.md derive from the rows. */
export interface AlarmRow {
  /** The name without the prefix of the stage. */
  readonly name: string;
  /** The name in the documentation, for an alarm that exists once for each chain or function. */
  readonly pattern?: string;
  readonly severity: Severity;
  readonly watches: Watched;
  readonly statistic: 'Sum' | 'Maximum' | 'Average' | 'SampleCount' | 'p90' | 'p99';
  /** The alarm rings above or below this number. */
  readonly threshold: { readonly above: number } | { readonly below: number };
  /** The length of a period, and the number of periods in a row that must be bad. */
  readonly minutes: number;
  readonly periods: number;
  /** How many of these periods are enough, if not all. */
  readonly enough?: number;
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
export const ofAccount = (namespace: 'AWS/DynamoDB' | 'AWS/Lambda' | 'AWS/SES', name: string): AwsMetric => ({
  namespace,
  name,
  dimensions: {},
});

/** Of the runs that the clock starts each minute, so many prove that a stage was there in a period. */
const PROOF = 0.8;

/** Rings when nothing is counted in a period throughout which `handover` runs. */
export const absent = (stage: Stage, of: AwsMetric | LineCount, minutes: number, periods: number) =>
  ({
    watches: {
      kind: 'absence',
      of,
      while: [ofFunction(stage, 'handover', 'Invocations')],
      atLeast: Math.floor(PROOF * minutes),
    },
    statistic: 'Sum',
    threshold: { above: 0 },
    minutes,
    periods,
  }) as const satisfies Partial<AlarmRow>;

/** Rings at the first line in five minutes. */
export const atFirstLine = {
  statistic: 'Sum',
  threshold: { above: 0 },
  minutes: 5,
  periods: 1,
} as const satisfies Partial<AlarmRow>;
