import * as z from 'zod';
import type { Severity } from '../alerts/events/severity.ts';
import { Instant, InstantEndInput, InstantInput, ordered } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';
import { WalletTag } from '../wallets/schema.ts';

export const Interval = z.enum(['hour', 'day']);
export type Interval = z.output<typeof Interval>;

export const StatsQuery = ordered(
  z.strictObject({
    from: InstantInput.optional(),
    to: InstantEndInput.optional(),
    interval: Interval.default('day'),
    walletTag: WalletTag.optional(),
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
    .nullable()
    .describe(
      'By `createdAt`, with the present status. `other` deliveries are all others, such as pending, retrying, ' +
        'not sent and summarised. Null with `walletTag`',
    ),
});

/** An organisation has at most 70 recipients at a time. The others are deleted. */
export const MOST_RECIPIENTS = 500;

const Recipient = z.object({
  id: Uuid.nullable().describe('Of a subscription or a destination. Null: the settings and the webhooks of rules'),
  deliveries: z
    .object({ delivered: Count, failed: Count, retrying: Count, pending: Count, not_sent: Count, summarised: Count })
    .describe('With the present status'),
});

export const Stats = z
  .object({
    from: Instant,
    to: Instant,
    interval: Interval,
    buckets: z
      .array(Bucket)
      .describe('Oldest first, with the empty ones. The first and the last count only what lies in the range'),
    recipients: z
      .array(Recipient)
      .describe(
        `Who got the deliveries of all buckets, most first. At most ${MOST_RECIPIENTS}. Empty with \`walletTag\``,
      ),
  })
  .meta({ id: 'Stats' });
export type Stats = z.output<typeof Stats>;
