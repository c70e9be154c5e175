import { env } from './env.ts';

/** A metric that log lines carry. The dimensions are fields of the line. */
export interface LineMetric {
  readonly unit: 'Count' | 'Seconds' | 'Milliseconds' | 'Percent';
  readonly dimensions: readonly string[];
}

/**
 * The metrics that log lines carry (embedded metric format). With metric filters, every log group would need a filter
 * of its own, and a filter would need a metric for each chain.
 */
export const lineMetrics = {
  /** The age of the last scanned block, once for each run of a watcher. */
  chainLagSeconds: { unit: 'Seconds', dimensions: ['chain'] },
  /** How long nobody has held the lease of a chain, which a watcher takes each minute. Measured by `handover`. */
  watcherIdleSeconds: { unit: 'Seconds', dimensions: ['chain'] },
  /** How much of its memory the process of a watcher uses, once for each run. */
  watcherMemoryPercent: { unit: 'Percent', dimensions: ['chain'] },
  /** How long ago a check has compared the balances of all addresses of a chain, while the next check is due. */
  balancesBehindSeconds: { unit: 'Seconds', dimensions: ['chain'] },
  /** Records that a scan made. */
  chainRecords: { unit: 'Count', dimensions: ['chain'] },
  /** From the record of a transaction to the end of its evaluation. */
  evaluationAgeMs: { unit: 'Milliseconds', dimensions: [] },
  /** Records that still wait for a price after the service asked again, counted each minute. At least so many. */
  valuesWaiting: { unit: 'Count', dimensions: [] },
  /** Records that have no value, because a price failed for 24 hours. */
  valuesGivenUp: { unit: 'Count', dimensions: [] },
  /** Attempts of deliveries, by the state of the delivery after the attempt. */
  deliveryAttempts: { unit: 'Count', dimensions: ['outcome'] },
  /** From the creation of a delivery to the end of its first attempt. */
  deliveryDelayMs: { unit: 'Milliseconds', dimensions: ['outcome'] },
  /** How long a destination took to answer. */
  deliveryAnswerMs: { unit: 'Milliseconds', dimensions: ['outcome'] },
  /** How long ago the last complete pass of the expiry began, of the organisation that waits longest. */
  expiryBehindDays: { unit: 'Count', dimensions: [] },
  /** Runs of the canary. */
  canaryRuns: { unit: 'Count', dimensions: ['outcome'] },
  /** From the import of the canary to its verified webhook, of the runs that end so. */
  canaryMs: { unit: 'Milliseconds', dimensions: ['outcome'] },
  /** Prices of a source that cannot be a fact: zero, negative, or far from the last price. */
  pricesImplausible: { unit: 'Count', dimensions: [] },
  /** Mails that SES refused, or did not answer, for no fault of a tenant. */
  mailsFailed: { unit: 'Count', dimensions: [] },
  /** Requests that passed although the rate limit could not count these requests. */
  requestsNotCounted: { unit: 'Count', dimensions: [] },
  /** Answers that broke off after their status was sent. */
  requestsBrokenOff: { unit: 'Count', dimensions: [] },
  /** Records or requests that a version of a released function handled. */
  handled: { unit: 'Count', dimensions: ['function', 'functionVersion'] },
  /** Those of them that failed by a fault of the service. */
  faults: { unit: 'Count', dimensions: ['function', 'functionVersion'] },
} as const satisfies Record<string, LineMetric>;

export type LineMetricName = keyof typeof lineMetrics;

/** The fields that a line must have so that CloudWatch finds the dimensions of a metric. */
type DimensionsOf<N extends LineMetricName> = Readonly<Record<(typeof lineMetrics)[N]['dimensions'][number], string>>;

/** The namespace of the metrics of a stage. */
export const metricNamespace = (stage: string): string => `chainwatch-${stage}`;

/**
 * The fields of a log line by which CloudWatch counts the line in metrics.
 * @param dimensions the dimensions of all metrics of the line, which become fields of the line.
 */
export function measured<N extends LineMetricName>(
  at: Date,
  values: Readonly<Record<N, number>>,
  dimensions: DimensionsOf<N>,
): Record<string, unknown> {
  const metrics = Object.keys(values).map((name) => ({ Name: name, Unit: unitOf(name) }));
  const directive = {
    Namespace: metricNamespace(env.logging().STAGE),
    Dimensions: [Object.keys(dimensions)],
    Metrics: metrics,
  };
  return { ...dimensions, ...values, _aws: { Timestamp: at.getTime(), CloudWatchMetrics: [directive] } };
}

/**
 * The fields by which the alarms of a release judge a version of a function. Undefined in a function that is not
 * released gradually: its callers call no version, and each version is a metric that costs.
 * @param counts the records or requests that the function handled, and those that failed of them.
 */
export function ofVersion(
  at: Date,
  counts: { readonly handled: number; readonly faults: number },
): Record<string, unknown> | undefined {
  const { AWS_LAMBDA_FUNCTION_NAME: name, AWS_LAMBDA_FUNCTION_VERSION: functionVersion } = env.logging();
  if (name === undefined || functionVersion === undefined || functionVersion === '$LATEST') return undefined;
  return measured(at, counts, { function: name, functionVersion });
}

const unitOf = (name: string): string | undefined =>
  Object.entries<LineMetric>(lineMetrics).find(([known]) => known === name)?.[1].unit;
