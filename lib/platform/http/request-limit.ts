import { ApiError } from '../../values/errors.ts';
import { memo } from '../../values/memo.ts';
import { deps } from '../deps.ts';
import { env } from '../env.ts';
import { addLogContext, countedAs, errorFields, log } from '../log.ts';
import { type RateLimiter, rateLimiter } from '../rate-limit/key-rate.ts';
import type { Limit } from './respond.ts';

/** The metric of requests that passed although the limit could not count these requests. */
export const NOT_COUNTED = 'rate_limit_not_counted';

/** Further fields of the log line that reports a request that was not counted. */
export type MoreFields = () => Record<string, unknown>;

/**
 * The rate limit of each key over all routes. Only API Gateway limits callers without a key. The authorizer cannot
 * count requests, because API Gateway caches its answers. When the bucket cannot be reached the caller passes: the
 * throttle of the stage still holds, and the failure of one item must not close the API.
 */
export function limitOf(limiter: () => Pick<RateLimiter, 'take'>, more: MoreFields = () => ({})): Limit {
  return async (caller) => {
    if (caller === undefined) return;
    const seconds = await counted(limiter().take(caller.keyId), more);
    if (seconds === 0) return;
    addLogContext({ organisation: caller.organisation });
    throw tooMany(seconds);
  };
}

/** The result of a request to a bucket, or 0 when the bucket cannot be reached. */
export const counted = <T>(counting: Promise<T>, more: MoreFields): Promise<T | 0> =>
  counting.catch((error: unknown) => {
    log.error('rate_limit.not_counted', { ...errorFields(error), ...more() });
    return 0;
  });

export const tooMany = (seconds: number): ApiError =>
  new ApiError('rate_limited', 'This key asks too often; try again when Retry-After says.', {
    // RFC 9110 allows whole seconds only, so most callers wait longer than they must.
    headers: { 'Retry-After': String(Math.ceil(seconds)) },
  });

export const notCountedInStage: MoreFields = () => countedAs(NOT_COUNTED, deps().stage, deps().now());

/** The limit that the stage sets. */
export const stageLimit: Limit = limitOf(
  memo(() => rateLimiter(deps(), env.rateLimit().RATE_LIMIT)),
  notCountedInStage,
);
