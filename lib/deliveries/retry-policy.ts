import type { StoredDelivery } from './schema.ts';

/** The longest `Retry-After` of a receiver that the policy obeys. */
const LONGEST_RETRY_AFTER_SECONDS = 3600;

/** An attempt that failed. */
export interface FailedAttempt {
  readonly delivery: StoredDelivery;
  /** Failed attempts of this generation, including this attempt. */
  readonly failures: number;
  /** The header of the response: seconds or a date (RFC 9110 10.2.3). */
  readonly retryAfter: string | null;
  readonly at: Date;
}

/** Seconds until the next attempt. Null when the attempt was the last attempt. */
export type RetryPolicy = (failed: FailedAttempt) => number | null;

/** Waits the given seconds after each failure. A receiver may ask for more time, but not for less. */
export const retryPolicy =
  (delays: readonly number[]): RetryPolicy =>
  ({ failures, retryAfter, at }) => {
    const scheduled = delays[failures - 1];
    if (scheduled === undefined) return null;
    return Math.max(scheduled, Math.min(secondsOf(retryAfter, at), LONGEST_RETRY_AFTER_SECONDS));
  };

/** Every form of an HTTP date starts with the day of the week. `Date.parse` alone would read a date into `x 2099`. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** The seconds that a `Retry-After` asks to wait. */
export function secondsOf(retryAfter: string | null, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
