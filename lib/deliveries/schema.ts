import * as z from 'zod';
import { BulkFailure, BulkIds } from '../values/bulk.ts';
import { ifValid } from '../values/dependent-checks.ts';
import { Instant, paging } from '../values/fields.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';

/** The kind of event that a delivery reports. */
export const DeliveryKind = z.enum([
  'alert.fired',
  'alert.retracted',
  'alert.acknowledged',
  'alert.resolved',
  'alert.summary',
  'audit.checkpoint',
  'coverage.difference',
  'mute.ended',
  'destination.disabled',
  'ping',
  'wallet.throttled',
  'webhook.disabled',
  'address_list.failed',
  'configuration.changed',
]);

/**
 * `summarised`: nothing was sent, because another message to the recipient tells of the alert. This is the message
 * about another alert of the same payment, or the summary of many alerts of a rule or of many reviews.
 * `not_sent`: the recipient may get no message, such as an e-mail address that is not confirmed.
 */
export const DeliveryStatus = z.enum(['pending', 'retrying', 'delivered', 'failed', 'summarised', 'not_sent']);
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

/**
 * The channel of a delivery and the address there, which only the channel reads. The address names a record, such as a
 * subscription or a rule. Each attempt reads the present URL and secret from this record: values that were replaced or
 * removed are not used again. `destinationId` names the destination of the organisation, if the delivery goes to one.
 */
const ChannelAddress = z.looseObject({ kind: z.string(), destinationId: Uuid.optional() });

export const Attempt = z
  .object({
    n: z.number().int(),
    at: Instant,
    statusCode: z.number().int().nullable(),
    error: z.string().nullable(),
    durationMs: z.number().int(),
    responseExcerpt: z.string().nullable(),
  })
  .meta({ id: 'Attempt' });
export type Attempt = z.output<typeof Attempt>;

/** A delivery as stored (`delivery-item.ts`). `body` is the exact text that every attempt sends. */
export const StoredDelivery = z.object({
  id: Uuid,
  organisationId: OrganisationId,
  webhookId: Uuid.nullable(),
  ruleId: Uuid.nullable(),
  eventId: Uuid.nullable(),
  eventKind: DeliveryKind,
  channel: ChannelAddress,
  url: z.string(),
  body: z.string(),
  status: DeliveryStatus,
  /** Counts replays: each replay starts a new generation with a new schedule. */
  generation: z.number().int(),
  /** Attempts made in all generations. The next attempt has the next number. */
  attemptsMade: z.number().int(),
  /** `attemptsMade` when the generation began. The difference is the place in the schedule. */
  generationStart: z.number().int(),
  /** The attempts of this generation. */
  attempts: z.array(Attempt),
  /** The headers of the last request, as far as they may be shown. */
  sentHeaders: z.record(z.string(), z.string()).optional(),
  nextAttemptAt: Instant.nullable(),
  /** The replay that began this generation. A repeated page of a bulk replay finds its own id here. */
  replayId: Uuid.nullish(),
  /** Until this time an attempt is under way, and no other attempt may begin. */
  leaseUntil: Instant.nullable(),
  /** When this generation was first postponed, and until when its next attempt is postponed. */
  postponedSince: Instant.nullish(),
  postponedUntil: Instant.nullish(),
  createdAt: Instant,
  deliveredAt: Instant.nullable(),
  /** The delivery of the message that tells of this alert, in place of a message of its own. */
  summaryId: Uuid.optional(),
  /** The alerts of the payment that the message tells of, the most severe first. The others' are `summarised`. */
  tells: z.array(Uuid).optional(),
  /** What an alert that fired is about. Deliveries of earlier versions lack this. */
  transactionId: Uuid.optional(),
  /** What happened, for the list of deliveries. Deliveries of earlier versions lack the sentence. */
  alertSummary: z.string().optional(),
  /** What a review, or the summary of many reviews, tells: who did what, and the beginning of the note. */
  review: z
    .object({ step: z.enum(['alert.acknowledged', 'alert.resolved']), by: z.string(), note: z.string().nullable() })
    .optional(),
  /** About transactions that the wallet did not sign, so that strangers may have made them at will. */
  unsigned: z.literal(true).optional(),
  /** What caused the delivery: a request or a block. Each attempt sends it as `X-Request-Id`. */
  correlationId: z.string().optional(),
});
export type StoredDelivery = z.output<typeof StoredDelivery>;

/**
 * A delivery as the API answers it.
 * @param channel the kinds of all channels.
 */
export const deliverySchema = (channel: z.ZodType<string>) =>
  z.object({
    id: Uuid,
    webhookId: Uuid.nullable(),
    destinationId: Uuid.nullable(),
    ruleId: Uuid.nullable(),
    eventId: Uuid.nullable(),
    event: DeliveryKind,
    kind: channel,
    channel: channel.describe('The same as `kind`'),
    url: z.string(),
    status: DeliveryStatus,
    error: z.string().nullable().describe('Why the last attempt failed, or why nothing was sent'),
    attempts: z.array(Attempt),
    nextAttemptAt: Instant.nullable(),
    createdAt: Instant,
    deliveredAt: Instant.nullable(),
    replayId: Uuid.nullable().describe('The last replay that sent the delivery again'),
    summaryId: Uuid.nullable().describe(
      'The delivery whose message tells of this alert, if the status is `summarised`: a summary of many alerts, or ' +
        'the message about another alert of the same payment',
    ),
    alertSummary: z
      .string()
      .nullable()
      .describe('The `summary` of the alert, without its end if it is long, or what a summary of many tells'),
  });
export type Delivery = z.output<ReturnType<typeof deliverySchema>>;

/** What the last attempt sent. */
export const DeliveryRequest = z
  .object({
    headers: z
      .record(z.string(), z.string())
      .describe(
        'Empty before the first attempt, for e-mail, and for attempts of earlier versions. Signatures and your own ' +
          'headers are masked',
      ),
    body: z.string().describe('The exact text. Secrets that the request to a vendor adds are left out'),
  })
  .meta({ id: 'DeliveryRequest' });

/** For a filter of deliveries by recipient: no delivery goes to both. */
export const oneRecipient = <F extends z.ZodType<{ webhookId?: unknown; destinationId?: unknown }>>(filter: F) =>
  filter.refine(({ webhookId, destinationId }) => webhookId === undefined || destinationId === undefined, {
    path: ['destinationId'],
    error: 'must not stand beside webhookId',
    when: ifValid('webhookId', 'destinationId'),
  });

/** The recipient of a delivery that goes neither to a subscription nor to a destination. */
export const NO_RECIPIENT = 'none';

export const DeliveryQuery = oneRecipient(
  z.strictObject({
    ...paging,
    status: DeliveryStatus.optional(),
    webhookId: Uuid.optional(),
    destinationId: z
      .union([Uuid, z.literal(NO_RECIPIENT)])
      .optional()
      .describe('`none`: what goes neither to a subscription nor to a destination, but to the settings or a rule'),
    replayId: Uuid.optional().describe('Only deliveries that this replay sent again last'),
    eventId: Uuid.optional(),
    sort: z.enum(['-createdAt', 'createdAt']).optional().meta({ default: '-createdAt' }),
  }),
);
export type DeliveryQuery = z.output<typeof DeliveryQuery>;

export const ReplayDeliveries = z.strictObject({ ids: BulkIds }).meta({ id: 'ReplayDeliveries' });
export const ReplayAnswer = z
  .object({
    replayId: Uuid.describe('A filter of the list of deliveries: what became of the accepted deliveries'),
    accepted: z.array(Uuid),
    failed: z.array(BulkFailure),
  })
  .meta({ id: 'ReplayAnswer' });
export type ReplayAnswer = z.output<typeof ReplayAnswer>;

/** Body of a message on either queue: which attempt of which delivery is due. */
export const AttemptMessage = z.object({
  organisationId: OrganisationId,
  deliveryId: Uuid,
  generation: z.number().int(),
  attempt: z.number().int(),
  /** Id of the destination. Derived from the organisation and the destination (`attemptMessage`). */
  receiver: Uuid,
  /** The subscription, which an attempt reads while it claims the delivery; null without a subscription. */
  webhookId: Uuid.nullable(),
  /** When the delivery was made: its place in a waiting list. */
  createdAt: Instant,
  /** The waiting list of the organisation dispatched the message, because the organisation had room. */
  calledUp: z.boolean().optional(),
});
export type AttemptMessage = z.output<typeof AttemptMessage>;
