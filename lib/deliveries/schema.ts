import * as z from 'zod';
import { BulkFailure, BulkIds } from '../values/bulk.ts';
import { Instant, paging } from '../values/fields.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';
import { EventKind } from '../webhooks/schema.ts';

/** The kind of a notice: those that subscriptions can ask for, and `webhook.disabled`, which only e-mails tell. */
export const DeliveryKind = z.enum([...EventKind.options, 'webhook.disabled']);

export const DeliveryStatus = z.enum(['pending', 'retrying', 'delivered', 'failed']);
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

/**
 * Whom a delivery is for. Where that is, and what signs it, each attempt reads from the subscription, the rule or the
 * settings: what was replaced or withdrawn since is not used again.
 */
export const Channel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('webhook'), webhookId: Uuid }),
  z.object({ kind: z.literal('custom'), ruleId: Uuid }),
  z.object({ kind: z.literal('email'), to: z.string() }),
  z.object({ kind: z.literal('slack') }),
]);
export type Channel = z.output<typeof Channel>;

/** A delivery as stored. `body` is the exact text that every attempt sends. */
export const StoredDelivery = z.object({
  id: Uuid,
  organisationId: OrganisationId,
  webhookId: Uuid.nullable(),
  ruleId: Uuid.nullable(),
  eventId: Uuid.nullable(),
  eventKind: DeliveryKind,
  channel: Channel,
  url: z.string(),
  body: z.string(),
  status: DeliveryStatus,
  /** Counts replays: each one starts a new generation with a new schedule. */
  generation: z.number().int(),
  /** Attempts made in all generations. The next attempt has the next number. */
  attemptsMade: z.number().int(),
  /** `attemptsMade` when the generation began. The difference is the place in the schedule. */
  generationStart: z.number().int(),
  nextAttemptAt: Instant.nullable(),
  /** The bulk replay that began this generation. A repeated page of the replay finds its own id here. */
  replayedBy: Uuid.nullish(),
  /** Until then an attempt is under way, and no other attempt may begin. */
  leaseUntil: Instant.nullable(),
  /** When this generation was first postponed, and until when its next attempt is postponed. */
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

export const Delivery = z.object({
  id: Uuid,
  webhookId: Uuid.nullable(),
  ruleId: Uuid.nullable(),
  eventId: Uuid.nullable(),
  event: DeliveryKind,
  channel: z.enum(['webhook', 'custom', 'email', 'slack']),
  url: z.string(),
  status: DeliveryStatus,
  attempts: z.array(Attempt),
  nextAttemptAt: Instant.nullable(),
  createdAt: Instant,
  deliveredAt: Instant.nullable(),
});
export type Delivery = z.output<typeof Delivery>;

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
  /** The destination (`receiverOf`). */
  receiver: Uuid,
  /** When the delivery was made: its place in a waiting list. */
  createdAt: Instant,
  /** The waiting list of the organisation dispatched the message, because the organisation had room. */
  calledUp: z.boolean().optional(),
});
export type AttemptMessage = z.output<typeof AttemptMessage>;
