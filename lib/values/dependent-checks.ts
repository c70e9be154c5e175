import type * as z from 'zod';
import { ApiError, validationFailed } from './errors.ts';

/**
 * The `when` of a check that depends on several fields: zod runs the check when these fields are valid, even next to
 * invalid fields. Without `when` zod skips the check, and the caller would learn a single fault per request.
 */
export const ifValid =
  (...fields: readonly string[]) =>
  ({ issues }: Pick<z.core.ParsePayload, 'issues'>): boolean =>
    !issues.some(({ path = [], code }) =>
      // Without a path the value as a whole is wrong, unless it only has unknown keys.
      path[0] === undefined ? code !== 'unrecognized_keys' : fields.includes(String(path[0])),
    );

/** A refinement from a function that throws an `ApiError`: each field that the error names becomes an issue. */
export const reporting =
  <T>(check: (given: T) => unknown) =>
  (given: T, ctx: z.core.$RefinementCtx): void => {
    try {
      check(given);
    } catch (error) {
      if (!(error instanceof ApiError) || error.errors === undefined) throw error;
      for (const { path, message } of error.errors) ctx.addIssue({ code: 'custom', path: path.split('.'), message });
    }
  };

/**
 * Waits for all checks, answers their results, and refuses with the fields of all checks that fail.
 * @throws ApiError `validation_failed`; any other error of a check as it is.
 */
export async function allPass<T extends readonly Promise<unknown>[]>(
  ...checks: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const reasons = (await Promise.allSettled(checks)).flatMap((result): unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const errors = reasons.flatMap((reason) => {
    if (!(reason instanceof ApiError) || reason.errors === undefined) throw reason;
    return reason.errors;
  });
  if (errors.length > 0) throw validationFailed(errors);
  return Promise.all(checks);
}
