import { AsyncLocalStorage } from 'node:async_hooks';

/** The fields that every log line of an invocation carries, such as the request, the organisation and the record. */
export type LogContext = Record<string, string | number | undefined>;

const context = new AsyncLocalStorage<LogContext>();

/** Runs `fn` and adds these fields to every line that `fn` logs. */
export const withLogContext = <T>(fields: LogContext, fn: () => T): T =>
  context.run({ ...context.getStore(), ...fields }, fn);

/** Adds fields to the next log lines of this invocation. */
export const addLogContext = (fields: LogContext): void => {
  Object.assign(context.getStore() ?? {}, fields);
};

/**
 * Secrets that a line could hold although no code logs them: the error of a library may quote its input. At first
 * these are the API keys and the signing secrets that the service makes, and the paths of URLs: the path of a webhook
 * or of an RPC node often is a secret.
 */
const secrets = new Set([/(cw_(?:live|test)_|whsec_)[\w+/=-]{8,}/g, /(https?:\/\/[^/\s"\\]+\/)[^\s"\\]{8,}/g]);

/**
 * Redacts the matches of the pattern in every line from now on.
 * @param secret has the flag `g`. The first group stays, and an ellipsis replaces the rest.
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
 * Writes one JSON line per outcome, with a stable dotted event name (`delivery.attempted`). Never log a secret, a key
 * or a whole body. The log service adds the time. Writes to stderr, because neither Lambda nor the command line adds
 * text to stderr.
 */
export const log = { info: line('info'), warn: line('warn'), error: line('error') };

/** The namespace of the metrics that count log lines. */
export const metricNamespace = (stage: string): string => `chainwatch-${stage}`;

/**
 * Fields that make CloudWatch count the line in a metric (embedded metric format), for any function that logs the line.
 * With metric filters, every function would need a filter of its own. The metric's name is also a field and has no
 * dots.
 */
export const countedAs = (metric: string, stage: string, at: Date): Record<string, unknown> => ({
  [metric]: 1,
  _aws: {
    Timestamp: at.getTime(),
    CloudWatchMetrics: [{ Namespace: metricNamespace(stage), Dimensions: [[]], Metrics: [{ Name: metric }] }],
  },
});

/** The fields of an error for a log line. */
export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? { error: error.name, message: error.message, stack: error.stack }
    : { error: 'unknown', message: String(error) };
