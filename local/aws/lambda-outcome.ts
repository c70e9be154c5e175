import type { FunctionSpec } from './template-functions.ts';

/**
 * The outcome of an invocation: the result, or the error as Lambda reports it. `throttled` says that the function did
 * not run, because its reserved concurrency was used up.
 */
export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: FunctionError; readonly throttled?: boolean };

export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** The answer to a call that exceeds the reserved concurrency. */
export const THROTTLED: Outcome = {
  ok: false,
  throttled: true,
  error: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.', trace: [] },
};

/** Lambda's limit on the JSON that a function returns. */
const MAX_RESULT_BYTES = 6_291_556;

/** @throws Error with Lambda's name and message, when the result is larger than Lambda allows. */
export function ofReturnableSize(result: unknown): unknown {
  if (Buffer.byteLength(JSON.stringify(result) ?? '') <= MAX_RESULT_BYTES) return result;
  const message = `Response payload size exceeded maximum allowed payload size (${MAX_RESULT_BYTES} bytes).`;
  throw Object.assign(new Error(message), { name: 'Function.ResponseSizeTooLarge' });
}

/**
 * The error of a function as Lambda reports it. `instanceof` would fail under a test runner: the errors of functions
 * come from another realm.
 */
export function errorOf(error: unknown): FunctionError {
  if (typeof error !== 'object' || error === null) {
    return { errorType: 'Error', errorMessage: String(error), trace: [] };
  }
  const field = (key: string): string => String(Reflect.get(error, key) ?? '');
  return {
    errorType: field('name') || 'Error',
    errorMessage: field('message'),
    trace: field('stack')
      .split('\n')
      .map((line) => line.trim()),
  };
}

/**
 * The context of an invocation.
 * @param passed the milliseconds of the time-out that have passed. The time that is left follows the timer of the
 *   time-out: otherwise a function on a busy machine would give up early.
 */
export const contextOf = (spec: FunctionSpec, requestId: string, passed: () => number): object => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName: spec.name,
  functionVersion: '$LATEST',
  invokedFunctionArn: spec.arn,
  memoryLimitInMB: String(spec.memoryMb),
  awsRequestId: requestId,
  logGroupName: spec.logGroup,
  logStreamName: 'local',
  getRemainingTimeInMillis: () => Math.max(0, Math.floor(spec.timeoutMs - passed())),
});
