import type { APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, problem, statusOf } from '../../values/errors.ts';
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
