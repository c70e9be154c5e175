import { ApiError } from '../../values/errors.ts';
import { memo } from '../../values/memo.ts';
import { deps } from '../deps.ts';
import { env } from '../env.ts';
import { addLogContext, countedAs, errorFields, log } from '../log.ts';
import { type RateLimiter, rateLimiter } from '../rate-limit/key-rate.ts';
import type { Caller } from './request.ts';

/** The metric of requests that were let in because they could not be counted. */
export const NOT_COUNTED = 'rate_limit_not_counted';

/** Lets a caller pass. @throws ApiError `rate_limited` when its key asks too often. */
export type Limit = (caller: Caller | undefined) => Promise<void>;

/**
 * The limit of each key, whichever routes it calls; callers without a key are only counted by API Gateway. It cannot be
 * counted in the authorizer, whose answers API Gateway remembers. When the bucket cannot be asked the caller passes:
 * the throttle of the stage bounds what gets through, and the trouble of one item must not close the API.
 * @param more what else the line says that is logged then.
 */
export function limitOf(
  limiter: () => Pick<RateLimiter, 'take'>,
  more: () => Record<string, unknown> = () => ({}),
): Limit {
  return async (caller) => {
    if (caller === undefined) return;
    const { take } = limiter();
    const seconds = await take(caller.keyId).catch((error: unknown) => {
      log.error('rate_limit.not_counted', { ...errorFields(error), ...more() });
      return 0;
    });
    if (seconds <= 0) return;
    addLogContext({ organisation: caller.organisation });
    throw new ApiError('rate_limited', 'This key asks too often; try again when Retry-After says.', {
      // In whole seconds by RFC 9110, so most wait longer than they need.
      headers: { 'Retry-After': String(Math.ceil(seconds)) },
    });
  };
}

/** The stage's limit. */
export const configuredLimit: Limit = limitOf(
  memo(() => rateLimiter(deps(), env.rateLimit().RATE_LIMIT)),
  () => countedAs(NOT_COUNTED, deps().stage, deps().now()),
);
