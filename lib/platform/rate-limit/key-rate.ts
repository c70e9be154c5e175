import type { Deps } from '../deps.ts';
import { keys } from '../table/keys.ts';
import { type Rate, tokenBuckets } from './token-bucket.ts';

/** A token bucket per API key: requests a second, and how many of them may come at once. */
export function rateLimiter(deps: Pick<Deps, 'table' | 'now'>, rate: Rate) {
  const buckets = tokenBuckets(deps, rate);
  return {
    /**
     * Takes one request from the key's bucket. Answers the seconds until there is one again, 0 when it was taken.
     * @throws whatever the SDK throws; whether it was taken is then not known.
     */
    take: (keyId: string): Promise<number> => buckets.take(keys.rate(keyId)),
  };
}

export type RateLimiter = ReturnType<typeof rateLimiter>;
