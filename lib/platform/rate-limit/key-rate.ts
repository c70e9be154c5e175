import type { Deps } from '../deps.ts';
import { keys } from '../table/keys.ts';
import { type Rate, tokenBuckets } from './token-bucket.ts';

/** A token bucket per API key. `rate` gives the requests per second, and how many requests may arrive at once. */
export function rateLimiter(deps: Pick<Deps, 'table' | 'now'>, rate: Rate) {
  const buckets = tokenBuckets(deps, rate);
  return {
    /**
     * Counts one request of the key. Returns 0 when the request is allowed, otherwise the seconds until a request is
     * allowed.
     * @throws any error of the SDK. The caller then does not know whether the request was counted.
     */
    take: (keyId: string): Promise<number> => buckets.take(keys.rate(keyId)),
  };
}

export type RateLimiter = ReturnType<typeof rateLimiter>;
