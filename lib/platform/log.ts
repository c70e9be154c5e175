import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { env, type Logging, traceHeader } from './env.ts';

/** The fields that every log line of an invocation carries, such as the request, the organisation and the record. */
export type LogContext = Record<string, string | number | undefined>;

const context = new AsyncLocalStorage<LogContext>();

/** Runs `fn` and adds these fields to every line that `fn` logs. */
export const withLogContext = <T>(fields: LogContext, fn: () => T): T =>
  context.run({ ...context.getStore(), ...fields }, fn);

/**
 * The id that connects all work that a request or a block causes: the id of the request, or chain and height of the
 * block. Undefined for work that nothing of these caused.
 */
export function correlationId(): string | undefined {
  const id = context.getStore()?.correlationId;
  return id === undefined ? undefined : String(id);
}

/** Adds fields to the next log lines of this invocation. */
export const addLogContext = (fields: LogContext): void => {
  Object.assign(context.getStore() ?? {}, fields);
};

/**
 * Secrets that a line could hold although no code logs them: the error of a library may quote its input. At first
 * these are the API keys and the signing secrets that the service makes, access tokens of people, and the paths of
 * URLs: the path of a webhook or of an RPC node often is a secret.
 */
const secrets = new Set([
  /(cw_(?:live|test)_|whsec_)[\w+/=-]{8,}/g,
  /(eyJ)[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  /(https?:\/\/[^/\s"\\]+\/)[^\s"\\]{8,}/g,
]);

/**
 * Redacts the matches of the pattern in every line from now on.
 * @param secret has the flag `g`. The first group stays, and an ellipsis replaces the rest.
 */
export const redactInLog = (secret: RegExp): void => {
  secrets.add(secret);
};

const redacted = (text: string): string => [...secrets].reduce((line, secret) => line.replace(secret, '$1…'), text);

type Level = Logging['LOG_LEVEL'];
const RANKS: Readonly<Record<Level, number>> = { info: 0, warn: 1, error: 2 };

/**
 * Whether a line is written. A line with metrics always is, because the metrics come from the line. All lines of a
 * sampled correlation id are written: whole stories, in every function that has a part in them.
 */
export const isWritten = (
  line: { readonly level: Level; readonly correlationId?: unknown; readonly _aws?: unknown },
  { LOG_LEVEL, LOG_SAMPLE }: Pick<Logging, 'LOG_LEVEL' | 'LOG_SAMPLE'>,
): boolean =>
  RANKS[line.level] >= RANKS[LOG_LEVEL] ||
  line._aws !== undefined ||
  (typeof line.correlationId === 'string' && shareOf(line.correlationId) < LOG_SAMPLE);

/** A number from 0 to 1 that spreads texts evenly. */
const shareOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;

let firstTrace: string | undefined;

/** Which version of the function runs, in which trace, and whether the process serves its first invocation. */
function invocationFields(): Record<string, unknown> {
  const { AWS_LAMBDA_FUNCTION_VERSION: functionVersion } = env.logging();
  const trace = /Root=([^;]+)/.exec(traceHeader() ?? '')?.[1];
  firstTrace ??= trace;
  return { functionVersion, trace, ...(trace !== undefined && { coldStart: trace === firstTrace }) };
}

const line =
  (level: Level) =>
  (event: string, fields: Record<string, unknown> = {}): void => {
    const all = { level, event, ...invocationFields(), ...context.getStore(), ...fields };
    if (!isWritten(all, env.logging())) return;
    const text = JSON.stringify(all);
    process.stderr.write(`${redacted(text)}\n`);
  };

/**
 * Writes one JSON line per outcome, with a stable dotted event name (`delivery.attempted`). Never log a secret, a key
 * or a whole body. The log service adds the time. Writes to stderr, because neither Lambda nor the command line adds
 * text to stderr.
 */
export const log = { info: line('info'), warn: line('warn'), error: line('error') };

/** The fields of an error for a log line. */
export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? { error: error.name, message: error.message, stack: error.stack }
    : { error: 'unknown', message: String(error) };
