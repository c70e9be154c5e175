import type { AttemptMessage } from './schema.ts';

/** A receiver whose slots are all held. */
export interface Busy {
  /** How long the oldest of the attempts under way has taken so far. */
  readonly seconds: number;
}

/** About what an attempt takes that gets no answer. */
const NO_ANSWER_SECONDS = 10;
const LONGEST_SECONDS = 300;
/** Twice that often is beyond the longest anyway, and the power stays a number. */
const MOST_DOUBLINGS = 10;

/**
 * Whole seconds until a message looks again whether its receiver has room: about what an attempt there takes, doubled each
 * time. A thousand that wait come to look a few times a second in all, and at most five minutes after their turn. Spread
 * over the later half of the time, as they were put back together.
 */
export function deferralSeconds({ deliveryId, deferrals }: AttemptMessage, { seconds }: Busy): number {
  const once = Math.min(NO_ANSWER_SECONDS, Math.max(1, seconds));
  const longest = Math.min(LONGEST_SECONDS, once * 2 ** Math.min(deferrals, MOST_DOUBLINGS));
  const share = (shareOf(deliveryId) / 0x10000 + deferrals * GOLDEN) % 1;
  return Math.ceil(longest * (0.5 + share / 2));
}

/** Steps of it leave no two deliveries together that once were. */
const GOLDEN = 0.618_034;

/** Ids are uniform, so their first digits spread evenly: from 0 to 65,535. */
export const shareOf = (deliveryId: string): number => Number.parseInt(deliveryId.slice(0, 4), 16);
