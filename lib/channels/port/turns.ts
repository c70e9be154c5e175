import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Rate, tokenBuckets } from '../../platform/rate-limit/token-bucket.ts';
import type { Key } from '../../platform/table/keys.ts';
import { memoBy } from '../../values/memo.ts';

/** The times at which a destination takes a message. */
export interface Turns {
  /** Takes the present time if the destination is quiet. Returns 0, or the seconds until another try. */
  take(): Promise<number>;
  /** Reserves the next free time. Returns the seconds until then, or null when these are more than `within`. */
  reserve(within: number): Promise<number | null>;
  /** The same for messages that others may overtake. Their times are no times of the destination. */
  reserveBehind(within: number): Promise<number | null>;
}

/** What becomes of alerts, of which somebody may make hundreds at once. */
const MAY_WAIT: readonly StoredDelivery['eventKind'][] = ['alert.retracted', 'alert.acknowledged', 'alert.resolved'];

/** Whether an alert that fires may overtake the message. */
const mayWait = ({ eventKind, review }: Pick<StoredDelivery, 'eventKind' | 'review'>): boolean =>
  MAY_WAIT.includes(eventKind) || review !== undefined;

/**
 * The seconds until a message may be sent: 0 now, null when the time is more than `within` away. A message reserves
 * its time and returns then. A message that others may overtake reserves no time of the destination. It returns in its
 * turn among its like, takes the time if the destination is quiet, and otherwise queues again. So an alert waits for
 * one such message at most.
 */
export async function secondsUntilTurn(turns: Turns, delivery: StoredDelivery, within: number): Promise<number | null> {
  if (!mayWait(delivery)) return delivery.postponedUntil ? 0 : turns.reserve(within);
  const least = await turns.take();
  return least === 0 ? 0 : reservedAgain(turns, delivery, within, least);
}

/** The seconds until the next turn of a message, at least `least`. Null when they are more than `within`. */
export async function reservedAgain(
  turns: Turns,
  delivery: StoredDelivery,
  within: number,
  least: number,
): Promise<number | null> {
  const seconds = await (mayWait(delivery) ? turns.reserveBehind(within) : turns.reserve(within));
  return seconds === null ? null : Math.max(seconds, least);
}

/**
 * A message returns up to two seconds after the time that it reserved, as timers are exact only to a second. A message
 * that others may overtake takes no time that such a message may still use.
 */
const LATE_SECONDS = 2;
/** Besides, for the tries of those that others may overtake: each then finds the destination quiet. */
const SPARE_SECONDS = 1;

type Bucket = (rate: Rate) => ReturnType<typeof tokenBuckets>;

/** The token buckets of each rate, which remember what they have read. */
export function bucketsOf(deps: Pick<Deps, 'table' | 'now'>): Bucket {
  const buckets = memoBy((text: string) => {
    const [rate = 1, burst = 1] = text.split(' ').map(Number);
    return tokenBuckets(deps, { rate, burst });
  });
  return ({ rate, burst }) => buckets(`${rate} ${burst}`);
}

/**
 * The times of a destination in two token buckets of the table. `first` has the times at which a message is sent.
 * `behind` only spaces the tries of those messages that alerts may overtake.
 */
export const turnsOf = (
  bucket: Bucket,
  { rate, burst }: Rate,
  { first, behind }: { readonly first: Key; readonly behind: Key },
): Turns => ({
  take: () => bucket({ rate, burst }).takeUnused(first, LATE_SECONDS),
  reserve: (within) => bucket({ rate, burst }).reserve(first, within),
  reserveBehind: (within) =>
    bucket({ rate: 1 / (1 / rate + LATE_SECONDS + SPARE_SECONDS), burst: 1 }).reserve(behind, within),
});
