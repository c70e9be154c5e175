/** EventBridge Scheduler and a receiver's `Retry-After` reach no further than this. */
const LONGEST_WAIT_SECONDS = 3600;

/**
 * Seconds until the next attempt, or null when the schedule is used up. `failures` counts this generation's failed
 * attempts, the one just made included. A receiver may ask for more time (RFC 9110 10.2.3: seconds or a date), not less.
 */
export function nextDelay(
  delays: readonly number[],
  failures: number,
  retryAfter: string | null,
  now: Date,
): number | null {
  const scheduled = delays[failures - 1];
  if (scheduled === undefined) return null;
  return Math.max(scheduled, Math.min(secondsOf(retryAfter, now), LONGEST_WAIT_SECONDS));
}

/** Every form of an HTTP date starts with the day of the week; `Date.parse` alone would read a date into `x 2099`. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

function secondsOf(retryAfter: string | null, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
