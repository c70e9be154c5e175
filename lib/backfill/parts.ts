import type { HeightRange } from '../watch/schema.ts';
import type { Backfill } from './schema.ts';

/**
 * Blocks of a part. A part is scanned again as a whole when one block fails. The scan must end within the time-out of
 * its function, even when each block takes seconds or holds dozens of transactions of the wallet. With fewer blocks per
 * part, one API request could not send the messages of the largest backfill, which are 4,000 now.
 */
export const PART_BLOCKS = 25;

/**
 * How often the queue delivers the message of a part before the message goes to the DLQ and the backfill fails. With
 * `POSTPONED_SECONDS` between the receives, a provider may be unavailable for two hours.
 */
export const MOST_RECEIVES = 5;

/**
 * When the queue delivers a part again that failed because of the chain: a provider that is down or limits the rate
 * needs time. After any other failure, and when its worker was killed, the queue delivers the part again after its
 * visibility timeout.
 */
export const POSTPONED_SECONDS = 1_800;

type Range = Pick<Backfill, 'fromHeight' | 'toHeight'>;

/** The number of parts of a backfill. Parts are numbered from 0. */
export const partCount = ({ fromHeight, toHeight }: Range): number =>
  Math.ceil((toHeight - fromHeight + 1) / PART_BLOCKS);

/** The heights of a part, both ends included. @throws RangeError when the backfill has no part with this number. */
export function heightsOf(job: Range, n: number): HeightRange {
  if (n < 0 || n >= partCount(job)) throw new RangeError(`The backfill has no part ${n}`);
  const from = job.fromHeight + n * PART_BLOCKS;
  return { from, to: Math.min(from + PART_BLOCKS - 1, job.toHeight) };
}

export const blocksIn = ({ from, to }: HeightRange): number => to - from + 1;
