import { BusyError } from '../../values/errors.ts';

/**
 * Rounds in a row that process nothing, until a batch gives up. The waits between these rounds take about three seconds
 * in all.
 */
const IDLE_ROUNDS = 10;

/**
 * Repeats a batch request for what the answers leave unprocessed. The SDK does not: a partial answer is no error.
 * DynamoDB leaves out what exceeds the size of an answer, and what a partition cannot serve at the moment. A round that
 * processed something is repeated at once. A round that processed nothing waits, and each wait doubles.
 * @param send returns what stayed unprocessed.
 * @throws BusyError after ten rounds in a row that processed nothing.
 */
export async function repeated<T>(
  batch: readonly T[],
  send: (left: readonly T[]) => Promise<readonly T[] | undefined>,
): Promise<void> {
  let left = batch;
  let idle = 0;
  while (left.length > 0) {
    if (idle === IDLE_ROUNDS) throw new BusyError(`${left.length} parts of a batch stayed unprocessed`);
    if (idle > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(5 * 2 ** idle, 1000)));
    const rest = (await send(left)) ?? [];
    idle = rest.length < left.length ? 0 : idle + 1;
    left = rest;
  }
}
