import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { BusyError } from '../../values/errors.ts';

/**
 * Tries of a write that conflicts with a transaction on the same item, or of a transaction that the table cannot serve
 * at the moment. The waits take about two and a half seconds in all.
 */
const MAX_CONFLICT_TRIES = 8;

/**
 * Retries after transient errors. The SDK does not retry such errors when they are reasons of a cancelled transaction.
 * @param ended asked before each retry; what it answers is the result, unless it is undefined.
 */
export async function retryOnConflict<T>(
  send: () => Promise<T>,
  ended: () => Promise<T | undefined> = async () => undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt === MAX_CONFLICT_TRIES)
        throw new BusyError('Other writes held the items of a write', { cause: error });
      // Random waits, so that two conflicting writers do not collide again.
      await new Promise((resolve) => setTimeout(resolve, (0.5 + Math.random()) * 10 * 2 ** attempt));
      const result = await ended();
      if (result !== undefined) return result;
    }
  }
}

/** Why each part of a transaction stopped it; `None` for the other parts. */
export const reasonsOf = (error: TransactionCanceledException): string[] =>
  (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');

/** Cancellation reasons that disappear by themselves. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const isTransient = (error: unknown): boolean =>
  error instanceof TransactionConflictException ||
  (error instanceof TransactionCanceledException &&
    reasonsOf(error).some((code) => TRANSIENT.has(code)) &&
    reasonsOf(error).every((code) => code === 'None' || TRANSIENT.has(code)));
