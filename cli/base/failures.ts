import { isNativeError } from 'node:util/types';
import { ProblemError } from '../../sdk/index.ts';

/** The exit codes of the command line. docs/cli.md lists them. */
export const EXIT = {
  done: 0,
  failed: 1,
  wrongUse: 2,
  notFound: 3,
  notAllowed: 4,
  differs: 5,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with this message and exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The user called the command wrongly, or gave it a wrong file. */
export const wrongUse = (message: string): CommandError => new CommandError(message, EXIT.wrongUse);

const OF_STATUS: Readonly<Record<number, ExitCode>> = {
  400: EXIT.wrongUse,
  401: EXIT.notAllowed,
  403: EXIT.notAllowed,
  404: EXIT.notFound,
};

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof ProblemError) return OF_STATUS[error.status] ?? EXIT.failed;
  return EXIT.failed;
}

/**
 * The lines that explain an error to a person: the detail, the fields that were refused, and the id of the request.
 * @param url of the service.
 */
export function explain(error: unknown, url = 'the URL of the service'): string[] {
  if (error instanceof ProblemError) {
    const fields = (error.problem?.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
    return [
      error.message,
      // The detail often quotes the fields.
      ...fields.filter((field) => !error.message.includes(field)).map((field) => `  ${field}`),
      ...(error.requestId === null ? [] : [`  request id ${error.requestId}`]),
    ];
  }
  if (!isNativeError(error)) return [String(error)];
  // `fetch` names the reason of a network error in the cause alone.
  const { cause } = error;
  if (!isNativeError(cause)) return [error.message];
  const unanswered = whyUnanswered(error);
  if (unanswered === undefined) return [`${error.message}: ${reasonOf(cause)}`];
  return [`Nobody answers at ${url} (${unanswered}). Check the URL and the network, or start the service.`];
}

/** Why a request got no answer; undefined for another error. */
export const whyUnanswered = (error: unknown): string | undefined =>
  isNativeError(error) && error.message === 'fetch failed' && isNativeError(error.cause)
    ? reasonOf(error.cause)
    : undefined;

/** An error of several connection attempts has no message of its own, only a code. */
function reasonOf(cause: Error): string {
  if (cause.message !== '') return cause.message;
  return 'code' in cause ? String(cause.code) : cause.name;
}
