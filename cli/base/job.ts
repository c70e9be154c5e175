import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from '../output/output.ts';
import { CommandError } from './failures.ts';

/** A job of the service: a backfill, an export, a bulk replay, a backtest or a review of many events. */
interface Job {
  readonly id: string;
  readonly status: 'running' | 'completed' | 'cancelled' | 'failed';
  /** Why the job failed. An export states no reason. */
  readonly failure?: string | null;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * Waits until a job has ended. The job goes on when the command is stopped.
 * @param onEnd gets the ended job, whatever its status.
 * @throws CommandError with the reason when the job failed or was cancelled.
 */
export async function finished<T extends Job>(
  output: Output,
  job: T,
  load: () => Promise<T>,
  progress: (job: T) => string,
  onEnd: (job: T) => unknown = () => {},
): Promise<T> {
  let now = job;
  let told: string | undefined;
  for (let wait = FIRST_WAIT_MS; now.status === 'running'; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    // A line for each change: a terminal keeps all lines.
    if (progress(now) !== told) output.note(progress(now));
    told = progress(now);
    await sleep(wait);
    now = await load();
  }
  await onEnd(now);
  if (now.status === 'completed') return now;
  const reason = now.failure ? `: ${now.failure}` : '.';
  throw new CommandError(`The job ${now.id} has ended: ${now.status}${reason}`);
}
