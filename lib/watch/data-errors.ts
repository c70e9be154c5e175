import * as z from 'zod';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import { errorFields, log } from '../platform/log.ts';
import { ApiError } from '../values/errors.ts';

/** Whether the stored data of an organisation is faulty. Such an error repeats at every try. */
export const isDataError = (error: unknown): boolean =>
  error instanceof z.ZodError || (error instanceof ApiError && !(error instanceof ChainUnavailableError));

/**
 * Runs `run`, and returns null when the data of an organisation is faulty: such an error must not stop the chain for
 * all organisations. The log line informs the operators.
 */
export async function skipDataErrors<T>(
  event: string,
  fields: Record<string, unknown>,
  run: () => Promise<T>,
): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (!isDataError(error)) throw error;
    log.error(event, { ...fields, ...errorFields(error) });
    return null;
  }
}
