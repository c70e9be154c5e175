import * as z from 'zod';
import { every, test } from '../port/conditions.ts';
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
  ({ count, window_minutes }) => {
    const least = Number(count.gte);
    const isFrequent = test(
      'count',
      { ...count, window_minutes },
      (_, { recentCount = 0 }) => recentCount,
      (_, { recentCount = 0 }) => recentCount >= least,
    );
    return { ...every(isFrequent), needs: { recentCount: Number(window_minutes) } };
  },
  { matchesFailed: true },
);
