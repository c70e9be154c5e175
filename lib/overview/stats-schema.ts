import * as z from 'zod';
import type { Severity } from '../alerts/events/severity.ts';
import { Instant, InstantEndInput, InstantInput, ordered } from '../values/fields.ts';

export const Interval = z.enum(['hour', 'day']);
export type Interval = z.output<typeof Interval>;

export const StatsQuery = ordered(
  z.strictObject({
    from: InstantInput.optional(),
    to: InstantEndInput.optional(),
    interval: Interval.default('day'),
  }),
);
export type StatsQuery = z.output<typeof StatsQuery>;

const Count = z.int().min(0);

const Bucket = z.object({
  at: Instant.describe('The start of the UTC hour or day'),
  alerts: z
    .object({ info: Count, warning: Count, critical: Count } satisfies Record<Severity, typeof Count>)
    .describe('By `firedAt`, with retracted alerts'),
  transactions: z
    .record(z.string(), Count)
    .describe('By `blockTimestamp`, without reorged transactions. Names only the chains that have a transaction'),
  deliveries: z
    .object({ delivered: Count, failed: Count, other: Count })
    .describe('By `createdAt`, with the present status. `other` deliveries are pending or retrying'),
});

export const Stats = z
  .object({
    from: Instant,
    to: Instant,
    interval: Interval,
    buckets: z
      .array(Bucket)
      .describe('Oldest first, with the empty ones. The first and the last count only what lies in the range'),
  })
  .meta({ id: 'Stats' });
export type Stats = z.output<typeof Stats>;
