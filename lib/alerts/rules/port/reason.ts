import * as z from 'zod';

/** Why a condition passed or failed. */
export const Reason = z
  .object({
    condition: z.string(),
    expected: z.unknown(),
    actual: z.unknown(),
    passed: z.boolean(),
  })
  .meta({ id: 'Reason' });
