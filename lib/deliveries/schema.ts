import * as z from 'zod';
import { BulkFailure, BulkIds } from '../values/bulk.ts';
import { Instant, paging } from '../values/fields.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';

/** What a delivery is about. */
export const DeliveryKind = z.enum(['alert.fired', 'alert.retracted', 'ping', 'webhook.disabled']);

export const DeliveryStatus = z.enum(['pending', 'retrying', 'delivered', 'failed']);
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

/**
 * The channel of a delivery and the address there, which only the channel reads. The address names a record, such as a
 * subscription or a rule. Each attempt reads the present URL and secret from this record: values that were replaced or
 * removed are not used again.
 */
const ChannelAddress = z.looseObject({ kind: z.string() });

/** A delivery as stored. `body` is the exact text that every attempt sends. */
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
  /** Counts replays: each starts the schedule anew. */
  generation: z.number().int(),
  /** Attempts made in all generations; the next one has the number after it. */
  attemptsMade: z.number().int(),
  /** `attemptsMade` when the generation began: its place in the schedule is the difference. */
  generationStart: z.number().int(),
  nextAttemptAt: Instant.nullable(),
  /** The bulk replay that began this generation, so that it does so once. */
  replayedBy: Uuid.nullish(),
  /** Until then an attempt is under way and no other may begin. */
  leaseUntil: Instant.nullable(),
  /** Since when this generation was put off, the first time, and until when its next attempt is. */
  postponedSince: Instant.nullish(),
  postponedUntil: Instant.nullish(),
  createdAt: Instant,
  deliveredAt: Instant.nullable(),
});
export type StoredDelivery = z.output<typeof StoredDelivery>;

export const Attempt = z.object({
  n: z.number().int(),
  at: Instant,
  statusCode: z.number().int().nullable(),
  error: z.string().nullable(),
  durationMs: z.number().int(),
  responseExcerpt: z.string().nullable(),
});
export type Attempt = z.output<typeof Attempt>;

/**
 * A delivery as the API answers it.
 * @param channel the kinds of the channels there are.
 */
export const deliverySchema = (channel: z.ZodType<string>) =>
  z.object({
    id: Uuid,
    webhookId: Uuid.nullable(),
    ruleId: Uuid.nullable(),
    eventId: Uuid.nullable(),
    event: DeliveryKind,
    channel,
    url: z.string(),
    status: DeliveryStatus,
    attempts: z.array(Attempt),
    nextAttemptAt: Instant.nullable(),
    createdAt: Instant,
    deliveredAt: Instant.nullable(),
  });
export type Delivery = z.output<ReturnType<typeof deliverySchema>>;

export const DeliveryQuery = z.strictObject({
  ...paging,
  status: DeliveryStatus.optional(),
  webhookId: Uuid.optional(),
  eventId: Uuid.optional(),
});
export type DeliveryQuery = z.output<typeof DeliveryQuery>;

export const ReplayDeliveries = z.strictObject({ ids: BulkIds });
export const ReplayAnswer = z.object({ accepted: z.array(Uuid), failed: z.array(BulkFailure) });
export type ReplayAnswer = z.output<typeof ReplayAnswer>;

/** Body of a message on either queue: which attempt of which delivery is due. */
export const AttemptMessage = z.object({
  organisationId: OrganisationId,
  deliveryId: Uuid,
  generation: z.number().int(),
  attempt: z.number().int(),
  /** Derived from the organisation and the destination. */
  receiver: Uuid,
  /** When the delivery was made: its place among those that wait for the receiver. */
  createdAt: Instant,
  /** It was called up as the organisation has room. */
  calledUp: z.boolean().optional(),
});
export type AttemptMessage = z.output<typeof AttemptMessage>;
