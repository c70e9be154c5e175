import type { OrganisationId } from '../../values/ids.ts';
import { memoBy } from '../../values/memo.ts';
import type { Deps } from '../deps.ts';
import { keys } from '../table/keys.ts';
import { type Rate, tokenBuckets } from './token-bucket.ts';

/**
 * A token bucket per API key or person. `rate` gives the requests per second, and how many requests may arrive at once.
 */
export function rateLimiter(deps: Pick<Deps, 'table' | 'now'>, rate: Rate) {
  const buckets = tokenBuckets(deps, rate);
  return {
    /**
     * Counts a request of the caller, as one or as several. Returns 0 when the request is allowed, otherwise the
     * seconds until it is allowed.
     * @throws any error of the SDK. The caller then does not know whether the request was counted.
     */
    take: (id: string, weight = 1): Promise<number> => buckets.take(keys.rate(id), weight),
  };
}

export type RateLimiter = ReturnType<typeof rateLimiter>;

/**
 * A token bucket per organisation, for all its keys together.
 * @param stage the rate of organisations without a rate of their own.
 */
export function organisationRates(deps: Pick<Deps, 'table' | 'now'>, stage: Rate) {
  const buckets = memoBy((own: number | undefined) =>
    tokenBuckets(deps, own === undefined ? stage : { rate: own, burst: 2 * own }),
  );
  return {
    /**
     * As `take` of `rateLimiter`.
     * @param own the requests per second that an operator set for the organisation.
     */
    take: (organisationId: OrganisationId, own: number | undefined, weight = 1): Promise<number> =>
      buckets(own).take(keys.rate(organisationId), weight),
  };
}

export type OrganisationRates = ReturnType<typeof organisationRates>;
