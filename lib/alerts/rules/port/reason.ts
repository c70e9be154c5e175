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

/** Values of a list in a reason. A rule can name a thousand wallets, and an organisation can have 500 rules. */
const MOST_VALUES = 20;

/** The reason with no more than the first values of long lists. */
export const shortenedReason = (reason: z.output<typeof Reason>): z.output<typeof Reason> => ({
  ...reason,
  expected: shortened(reason.expected),
  actual: shortened(reason.actual),
});

const shortened = (value: unknown): unknown =>
  Array.isArray(value) && value.length > MOST_VALUES
    ? [...value.slice(0, MOST_VALUES), `and ${value.length - MOST_VALUES} more`]
    : value;
