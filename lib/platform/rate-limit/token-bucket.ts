import type { Deps } from '../deps.ts';
import type { Key } from '../table/keys.ts';
import { moveFullAt } from './arrival-time.ts';

/** Tokens a second of one bucket, and how many of them may be taken at once. */
export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

const MICROSECONDS = 1_000_000;
/** A bucket that nobody took from for so long after it was full needs no item. */
const KEPT_SECONDS = 24 * 60 * 60;
/** Buckets remembered in a process; what is forgotten only costs a write. */
const REMEMBERED = 10_000;

/**
 * Token buckets in the table, so that they hold over all functions and their processes. All there is of a bucket is the
 * instant at which it will be full again, in microseconds (GCRA): a token taken moves it by one interval, and none is
 * there when the bucket would not be full within `burst` intervals. `fullAt` never goes back, so what a process has seen
 * of it is a lower bound for ever: it tells which of the two writes to try, and refuses who hammers without asking the
 * table again.
 *
 * A token costs one write, two when the bucket was seen last by another process. Counters per second would cost as
 * much, and let twice the rate through around the change of a second.
 */
export function tokenBuckets({ table, now }: Pick<Deps, 'table' | 'now'>, { rate, burst }: Rate) {
  const interval = Math.ceil(MICROSECONDS / rate);
  const seen = new Map<string, number>();
  const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;

  function remember(key: Key, fullAt: number): void {
    if (seen.size >= REMEMBERED) seen.clear();
    seen.set(nameOf(key), Math.max(fullAt, seen.get(nameOf(key)) ?? 0));
  }

  /**
   * Takes a token that is there, or will be within `ahead` seconds. Answers the seconds until it is; if none was taken, those
   * until one can be.
   */
  async function take(key: Key, ahead: number): Promise<{ taken: boolean; seconds: number }> {
    const fullAt = () => seen.get(nameOf(key)) ?? 0;
    const most = (burst - 1) * interval + ahead * MICROSECONDS;

    /** Moves the bucket where the condition holds; where it does not, tells how it is. */
    async function move(to: string, when: string, values: Record<string, number>) {
      const ttl = Math.ceil(now().getTime() / 1000) + ahead + KEPT_SECONDS;
      const moved = await moveFullAt(table, key, { to, when, values: { ...values, ':interval': interval }, ttl });
      remember(key, moved.fullAt);
      return moved;
    }

    for (;;) {
      const at = now().getTime() * 1000;
      const limit = at + most;
      if (fullAt() < at) {
        const isFull = 'attribute_not_exists(#fullAt) OR #fullAt < :now';
        const { moved } = await move(':now + :interval', isFull, { ':now': at });
        if (moved) return { taken: true, seconds: 0 };
      }
      // Against the clock of before: by a later one what is not full any more would count as if it still were.
      if (fullAt() <= limit) {
        const { moved, fullAt: after } = await move('#fullAt + :interval', '#fullAt <= :limit', { ':limit': limit });
        if (moved) return { taken: true, seconds: Math.max(0, after - burst * interval - at) / MICROSECONDS };
      }
      // Others took from it long after that clock, when a write has waited long for its answer: then once more.
      const left = fullAt() - most - now().getTime() * 1000;
      if (left > 0) return { taken: false, seconds: left / MICROSECONDS };
    }
  }

  return {
    /**
     * Takes a token. Answers the seconds until there is one again, 0 when it was taken.
     * @throws whatever the SDK throws; whether it was taken is then not known.
     */
    take: async (key: Key): Promise<number> => (await take(key, 0)).seconds,

    /**
     * Takes a token, if need be one that is not there yet: nobody else gets it. Answers the seconds until it may be used;
     * null when these would be more than `within`, and none was taken.
     * @param within whole seconds.
     * @throws whatever the SDK throws; whether it was taken is then not known.
     */
    async reserve(key: Key, within: number): Promise<number | null> {
      const { taken, seconds } = await take(key, within);
      return taken ? seconds : null;
    },
  };
}
