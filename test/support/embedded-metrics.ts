import * as z from 'zod';

/**
 * The embedded metric format, as CloudWatch specifies it:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 * CloudWatch ignores a line that breaks these rules, without any error.
 */
const Directive = z.strictObject({
  Namespace: z.string().min(1).max(1024),
  Dimensions: z.array(z.array(z.string().min(1).max(250)).max(30)).min(1),
  Metrics: z
    .array(
      z.strictObject({
        Name: z.string().min(1).max(1024),
        Unit: z.enum(['Count', 'Seconds', 'Milliseconds', 'Percent']),
      }),
    )
    .min(1)
    .max(100),
});
const Line = z.looseObject({
  _aws: z.strictObject({ Timestamp: z.int().min(0), CloudWatchMetrics: z.array(Directive).min(1) }),
});

/** A value of a metric, as CloudWatch reads the value from a line. */
export interface EmbeddedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of a log line. @throws ZodError when CloudWatch would ignore the line. */
export function metricsIn(line: object): EmbeddedMetric[] {
  if (!('_aws' in line)) return [];
  const { _aws, ...fields } = Line.parse(line);
  return _aws.CloudWatchMetrics.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) =>
      Metrics.map(({ Name: name }) => ({
        namespace,
        name,
        dimensions: Object.fromEntries(names.map((dimension) => [dimension, Dimension.parse(fields[dimension])])),
        value: z.number().parse(fields[name]),
      })),
    ),
  );
}

/** Longer values, and values that are no text, make CloudWatch ignore the line. */
const Dimension = z.string().min(1).max(1024);

/** Every metric of a log that contains other text too. @throws ZodError for a line that CloudWatch would ignore. */
export const metricsOfLog = (log: string): EmbeddedMetric[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"_aws"'))
    .flatMap((line) => metricsIn(z.looseObject({}).parse(JSON.parse(line))));
