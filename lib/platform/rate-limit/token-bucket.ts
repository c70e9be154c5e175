import type { Deps } from '../deps.ts';
import type { Key } from '../table/keys.ts';
import { updateArrivalTime } from './arrival-time.ts';

/** Tokens a second of one bucket, and how many tokens callers may take at once. */
export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

const MICROSECONDS = 1_000_000;
/** How long the item of a full bucket stays when nobody takes a token. After that time the bucket needs no item. */
const BUCKET_KEPT_SECONDS = 24 * 60 * 60;
/** Buckets that a process remembers. A forgotten bucket costs one more write. */
const REMEMBERED_BUCKETS = 10_000;

/**
 * Token buckets in the table, so that all functions and all their processes share the buckets.
 *
 * The algorithm is GCRA. The only state of a bucket is its theoretical arrival time: the instant at which the bucket
 * will be full again, in microseconds. To take a token moves the arrival time by one interval. The bucket is empty when
 * the arrival time is `burst` intervals or more ahead. The arrival time never goes back, so the value that a process
 * remembers is a lower bound. The bound decides which of the two writes to try first. The bound also refuses a caller
 * who sends too many requests without a request to the table. Callers of one bucket may differ in `burst`: a caller
 * with a smaller burst leaves the other tokens to the others.
 *
 * To take tokens costs one write, or two writes when another process used the bucket last. Counters per second would
 * cost as much, and would let twice the rate through around the change of a second.
 */
export function tokenBuckets({ table, now }: Pick<Deps, 'table' | 'now'>, { rate, burst }: Rate) {
  const interval = Math.ceil(MICROSECONDS / rate);
  const remembered = new Map<string, number>();
  const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;

  function remember(key: Key, arrivalTime: number): void {
    if (remembered.size >= REMEMBERED_BUCKETS) remembered.clear();
    remembered.set(nameOf(key), Math.max(arrivalTime, remembered.get(nameOf(key)) ?? 0));
  }

  /**
   * Takes tokens that are available now or become available within `ahead` seconds. Returns the seconds until these
   * tokens are available. If no token was taken, returns the seconds until the tokens can be taken. A full bucket gives
   * any number of tokens.
   * @param ahead negative: the tokens must have been available for so many seconds.
   */
  async function take(key: Key, tokens: number, ahead: number): Promise<{ taken: boolean; seconds: number }> {
    const arrivalTime = () => remembered.get(nameOf(key)) ?? 0;
    const cost = tokens * interval;
    const furthest = burst * interval - cost + ahead * MICROSECONDS;
    const secondsFrom = (at: number, arrival: number) => Math.max(0, arrival - burst * interval - at) / MICROSECONDS;

    async function update(to: string, when: string, values: Record<string, number>) {
      const ttl = Math.ceil(now().getTime() / 1000) + ahead + BUCKET_KEPT_SECONDS;
      const result = await updateArrivalTime(table, key, {
        to,
        when,
        values: { ...values, ':cost': cost },
        ttl,
      });
      remember(key, result.arrivalTime);
      return result;
    }

    for (;;) {
      const at = now().getTime() * 1000;
      const limit = at + furthest;
      const free = ahead < 0 ? Math.min(at, limit) : at;
      if (arrivalTime() < free) {
        const isFull = 'attribute_not_exists(#fullAt) OR #fullAt < :free';
        const { updated, arrivalTime } = await update(':now + :cost', isFull, { ':now': at, ':free': free });
        if (updated) return { taken: true, seconds: secondsFrom(at, arrivalTime) };
      }
      // Uses the clock of the first write, so that both writes judge the bucket at the same instant.
      if (arrivalTime() <= limit) {
        const result = await update('#fullAt + :cost', '#fullAt <= :limit', { ':limit': limit });
        if (result.updated) return { taken: true, seconds: secondsFrom(at, result.arrivalTime) };
      }
      // A slow write can fail because other processes took tokens meanwhile. If tokens are available now, try again.
      const left = arrivalTime() - furthest - now().getTime() * 1000;
      if (left > 0) return { taken: false, seconds: left / MICROSECONDS };
    }
  }

  return {
    /**
     * Takes tokens, by default one. Returns 0 when they were taken, otherwise the seconds until they are available.
     * @throws any error of the SDK. The caller then does not know whether a token was taken.
     */
    async take(key: Key, tokens = 1): Promise<number> {
      const { taken, seconds } = await take(key, tokens, 0);
      return taken ? 0 : seconds;
    },

    /** Takes a token that nobody has taken for some seconds. Returns as `take`. @throws any error of the SDK. */
    async takeUnused(key: Key, unused: number): Promise<number> {
      const { taken, seconds } = await take(key, 1, -unused);
      return taken ? 0 : seconds;
    },

    /**
     * Reserves tokens, by default one, which may become available later; no other caller gets these tokens. Returns the
     * seconds until the caller may use them, or null when they do not become available within `within` seconds.
     * @param within whole seconds.
     * @throws any error of the SDK. The caller then does not know whether a token was reserved.
     */
    async reserve(key: Key, within: number, tokens = 1): Promise<number | null> {
      const { taken, seconds } = await take(key, tokens, within);
      return taken ? seconds : null;
    },

    /** Keeps everybody waiting for some seconds from now, unless they wait for longer already. */
    async hold(key: Key, seconds: number): Promise<void> {
      const at = now().getTime() * 1000;
      const until = Math.ceil(at + seconds * MICROSECONDS + (burst - 1) * interval);
      const ttl = Math.ceil(at / MICROSECONDS + seconds) + BUCKET_KEPT_SECONDS;
      const when = 'attribute_not_exists(#fullAt) OR #fullAt < :until';
      const values = { ':until': until };
      const { arrivalTime } = await updateArrivalTime(table, key, { to: ':until', when, values, ttl });
      remember(key, arrivalTime);
    },
  };
}
