import { plusSeconds } from '../values/time.ts';

/** How long after the record of a transaction its failed prices are asked for again. */
const AFTER_MINUTES = [1, 5, 30, 2 * 60, 12 * 60, 24 * 60] as const;

/** When the prices of a record are asked for next; null after the last time, when the record has no value for good. */
export function nextAsking(recordedAt: string, now: Date): string | null {
  const times = AFTER_MINUTES.map((minutes) => plusSeconds(new Date(recordedAt), minutes * 60));
  return times.find((time) => time > now)?.toISOString() ?? null;
}
