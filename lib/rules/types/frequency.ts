import * as z from 'zod';
import { ruleType } from '../rule-type.ts';

/** A whole number of at least 1, as a number or as text. */
const Count = z.union([
  z.number().int().min(1).max(1_000_000),
  z.string().regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999'),
]);

/** At least so many stored transactions of the wallet in the window that ends at this one, failed ones included. */
export const frequency = ruleType(
  z.strictObject({
    count: z.strictObject({ gte: Count }),
    window_minutes: z.union([
      z.number().int().min(1).max(1440),
      z
        .string()
        .regex(/^\d{1,4}$/)
        .refine((text) => Number(text) >= 1 && Number(text) <= 1440, 'must be from 1 to 1440'),
    ]),
  }),
  ({ count, window_minutes }) => ({
    windowMinutes: Number(window_minutes),
    reasons: (_, { recentCount = 0 }) => [
      {
        condition: 'count',
        expected: { ...count, window_minutes },
        actual: recentCount,
        passed: recentCount >= Number(count.gte),
      },
    ],
  }),
  { matchesFailed: true },
);
