import type { APIGatewayProxyResult } from 'aws-lambda';
import { ChainUnavailableError } from '../../chains/chain.ts';
import { ApiError, problem, statusOf } from '../../values/errors.ts';
import { errorFields, log } from '../log.ts';

/** Seconds after which a chain may have come back. */
const CHAIN_RETRY_AFTER = '5';

/** The one place where an error becomes an HTTP answer. What is not ours to show is logged and answered as `internal`. */
export function failure(error: unknown, requestId: string): APIGatewayProxyResult {
  const shown = asApiError(error);
  if (shown.code === 'internal') log.error('request.failed', errorFields(error));
  return {
    statusCode: statusOf(shown.code),
    headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': requestId, ...shown.headers },
    body: JSON.stringify(problem(shown.code, shown.message, requestId, shown.errors)),
  };
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ChainUnavailableError) {
    // Its message may hold an RPC URL with a key in it.
    log.warn('chain.unavailable', { chain: error.chain, message: error.message });
    return new ApiError('chain_unavailable', `The chain ${error.chain} cannot be reached now.`, {
      headers: { 'Retry-After': CHAIN_RETRY_AFTER },
    });
  }
  return new ApiError('internal', 'Something went wrong on our side; the request id finds it in our log.');
}
