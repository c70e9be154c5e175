import { POLL_MS } from '../live/retry.ts';
import { type Delivery, isFinished } from './delivery-words.ts';

/** The first attempt of a ping comes within a second or two. */
const FIRST_MS = 1000;

/**
 * How long the page waits before it reads a ping again, in milliseconds; undefined when the ping is finished.
 * @param ping undefined before the first answer.
 */
export function pingPause(ping: Pick<Delivery, 'status' | 'attempts'> | undefined): number | undefined {
  if (ping === undefined || (!isFinished(ping) && ping.attempts.length === 0)) return FIRST_MS;
  return isFinished(ping) ? undefined : POLL_MS;
}
