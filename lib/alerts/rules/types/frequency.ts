import * as z from 'zod';
import { every, test } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';
import { wholeNumber } from '../port/whole-number.ts';

/**
 * Matches when the wallet has at least `count` stored transactions in the window that ends at this transaction. Failed
 * transactions count.
 */
export const frequency = ruleType(
  z.strictObject({
    count: z.strictObject({ gte: wholeNumber(1, 1_000_000) }),
    window_minutes: wholeNumber(1, 1440),
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
