import type { APIGatewayProxyResult } from 'aws-lambda';
import { ChainUnavailableError } from '../../chains/chain.ts';
import { ApiError, problem, statusOf } from '../../values/errors.ts';
import { errorFields, log } from '../log.ts';

/** Seconds after which a chain may be available again. */
const CHAIN_RETRY_AFTER = '5';

/** The only place where an error becomes an HTTP answer. Unexpected errors are logged and answered as `internal`. */
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
    // The message may contain an RPC URL with a key.
    log.warn('chain.unavailable', { chain: error.chain, message: error.message });
    return new ApiError('chain_unavailable', `The chain ${error.chain} cannot be reached now.`, {
      headers: { 'Retry-After': CHAIN_RETRY_AFTER },
    });
  }
  return new ApiError('internal', 'Something went wrong on our side; the request id finds it in our log.');
}
