import * as z from 'zod';
import { ruleType } from '../port/rule-type.ts';

/** A whole number from 1 to `max`, as a JSON number or as text. */
const upTo = (max: number) =>
  z.union([
    z.number().int().min(1).max(max),
    z
      .string()
      .refine(
        (text) => /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= max,
        `must be a whole number from 1 to ${max}`,
      ),
  ]);

/**
 * Matches when the wallet has at least `count` stored transactions in the window that ends at this transaction. Failed
 * transactions count.
 */
export const frequency = ruleType(
  z.strictObject({
    count: z.strictObject({ gte: upTo(1_000_000) }),
    window_minutes: upTo(1440),
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
