import type { APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, BusyError, problem, statusOf } from '../../values/errors.ts';
import { errorFields, log } from '../log.ts';

/** The only place where an error becomes an HTTP answer. Unexpected errors are logged and answered as `internal`. */
export function failure(error: unknown, requestId: string): APIGatewayProxyResult {
  const shown = asApiError(error);
  return {
    statusCode: statusOf(shown.code),
    headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': requestId, ...shown.headers },
    body: JSON.stringify(problem(shown.code, shown.detail, requestId, shown.errors)),
  };
}

function asApiError(error: unknown): ApiError {
  if (isBusy(error)) {
    log.warn('request.refused_by_table', errorFields(error));
    return new ApiError('unavailable', 'The service is busy; try again when Retry-After says.', {
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    });
  }
  if (!(error instanceof ApiError)) {
    log.error('request.failed', errorFields(error));
    return new ApiError('internal', 'Something went wrong on our side; the request id finds it in our log.');
  }
  if (error.internal !== undefined) {
    const { event, fields, message } = error.internal;
    log.warn(event, { ...fields, message });
  }
  return error;
}

/** A partition serves again after a second. */
const RETRY_AFTER_SECONDS = '1';

/** The errors of a throttled table after the retries of the SDK. Named here, so that this file loads no AWS client. */
const THROTTLED: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

const isBusy = (error: unknown): boolean =>
  error instanceof BusyError || (error instanceof Error && THROTTLED.has(error.name));
