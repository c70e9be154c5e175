import { BusyError } from '../../values/errors.ts';

/**
 * Reads records and writes what follows from them, again and again while other writers change the records in between.
 * @param what the records, for the error.
 * @param attempt answers undefined when the records changed after it had read them.
 * @throws BusyError when the records changed at each try.
 */
export async function optimistically<T>(
  what: string,
  tries: number,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (let n = 0; n < tries; n++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new BusyError(`${what} changed at each of ${tries} tries`);
}
