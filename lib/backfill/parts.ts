import type { HeightRange } from '../watch/schema.ts';
import type { Backfill } from './schema.ts';

/**
 * Blocks of a part, which is scanned again as a whole when one of them fails. Few enough that a part ends within its
 * function's time when each block takes seconds, or holds a hundred transactions of the wallet, and so many that the 4,000
 * messages of the greatest job are sent within one request.
 */
export const PART_BLOCKS = 25;

/**
 * Receives of a part before it goes to the DLQ and its job has failed. With the queue's visibility timeout between them,
 * a provider may be away for two hours.
 */
export const MOST_RECEIVES = 5;

type Range = Pick<Backfill, 'fromHeight' | 'toHeight'>;

/** How many parts a job has; they are numbered from 0. */
export const partCount = ({ fromHeight, toHeight }: Range): number =>
  Math.ceil((toHeight - fromHeight + 1) / PART_BLOCKS);

/** The heights of a part, both included. @throws RangeError for a number that is no part of the job. */
export function heightsOf(job: Range, n: number): HeightRange {
  if (n < 0 || n >= partCount(job)) throw new RangeError(`The backfill has no part ${n}`);
  const from = job.fromHeight + n * PART_BLOCKS;
  return { from, to: Math.min(from + PART_BLOCKS - 1, job.toHeight) };
}

export const blocksIn = ({ from, to }: HeightRange): number => to - from + 1;
