import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { AbortableWait } from '../platform/abortable-wait.ts';
import type { BlockReader } from './range-reader.ts';

/**
 * Milliseconds between the tries of a request to a chain that cannot be reached. A backfill often uses up the rate of a
 * provider, and the queue delivers the message of a failed part many minutes later.
 */
const RETRY_WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Repeats a request while the chain cannot be reached. @throws ChainUnavailableError when the last try fails, too. */
export async function retryWhileUnavailable<T>(
  request: () => Promise<T>,
  wait: AbortableWait,
  signal: AbortSignal,
): Promise<T> {
  for (const ms of RETRY_WAITS_MS) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      await wait(ms, signal);
    }
  }
  return request();
}

/** A reader that retries each call while the chain cannot be reached. */
export const retryingReader = (reader: BlockReader, wait: AbortableWait): BlockReader => ({
  heights: (from, to, signal) => retryWhileUnavailable(() => reader.heights(from, to, signal), wait, signal),
  header: (height, signal) => retryWhileUnavailable(() => reader.header(height, signal), wait, signal),
  block: (height, signal) => retryWhileUnavailable(() => reader.block(height, signal), wait, signal),
});
