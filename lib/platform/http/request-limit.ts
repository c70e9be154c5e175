import { rateLimited } from '../../values/errors.ts';
import { memo } from '../../values/memo.ts';
import { rateIdOf } from '../caller.ts';
import { clock, deps } from '../deps.ts';
import { env } from '../env.ts';
import { addLogContext, errorFields, log } from '../log.ts';
import { measured } from '../metrics.ts';
import { type OrganisationRates, organisationRates, type RateLimiter, rateLimiter } from '../rate-limit/key-rate.ts';
import type { Limit } from './respond.ts';

/**
 * The rate limit of each API key and of each person over all routes. Only API Gateway limits callers without either.
 * The authorizer cannot count requests, because API Gateway caches its answers. When the bucket cannot be reached the
 * caller passes: the throttle of the stage still holds, and the failure of one item must not close the API.
 */
export function limitOf(limiter: () => Pick<RateLimiter, 'take'>, weight = 1): Limit {
  return async (caller) => {
    if (caller === undefined) return;
    const seconds = await counted(limiter().take(rateIdOf(caller), weight));
    if (seconds === 0) return;
    addLogContext({ organisation: caller.organisation });
    throw rateLimited(seconds);
  };
}

/**
 * The rate limit of each organisation over all its keys. A request that its key may not make does not count, so that a
 * busy key leaves the rest to the other keys.
 */
function organisationLimitOf(rates: () => Pick<OrganisationRates, 'take'>, weight: number): Limit {
  return async (caller) => {
    if (caller === undefined) return;
    const { organisation, requestsPerSecond } = caller;
    const seconds = await counted(rates().take(organisation, requestsPerSecond, weight));
    if (seconds > 0) throw rateLimited(seconds);
  };
}

/** The result of a request to a bucket, or 0 when the bucket cannot be reached. */
export const counted = <T>(counting: Promise<T>): Promise<T | 0> =>
  counting.catch((error: unknown) => {
    log.error('rate_limit.not_counted', { ...errorFields(error), ...measured(clock(), { requestsNotCounted: 1 }, {}) });
    return 0;
  });

const ofKeys = memo(() => rateLimiter(deps(), env.rateLimit().RATE_LIMIT));
const ofOrganisations = memo(() => organisationRates(deps(), env.rateLimit().ORGANISATION_RATE_LIMIT));

/** The limits that the stage sets. @param weight as how many requests a request counts. */
export function stageLimit(weight = 1): Limit {
  const ofKey = limitOf(ofKeys, weight);
  const ofOrganisation = organisationLimitOf(ofOrganisations, weight);
  return async (caller) => {
    await ofKey(caller);
    await ofOrganisation(caller);
  };
}
