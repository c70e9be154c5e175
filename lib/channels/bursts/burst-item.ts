import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { cooldownKeys } from '../../platform/table/cooldown-keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { conditionHeld, type Update, type Write, write } from '../../platform/table/write.ts';
import { Instant } from '../../values/fields.ts';
import { derivedId, type OrganisationId, Uuid } from '../../values/ids.ts';
import { epochSeconds, plusDays, plusSeconds } from '../../values/time.ts';

/** How long the alerts of a rule are counted for a recipient, from the first alert on. */
export const BURST_SECONDS = 60;
/** The most alerts of this time that have messages of their own. */
export const MOST_ALONE = 20;
/** A summary may wait for a suspended organisation, which loses nothing for 30 days. */
const KEPT_DAYS = 40;

/** The alerts of a rule for a recipient since the first of a minute. */
export const Burst = z.object({
  until: Instant,
  /** The deliveries that are sent alone. */
  alone: z.set(Uuid),
  /** The delivery of the summary, until its text is made. */
  summaryId: Uuid.optional(),
  /** How many the summary counts. */
  count: z.number().int().default(0),
  largestEventId: Uuid.nullish(),
  largestUsd: z.string().nullish(),
});
export type Burst = z.output<typeof Burst>;

/** Whose alerts of which rule. */
export interface BurstOf {
  readonly organisationId: OrganisationId;
  /** Distinguishes the recipient within the organisation. */
  readonly recipient: string;
  readonly ruleId: string;
}

/** An alert that a summary counts. */
export interface SummarisedAlert {
  readonly eventId: string;
  readonly valueUsd: string | null;
}

const keyOf = ({ organisationId, recipient, ruleId }: BurstOf) =>
  cooldownKeys.burst(organisationId, ruleId, derivedId('recipient', organisationId, recipient));

/** The bursts of the organisations. */
export const burstRepo = ({ table, now }: Pick<Deps, 'table' | 'now'>) => ({
  find: (of: BurstOf): Promise<Burst | null> => getItem(table, keyOf(of), Burst),

  /** Begins a minute with this delivery. False while another minute lasts, or while its summary has no text yet. */
  begin(of: BurstOf, deliveryId: string): Promise<boolean> {
    const at = now();
    const until = plusSeconds(at, BURST_SECONDS);
    return conditionHeld(
      write(table, {
        put: {
          ...keyOf(of),
          until: until.toISOString(),
          alone: new Set([deliveryId]),
          ttl: epochSeconds(plusSeconds(until, BURST_SECONDS)),
        },
        when: 'attribute_not_exists(#pk) OR (attribute_not_exists(#summaryId) AND #until <= :now)',
        values: { ':now': at.toISOString() },
      }),
    );
  },

  /** Lets a delivery of this minute be sent alone. False when `MOST_ALONE` deliveries are. */
  sendAlone: (of: BurstOf, { until }: Burst, deliveryId: string): Promise<boolean> =>
    conditionHeld(
      write(table, {
        update: keyOf(of),
        add: { alone: new Set([deliveryId]) },
        when: '#until = :until AND attribute_not_exists(#summaryId) AND size(#alone) < :most',
        values: { ':until': until, ':most': MOST_ALONE },
      } satisfies Update<Burst>),
    ),

  /** The write that begins a summary with its first alert. */
  summaryBegins: (of: BurstOf, { until }: Burst, summaryId: string, alert: SummarisedAlert): Write => ({
    update: keyOf(of),
    set: {
      summaryId,
      count: 1,
      largestEventId: alert.eventId,
      largestUsd: alert.valueUsd,
      ttl: epochSeconds(plusDays(now(), KEPT_DAYS)),
    },
    when: '#until = :until AND attribute_not_exists(#summaryId)',
    values: { ':until': until },
  }),

  /** The write that adds an alert to a summary without a text. @param isLargest the alert is larger than the others. */
  summaryAdds: (
    of: BurstOf,
    { summaryId, largestEventId }: Burst,
    alert: SummarisedAlert,
    isLargest: boolean,
  ): Write => ({
    update: keyOf(of),
    add: { count: 1 },
    ...(isLargest && { set: { largestEventId: alert.eventId, largestUsd: alert.valueUsd } }),
    when: `#summaryId = :summary${isLargest ? ' AND #largestEventId = :seen' : ''}`,
    values: { ':summary': summaryId, ...(isLargest && { ':seen': largestEventId }) },
  }),

  /** The write that ends a summary as it was read, so that later alerts begin another minute. */
  summaryEnds: (of: BurstOf, { summaryId, count, largestEventId }: Burst): Write => ({
    delete: keyOf(of),
    when: '#summaryId = :summary AND #count = :count AND #largestEventId = :largest',
    values: { ':summary': summaryId, ':count': count, ':largest': largestEventId },
  }),
});
