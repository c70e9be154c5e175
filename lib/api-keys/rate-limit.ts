import type { Deps } from '../deps.ts';
import { moveFullAt } from '../table/full-at.ts';
import { keys } from '../table/keys.ts';

/** Requests a second of one key, and how many of them may come at once. */
export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

const MICROSECONDS = 1_000_000;
/** A bucket that nobody took from for so long is full, and needs no item. */
const KEPT_SECONDS = 24 * 60 * 60;
/** Buckets remembered in a process; what is forgotten only costs a write. */
const REMEMBERED = 10_000;

/**
 * A token bucket per API key, in the table, so that it holds over all functions and their processes. All there is of a
 * bucket is the instant at which it will be full again, in microseconds (GCRA): a request moves it by one interval, and is
 * refused when the bucket would not be full within `burst` intervals. `fullAt` never goes back, so what a process has
 * seen of it is a lower bound for ever: it tells which of the two writes to try, and refuses a key that hammers without
 * asking the table again.
 *
 * A key costs one write a request, two when it was seen last by another process. Counters per second would cost as
 * much, and let twice the rate through around the change of a second.
 */
export function rateLimiter({ table, now }: Pick<Deps, 'table' | 'now'>, { rate, burst }: Rate) {
  const interval = Math.ceil(MICROSECONDS / rate);
  const seen = new Map<string, number>();

  /** Moves the bucket where the condition holds; where it does not, tells how it is. */
  async function move(keyId: string, to: string, when: string, values: Record<string, number>): Promise<boolean> {
    const ttl = Math.ceil(now().getTime() / 1000) + KEPT_SECONDS;
    const move = { to, when, values: { ...values, ':interval': interval }, ttl };
    const { moved, fullAt } = await moveFullAt(table, keys.rate(keyId), move);
    remember(keyId, fullAt);
    return moved;
  }

  function remember(keyId: string, fullAt: number): void {
    if (seen.size >= REMEMBERED) seen.clear();
    seen.set(keyId, Math.max(fullAt, seen.get(keyId) ?? 0));
  }

  return {
    /**
     * Takes one request from the key's bucket. Answers the seconds until there is one again, 0 when it was taken.
     * @throws whatever the SDK throws; whether it was taken is then not known.
     */
    async take(keyId: string): Promise<number> {
      const fullAt = () => seen.get(keyId) ?? 0;
      for (;;) {
        const at = now().getTime() * 1000;
        const limit = at + (burst - 1) * interval;
        if (fullAt() < at) {
          const isFull = 'attribute_not_exists(#fullAt) OR #fullAt < :now';
          if (await move(keyId, ':now + :interval', isFull, { ':now': at })) return 0;
        }
        // Against the clock of before: by a later one what is not full any more would count as if it still were.
        if (fullAt() <= limit) {
          if (await move(keyId, '#fullAt + :interval', '#fullAt <= :limit', { ':limit': limit })) return 0;
        }
        // Others took from it long after that clock, when a write has waited long for its answer: then once more.
        const left = fullAt() - (burst - 1) * interval - now().getTime() * 1000;
        if (left > 0) return left / MICROSECONDS;
      }
    },
  };
}

export type RateLimiter = ReturnType<typeof rateLimiter>;
