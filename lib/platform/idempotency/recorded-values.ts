import * as z from 'zod';
import type { Deps } from '../deps.ts';

/** The ids and random bytes that a run of a request has made, in order. */
export const Values = z.object({ ids: z.array(z.string()), bytes: z.array(z.base64()) });
export type Values = z.output<typeof Values>;

export const NO_VALUES: Values = { ids: [], bytes: [] };

/**
 * Makes ids and random bytes, and remembers them. A later run of the same request gets the values of the earlier run,
 * so that it answers with the same record and the same secrets.
 * @param before the values of the earlier run.
 */
export function recordedValues({ newId, randomBytes }: Pick<Deps, 'newId' | 'randomBytes'>, before: Values) {
  const ids: string[] = [];
  const bytes: string[] = [];
  const next = (made: string[], earlier: readonly string[], make: () => string): string => {
    const value = earlier[made.length] ?? make();
    made.push(value);
    return value;
  };
  return {
    newId: () => next(ids, before.ids, newId),
    randomBytes: (size: number): Buffer =>
      Buffer.from(
        next(bytes, before.bytes, () => randomBytes(size).toString('base64')),
        'base64',
      ),
    values: (): Values => ({ ids, bytes }),
  };
}
