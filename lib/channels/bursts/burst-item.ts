import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { cooldownKeys } from '../../platform/table/cooldown-keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { conditionHeld, type Update, type Write, write } from '../../platform/table/write.ts';
import { Instant } from '../../values/fields.ts';
import { derivedId, type OrganisationId, Uuid } from '../../values/ids.ts';
import { epochSeconds, plusDays, plusSeconds } from '../../values/time.ts';
import type { SummaryNotice } from '../port/notice.ts';

/** How long the alerts of a rule, or the reviews of a reviewer, are counted for a recipient, from the first on. */
export const BURST_SECONDS = 60;
/** The most alerts of this time that have messages of their own. */
export const MOST_ALONE = 20;
/** The same of reviews. The first says at once that somebody takes care. */
const MOST_REVIEWS_ALONE = 1;
/** A summary may wait for a suspended organisation, which loses nothing for 30 days. */
const KEPT_DAYS = 40;

/** The alerts of a rule, or the reviews of a reviewer, for a recipient since the first of a minute. */
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

/** What is counted together. */
export interface BurstOf {
  readonly organisationId: OrganisationId;
  /** Distinguishes the recipient within the organisation. */
  readonly recipient: string;
  /** The rule of the alerts, or what the reviews have in common. */
  readonly of: SummaryNotice['of'];
}

/** The most messages of this time that are sent alone. */
export const mostAlone = ({ of }: Pick<BurstOf, 'of'>): number => ('ruleId' in of ? MOST_ALONE : MOST_REVIEWS_ALONE);

/** An alert that a summary counts. */
export interface SummarisedAlert {
  readonly eventId: string;
  readonly valueUsd: string | null;
}

const keyOf = ({ organisationId, recipient, of }: BurstOf) =>
  'ruleId' in of
    ? cooldownKeys.burst(organisationId, of.ruleId, derivedId('recipient', organisationId, recipient))
    : cooldownKeys.reviewBurst(
        organisationId,
        derivedId('reviews', recipient, of.review.step, of.review.by, of.review.note ?? ''),
      );

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

  /** Lets a delivery of this minute be sent alone. False when as many are as may be. */
  sendAlone: (of: BurstOf, { until }: Burst, deliveryId: string): Promise<boolean> =>
    conditionHeld(
      write(table, {
        update: keyOf(of),
        add: { alone: new Set([deliveryId]) },
        when: '#until = :until AND attribute_not_exists(#summaryId) AND size(#alone) < :most',
        values: { ':until': until, ':most': mostAlone(of) },
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
