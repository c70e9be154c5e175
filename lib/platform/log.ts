import { AsyncLocalStorage } from 'node:async_hooks';

/** What every line of an invocation carries: request, organisation, record. */
export type LogContext = Record<string, string | number | undefined>;

const context = new AsyncLocalStorage<LogContext>();

/** Runs `fn` with these fields on every line it logs, beside those of the callers. */
export const withLogContext = <T>(fields: LogContext, fn: () => T): T =>
  context.run({ ...context.getStore(), ...fields }, fn);

/** Adds fields to the lines that follow in this invocation. */
export const addLogContext = (fields: LogContext): void => {
  Object.assign(context.getStore() ?? {}, fields);
};

/**
 * Secrets that a line could hold although no code logs them: the error of a library may quote its input. At first
 * these are the API keys and the signing secrets that the service makes.
 */
const secrets = new Set([/(cw_(?:live|test)_|whsec_)[\w+/=-]{8,}/g]);

/**
 * Redacts what the pattern matches in every line from now on.
 * @param secret has the flag `g`. Its first group stays and an ellipsis replaces the rest.
 */
export const redactInLog = (secret: RegExp): void => {
  secrets.add(secret);
};

const redacted = (text: string): string => [...secrets].reduce((line, secret) => line.replace(secret, '$1…'), text);

type Level = 'info' | 'warn' | 'error';

const line =
  (level: Level) =>
  (event: string, fields: Record<string, unknown> = {}): void => {
    const text = JSON.stringify({ level, event, ...context.getStore(), ...fields });
    process.stderr.write(`${redacted(text)}\n`);
  };

/**
 * One JSON line per outcome under a dotted, stable name (`delivery.attempted`). Never a secret, a key or a whole body;
 * the time is the log service's. To stderr, where neither Lambda nor a caller of the command line adds anything.
 */
export const log = { info: line('info'), warn: line('warn'), error: line('error') };

/** Of the metrics that lines are counted in. */
export const metricNamespace = (stage: string): string => `chainwatch-${stage}`;

/**
 * Fields that have CloudWatch count a line in a metric (its embedded metric format), whichever function logs it: with
 * metric filters each function would need its own. The name is a field of the line, so it has no dots.
 */
export const countedAs = (metric: string, stage: string, at: Date): Record<string, unknown> => ({
  [metric]: 1,
  _aws: {
    Timestamp: at.getTime(),
    CloudWatchMetrics: [{ Namespace: metricNamespace(stage), Dimensions: [[]], Metrics: [{ Name: metric }] }],
  },
});

/** What an error says, for a log line; the stack only where the cause is ours to find. */
export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? { error: error.name, message: error.message, stack: error.stack }
    : { error: 'unknown', message: String(error) };
