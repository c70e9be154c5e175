import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { BlockReader } from './range-reader.ts';

/**
 * Milliseconds between tries of a chain that cannot be reached. A backfill is what uses up the rate of a provider, and its next
 * receive from the queue is many minutes away.
 */
const WAITS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Waits, or less when the signal comes. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Asks a chain again while it cannot be reached. @throws ChainUnavailableError when it still cannot in the end. */
export async function retryWhileUnavailable<T>(ask: () => Promise<T>, wait: Wait, signal: AbortSignal): Promise<T> {
  for (const ms of WAITS) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      await wait(ms, signal);
    }
  }
  return ask();
}

/** A reader each of whose calls is made retryWhileUnavailable. */
export const retryingReader = (reader: BlockReader, wait: Wait): BlockReader => ({
  heights: (from, to, signal) => retryWhileUnavailable(() => reader.heights(from, to, signal), wait, signal),
  header: (height, signal) => retryWhileUnavailable(() => reader.header(height, signal), wait, signal),
  block: (height, signal) => retryWhileUnavailable(() => reader.block(height, signal), wait, signal),
});
